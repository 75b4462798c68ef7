import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import {
  duesExemptions,
  duesPayments,
  duesReceipts,
  duesReminders,
  statementLines,
  users,
  wholeName,
} from '#server/db/schema.ts'
import { isListedSql } from '#server/db/schema/members.ts'
import { uploadIdAt } from '#server/storage/uploads.ts'
import { evaluateLedger, standingOf, whatIsDue, type LedgerEntry, type SeenBefore } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import type { PaymentState } from '#shared/members/dues/schemas.ts'
import { normaliseSerial, withoutHyphens } from '#shared/members/serial-number.ts'
import type { PlainDate } from '#shared/time.ts'
import { uuid } from '#shared/uuid.ts'
import { exemptSql, joinedSql, standingColumns, standingFrom } from './standing.ts'

export const decidingAdmin = alias(users, 'decider')

/** Entries in the order of acceptance. At the same instant, an imported balance comes before payments on top of it. */
const inOrder = [
  asc(duesPayments.decidedAt),
  asc(duesPayments.paidUntil),
  sql`${duesPayments.receiptNumber} asc nulls first`,
]

export const readLedger = async (db: Queryable, memberId: string): Promise<LedgerEntry[]> =>
  (await readLedgers(db, [memberId])).get(memberId) ?? []

async function readLedgers(db: Queryable, memberIds: string[]): Promise<Map<string, LedgerEntry[]>> {
  const rows = await db
    .select({
      memberId: duesPayments.memberId,
      id: duesPayments.id,
      kind: duesPayments.kind,
      day: duesPayments.paidOn,
      centavos: duesPayments.centavos,
      voids: duesPayments.voids,
      paidUntil: duesPayments.paidUntil,
      credit: duesPayments.credit,
    })
    .from(duesPayments)
    .where(and(inArray(duesPayments.memberId, memberIds), eq(duesPayments.state, 'accepted')))
    .orderBy(...inOrder)
  const ledgers = new Map<string, LedgerEntry[]>(memberIds.map((id) => [id, []]))
  for (const { memberId, id, kind, day, centavos, voids, paidUntil, credit } of rows) {
    const settled = { paidUntil: paidUntil ?? '', credit: credit ?? 0 }
    const entry: LedgerEntry =
      kind === 'void'
        ? { kind, voids: voids ?? '' }
        : kind === 'payment'
          ? { kind, id, day, centavos, settled }
          : { kind, id, settled }
    ledgers.get(memberId)?.push(entry)
  }
  return ledgers
}

export const counterpart = alias(duesPayments, 'other')
const last = alias(duesPayments, 'last')

/** `2026-000123`; null for an entry without a number. */
export const receiptOf = (entry: Record<'receiptYear' | 'receiptNumber', AnyPgColumn>) =>
  sql<string>`${entry.receiptYear} || '-' || to_char(${entry.receiptNumber}, 'FM999000000')`

export const acceptedColumns = {
  id: duesPayments.id,
  receipt: receiptOf(duesPayments),
  paidUntil: sql<PlainDate>`${duesPayments.paidUntil}`,
}

/** The columns of an entry, for its member and the treasury. */
export const entryColumns = {
  id: duesPayments.id,
  kind: duesPayments.kind,
  state: duesPayments.state,
  /** Negative for a void. */
  centavos: duesPayments.centavos,
  paidOn: duesPayments.paidOn,
  way: duesPayments.way,
  reference: duesPayments.reference,
  proof: uploadIdAt(duesPayments.proofPath),
  reason: duesPayments.reason,
  voided: duesPayments.voided,
  receipt: sql<string | null>`${receiptOf(duesPayments)}`,
  paidUntil: duesPayments.paidUntil,
  sentAt: duesPayments.createdAt,
  decidedAt: duesPayments.decidedAt,
}

/** Newest first. */
export const readEntries = (db: Queryable, memberId: string) =>
  db
    .select(entryColumns)
    .from(duesPayments)
    .where(eq(duesPayments.memberId, memberId))
    .orderBy(
      desc(sql`coalesce(${duesPayments.decidedAt}, ${duesPayments.createdAt})`),
      desc(duesPayments.receiptNumber),
    )

export const countWaitingDues = (db: Queryable): Promise<number> =>
  db.$count(duesPayments, eq(duesPayments.state, 'waiting'))

