import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { mailingOutcomes } from '#shared/members/mailing/mailing.ts'
import { instantColumn, newId, now, oneOf } from './columns.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

/**
 * Emails that an administrator wrote to members. Their state is derived from counts. Each recipient updates the counts,
 * so that nobody has to count a hundred thousand rows, and the counts stay when a member's data is deleted.
 */
export const mailings = pgTable(
  'mailings',
  {
    /** Made by the browser, so that a request that is sent twice is one email. */
    id: uuid().primaryKey(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The audience in the wording of the members' filter; empty for all members. */
    audience: text().notNull(),
    sentBy: uuid('sent_by').references(() => users.id, { onDelete: 'set null' }),
    sentAt: instantColumn('sent_at').notNull(),
    recipients: integer().notNull(),
    sent: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    leftOut: integer('left_out').notNull().default(0),
    unsure: integer().notNull().default(0),
    stoppedAt: instantColumn('stopped_at'),
    stoppedBy: uuid('stopped_by').references(() => users.id, { onDelete: 'set null' }),
    /** While the mail server accepts nothing: the end of the pause, how many pauses so far, and the error. */
    pausedUntil: instantColumn('paused_until'),
    pauses: integer().notNull().default(0),
    lastError: text('last_error'),
  },
  (t) => [
    check('mailings_written', sql`btrim(${t.subject}) <> '' and btrim(${t.body}, E' \\t\\r\\n') <> ''`),
    check('mailings_have_recipients', sql`${t.recipients} > 0`),
    check(
      'mailings_counts',
      sql`least(${t.sent}, ${t.failed}, ${t.refused}, ${t.leftOut}, ${t.unsure}) >= 0 and ${t.sent} + ${t.failed} + ${t.refused} + ${t.leftOut} + ${t.unsure} <= ${t.recipients}`,
    ),
    check('mailings_stopped_by_somebody', sql`${t.stoppedBy} is null or ${t.stoppedAt} is not null`),
    index('mailings_sent_at').on(t.sentAt, t.id),
  ],
)

export const mailingFiles = pgTable(
  'mailing_files',
  {
    path: text()
      .primaryKey()
      .references(() => uploads.path),
    mailingId: uuid('mailing_id')
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
  },
  (t) => [index('mailing_files_mailing').on(t.mailingId)],
)

/** Who gets an email, and the outcome. Also the queue: a row without outcome is due unless the email was stopped. */
export const mailingRecipients = pgTable(
  'mailing_recipients',
  {
    /** Part of the email's Message-ID, the same at every attempt. */
    id: newId(),
    mailingId: uuid('mailing_id')
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    outcome: text({ enum: mailingOutcomes }),
    settledAt: instantColumn('settled_at'),
    attempts: integer().notNull().default(0),
    nextTryAt: instantColumn('next_try_at').notNull().default(now),
    /** Set before the mail server is contacted: after a crash it may have the email, so it is not sent again. */
    handedOver: boolean('handed_over').notNull().default(false),
    lastError: text('last_error'),
  },
  (t) => [
    unique('mailing_recipients_once').on(t.mailingId, t.memberId),
    check('mailing_recipients_outcome_check', oneOf(t.outcome, mailingOutcomes)),
    check('mailing_recipients_settled', sql`(${t.outcome} is null) = (${t.settledAt} is null)`),
    index('mailing_recipients_due')
      .on(t.mailingId, t.nextTryAt)
      .where(sql`outcome is null`),
    index('mailing_recipients_handed_over')
      .on(t.nextTryAt)
      .where(sql`handed_over and outcome is null`),
    index('mailing_recipients_member').on(t.memberId),
  ],
)
