import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { reminderKinds } from '#shared/members/dues/reminders.ts'
import { paymentKinds, paymentStates } from '#shared/members/dues/schemas.ts'
import { createdAt, instantColumn, newId, now, oneOf } from './columns.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

const member = () =>
  uuid('member_id')
    .notNull()
    .references(() => users.id)

/**
 * The ledgers of all members. A trigger prevents changes of accepted entries; a mistake is undone by another entry.
 * Only the mark that it was voided is added, and personal data is deleted with the member's.
 */
export const duesPayments = pgTable(
  'dues_payments',
  {
    id: newId(),
    memberId: member(),
    kind: text({ enum: paymentKinds }).notNull().default('payment'),
    /** Negative for a void. */
    centavos: integer().notNull(),
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    /** `cash`, or the name of the account. */
    way: text().notNull(),
    /** Letters and digits only, as it is compared. */
    reference: text(),
    proofPath: text('proof_path').references(() => uploads.path),
    state: text({ enum: paymentStates }).notNull().default('waiting'),
    /**
     * Why it was refused, returned or voided, or why its reference has a second receipt. Cleared when the member's data
     * is deleted.
     */
    reason: text(),
    voids: uuid()
      .unique('dues_payments_voided_once')
      .references((): AnyPgColumn => duesPayments.id),
    /** Set by the trigger, so that the reference may be used again. */
    voided: boolean().notNull().default(false),
    receiptYear: integer('receipt_year'),
    receiptNumber: integer('receipt_number'),
    /** The result of accepting it: until when dues were paid then, and the credit left over. */
    paidUntil: date('paid_until', { mode: 'string' }),
    credit: integer(),
    /** Its line in a bank's or wallet's statement. One line may cover several payments: somebody paid for two. */
    lineId: uuid('line_id').references(() => statementLines.id),
    sentBy: uuid('sent_by')
      .notNull()
      .references(() => users.id),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instantColumn('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('dues_payments_kind_check', oneOf(t.kind, paymentKinds)),
    check('dues_payments_state_check', oneOf(t.state, paymentStates)),
    check(
      'dues_payments_amount',
      sql`${t.centavos} = 0 and ${t.kind} = 'brought forward' or ${t.centavos} > 0 and ${t.kind} = 'payment' or ${t.centavos} < 0 and ${t.kind} = 'void'`,
    ),
    check('dues_payments_only_payments_wait', sql`${t.kind} = 'payment' or ${t.state} = 'accepted'`),
    check('dues_payments_void_names_its_payment', sql`(${t.kind} = 'void') = (${t.voids} is not null)`),
    check('dues_payments_payment_is_voided', sql`not ${t.voided} or (${t.kind} <> 'void' and ${t.state} = 'accepted')`),
    check(
      'dues_payments_reason',
      sql`(${t.reason} is not null) = (${t.kind} = 'void' or ${t.state} in ('refused', 'asked again')) or ${t.kind} = 'payment' and ${t.state} = 'accepted'`,
    ),
    check(
      'dues_payments_receipt_when_accepted',
      sql`num_nonnulls(${t.receiptYear}, ${t.receiptNumber}) = case when ${t.state} = 'accepted' and ${t.kind} <> 'brought forward' then 2 else 0 end`,
    ),
    check(
      'dues_payments_settled_when_accepted',
      sql`num_nonnulls(${t.paidUntil}, ${t.credit}) = case when ${t.state} = 'accepted' then 2 else 0 end`,
    ),
    check(
      'dues_payments_decided_by_somebody',
      sql`num_nonnulls(${t.decidedBy}, ${t.decidedAt}) = case when ${t.state} = 'waiting' then 0 else 2 end`,
    ),
    check(
      'dues_payments_line_of_receipt',
      sql`${t.lineId} is null or (${t.kind} = 'payment' and ${t.state} = 'accepted' and not ${t.voided})`,
    ),
    check('dues_payments_reference_form', sql`${t.reference} <> ''`),
    unique('dues_payments_receipt_unique').on(t.receiptYear, t.receiptNumber),
    uniqueIndex('dues_payments_reference_once')
      .on(t.reference)
      .where(sql`state = 'accepted' and not voided and reason is null`),
    index('dues_payments_reference')
      .on(t.reference)
      .where(sql`reference is not null`),
    index('dues_payments_member').on(t.memberId, t.decidedAt),
    index('dues_payments_waiting')
      .on(t.createdAt)
      .where(sql`state = 'waiting'`),
    index('dues_payments_decided')
      .on(t.decidedAt)
      .where(sql`state = 'accepted'`),
    /** Finds the payments that a line of a statement may be. */
    index('dues_payments_amount_day')
      .on(t.centavos, t.paidOn)
      .where(sql`state = 'accepted'`),
    index('dues_payments_line')
      .on(t.lineId)
      .where(sql`line_id is not null`),
    index('dues_payments_proof_path')
      .on(t.proofPath)
      .where(sql`proof_path is not null`),
  ],
)

/** The last receipt number of each year. The transaction of the receipt increments it, so a failure uses no number. */
export const duesReceipts = pgTable(
  'dues_receipts',
  { year: integer().primaryKey(), last: integer().notNull() },
  (t) => [check('dues_receipts_counted', sql`${t.last} > 0`)],
)

/** Members who pay nothing. */
export const duesExemptions = pgTable(
  'dues_exemptions',
  {
    memberId: member().primaryKey(),
    reason: text().notNull(),
    givenBy: uuid('given_by')
      .notNull()
      .references(() => users.id),
    givenAt: instantColumn('given_at').notNull(),
  },
  (t) => [check('dues_exemptions_reason_present', sql`btrim(${t.reason}) <> ''`)],
)

/** Which reminders each member got, so that each is sent once. */
export const duesReminders = pgTable(
  'dues_reminders',
  {
    memberId: member(),
    paidUntil: date('paid_until', { mode: 'string' }).notNull(),
    kind: text({ enum: reminderKinds }).notNull(),
    queuedAt: instantColumn('queued_at').notNull().default(now),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.paidUntil, t.kind] }),
    check('dues_reminders_kind_check', oneOf(t.kind, reminderKinds)),
  ],
)

/** Payments received according to a bank or wallet; `dues_payments` refers to them. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: newId(),
    account: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    centavos: integer().notNull(),
    reference: text(),
    text: text().notNull(),
    /** The parts that may be the reference of a payment: see `referencesIn`. */
    mentions: text().array().notNull(),
    /** Why it is not a payment of dues. */
    setAside: text('set_aside'),
    /**
     * SHA-256 of the line and of how many equal lines came before it in its file, so that a statement that overlaps the
     * previous one adds only new lines.
     */
    sha256: text().notNull().unique('statement_lines_once'),
    createdAt: createdAt(),
  },
  (t) => [
    check('statement_lines_sha256_form', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('statement_lines_came_in', sql`${t.centavos} > 0`),
    check('statement_lines_reason_present', sql`btrim(${t.setAside}) <> ''`),
    index('statement_lines_in_order').on(t.day, t.id),
    index('statement_lines_mentions').using('gin', t.mentions),
  ],
)