const payerColumns = (plan: DuesPlan) => ({
  id: users.id,
  name: wholeName,
  rank: users.rank,
  idNumber: users.idNumber,
  region: users.region,
  joined: sql<PlainDate>`${sql.raw(joinedSql('users'))}::text`,
  exempt: sql<boolean>`${sql.raw(exemptSql(plan, 'users'))}`,
  reason: duesExemptions.reason,
  givenBy: decidingAdmin.fullName,
  givenAt: duesExemptions.givenAt,
  hasLeft: sql<boolean>`${users.withdrawnAt} is not null`,
  /** `waiting` is the proof that has waited longest, `last` the payment that was accepted last. */
  waiting: sql<{
    id: string
    centavos: number
  } | null>`(select json_build_object('id', sent.id, 'centavos', sent.centavos) from dues_payments sent
    where sent.member_id = users.id and sent.state = 'waiting' and sent.proof_path is not null order by sent.created_at limit 1)`,
  last: sql<{
    receipt: string
    centavos: number
    paidOn: PlainDate
    way: string
  } | null>`(select json_build_object('receipt', ${receiptOf(last)}, 'centavos', last.centavos, 'paidOn', last.paid_on, 'way', last.way)
    from dues_payments last where last.member_id = users.id and last.kind = 'payment' and last.state = 'accepted' and not last.voided
    order by last.decided_at desc, last.receipt_number desc limit 1)`,
})

/** A payment and its member, as the lists of receipts and statement lines show them. */
export const paymentColumns = {
  id: duesPayments.id,
  receipt: receiptOf(duesPayments),
  memberId: duesPayments.memberId,
  name: wholeName,
  idNumber: users.idNumber,
  centavos: duesPayments.centavos,
  paidOn: duesPayments.paidOn,
  way: duesPayments.way,
  reference: duesPayments.reference,
}

/** Members have a ledger, even after they left, because they may come back. Accounts that only administer have none. */
export const isPayer = sql.raw(isListedSql('users.'))

/** Members as the treasury sees them. */
export async function findPayers(db: Queryable, plan: DuesPlan, today: PlainDate, ids: string[]) {
  const found = await db
    .select(payerColumns(plan))
    .from(users)
    .leftJoin(duesExemptions, eq(duesExemptions.memberId, users.id))
    .leftJoin(decidingAdmin, eq(decidingAdmin.id, duesExemptions.givenBy))
    .where(and(isPayer, inArray(users.id, ids)))
  const ledgers = await readLedgers(db, ids)
  return found.map(({ joined, exempt, reason, givenBy, givenAt, ...payer }) => {
    const reached = evaluateLedger(plan, joined, ledgers.get(payer.id) ?? [])
    return {
      ...payer,
      exemption: reason === null ? null : { reason, by: givenBy ?? '', at: givenAt ?? 0 },
      ...reached,
      standing: standingOf({ ...reached, exempt }, plan, today),
      due: whatIsDue(plan, reached, today),
    }
  })
}

/**
 * Where the reference or picture of a payment was seen before: in another payment or a registration. Column names are
 * written out with their table, because Drizzle drops the table in a query of a single table.
 */
export const seenBeforeSql = sql<SeenBefore[]>`(
  select coalesce(json_agg(json_build_object('same', seen.same, 'name', whose.full_name, 'payment', case when other.id is not null then
    json_build_object('id', other.id, 'receipt', ${receiptOf(counterpart)}, 'state', other.state) end)), '[]')
  from (
    select 'reference' as same, same.id as payment_id, same.member_id as user_id from dues_payments same
    where same.reference = dues_payments.reference and same.id <> dues_payments.id and same.state <> 'refused' and not same.voided
    union all
    select 'reference', null, applied.id from users applied where applied.payment_reference = dues_payments.reference
    union all
    select 'picture', with_it.id, coalesce(with_it.member_id, applied.id)
    from uploads mine join uploads same on same.sha256 = mine.sha256 and same.path <> mine.path
      left join dues_payments with_it on with_it.proof_path = same.path
      left join users applied on applied.payment_proof_path = same.path
    where mine.path = dues_payments.proof_path and (with_it.id is not null or applied.id is not null)
    order by same desc limit 5) seen
  join users whose on whose.id = seen.user_id left join dues_payments other on other.id = seen.payment_id)`

/** The standing and the last payment sent, for the page frame and the profile. Null for somebody without a ledger. */
export async function findStanding(db: Queryable, plan: DuesPlan, today: PlainDate, memberId: string) {
  const [row] = await db
    .select({
      ...standingColumns(plan),
      sent: sql<PaymentState | null>`(select sent.state from dues_payments sent where sent.member_id = ${users}.id and sent.kind = 'payment'
        order by array_position(array['waiting', 'asked again'], sent.state), coalesce(sent.decided_at, sent.created_at) desc limit 1)`,
    })
    .from(users)
    .where(and(isPayer, eq(users.id, memberId)))
  const standing = row ? standingFrom(plan, row, today) : null
  return standing && { standing, sent: row?.sent ?? null }
}

const anyUuid = new RegExp(uuid, 'i')

/** Finds a member by typed or scanned text. A card's QR code holds the address of the card's page, with its token. */
export function payerCondition(typed: string): SQL {
  const [token] = anyUuid.exec(typed) ?? []
  if (token) return sql`${users.cardToken} = ${token}`
  const number = normaliseSerial(typed)
  return sql`(${users.idNumber} = ${number} or ${users.militarySerial} = ${number} or (${users.militarySerial} is not null and replace(${users.militarySerial}, '-', '') = ${withoutHyphens(number)}))`
}

export type LockedPayer = NonNullable<Awaited<ReturnType<typeof lockPayer>>>

/** Locks the member: until the transaction ends, nobody else writes to this ledger or erases the member. */
export async function lockPayer(tx: Queryable, memberId: string) {
  const [row] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      joined: sql<PlainDate>`${sql.raw(joinedSql('users'))}::text`,
    })
    .from(users)
    .where(and(eq(users.id, memberId), isPayer))
    .for('no key update')
  return row ?? null
}

/** The day on which the last payment that is not voided was accepted; null before the first. */
export async function findLastPayment(db: Queryable): Promise<PlainDate | null> {
  const { rows } = await db.execute<{ day: PlainDate | null }>(sql`
    select (max(decided_at) at time zone 'Asia/Manila')::date::text as day
    from dues_payments where kind = 'payment' and state = 'accepted' and not voided`)
  return rows[0]?.day ?? null
}

/** Call it in the transaction that writes the receipt: others wait for its end, and a rollback frees the number. */
export async function nextReceipt(tx: Queryable, year: number): Promise<number> {
  const [row] = await tx
    .insert(duesReceipts)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: duesReceipts.year, set: { last: sql`${duesReceipts.last} + 1` } })
    .returning({ last: duesReceipts.last })
  return row?.last ?? 0
}

/** Copies the result of a ledger to the member's record; null once the ledger is empty. */
export const writePaidUntil = (tx: Queryable, memberId: string, paidUntil: PlainDate | null) =>
  tx.update(users).set({ duesPaidUntil: paidUntil }).where(eq(users.id, memberId))

/** A receipt that was not voided. */
export const isReceipt = and(
  eq(duesPayments.kind, 'payment'),
  eq(duesPayments.state, 'accepted'),
  eq(duesPayments.voided, false),
)

/**
 * Matches statement lines with payments that have their reference and add up to their amount, or to what is left of it.
 * Returns how many lines it matched.
 */
export async function matchLines(tx: Queryable, which: SQL): Promise<number> {
  const free = sql`${isReceipt} and ${duesPayments.lineId} is null`
  const { rows } = await tx.execute<{ lines: number }>(sql`
    with pairs as (
      select distinct on (dues_payments.reference) dues_payments.reference, statement_lines.id as line_id
      from statement_lines cross join unnest(mentions) mentioned join dues_payments on dues_payments.reference = mentioned
      where ${which} and set_aside is null and ${free}
      group by dues_payments.reference, statement_lines.id
      having sum(dues_payments.centavos) = statement_lines.centavos
        - coalesce((select sum(own.centavos) from dues_payments own where own.line_id = statement_lines.id), 0)
      order by dues_payments.reference, statement_lines.day, statement_lines.id),
    matched as (
      update dues_payments set line_id = pairs.line_id from pairs
      where dues_payments.reference = pairs.reference and ${free} returning dues_payments.line_id)
    select count(distinct line_id)::int as lines from matched`)
  return rows[0]?.lines ?? 0
}

/** Everything about a member's dues, for the download of their data; null if there is nothing. */
export async function heldDues(db: Queryable, memberId: string) {
  const entries = await readEntries(db, memberId)
  const [exemption] = await db
    .select({ since: duesExemptions.givenAt, reason: duesExemptions.reason })
    .from(duesExemptions)
    .where(eq(duesExemptions.memberId, memberId))
  const reminders = await db
    .select({ about: duesReminders.kind, paidUntil: duesReminders.paidUntil, at: duesReminders.queuedAt })
    .from(duesReminders)
    .where(eq(duesReminders.memberId, memberId))
  const lines = await db
    .select({ day: statementLines.day, account: statementLines.account, text: statementLines.text })
    .from(statementLines)
    .innerJoin(duesPayments, eq(duesPayments.lineId, statementLines.id))
    .where(eq(duesPayments.memberId, memberId))
  if (entries.length + reminders.length === 0 && !exemption) return null
  return {
    payments: entries.map(({ id: _id, proof: _proof, ...entry }) => entry),
    exemption: exemption ?? null,
    reminders,
    onStatements: lines,
  }
}

/** Deletes what is personal. Amounts and receipt numbers stay: they are the association's books. */
export async function forgetDues(tx: Queryable, memberId: string): Promise<void> {
  const own = eq(duesPayments.memberId, memberId)
  const lines = tx.select({ id: duesPayments.lineId }).from(duesPayments).where(own)
  await tx
    .update(statementLines)
    .set({ text: '', reference: null, mentions: [] })
    .where(inArray(statementLines.id, lines))
  await tx.delete(duesPayments).where(and(own, sql`${duesPayments.state} <> 'accepted'`))
  await tx
    .update(duesPayments)
    .set({
      reference: null,
      proofPath: null,
      reason: sql`case when ${duesPayments.reason} is null then null else '' end`,
    })
    .where(own)
  await tx.delete(duesExemptions).where(eq(duesExemptions.memberId, memberId))
  await tx.delete(duesReminders).where(eq(duesReminders.memberId, memberId))
}
