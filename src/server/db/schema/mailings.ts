import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { mailingOutcomes } from '#shared/members/mailing/mailing.ts'
import { instant, newId, now, oneOf } from './columns.ts'
import { uploads } from './files.ts'
import { users } from './members.ts'

/**
 * Emails that an administrator wrote to members. Where one stands is derived from its counts; they are kept with each
 * recipient, so that nobody has to count a hundred thousand rows, and so that they stay when a member is erased.
 */
export const mailings = pgTable(
  'mailings',
  {
    /** Made by the browser: the same request sent twice is the same email. */
    id: uuid().primaryKey(),
    subject: text().notNull(),
    body: text().notNull(),
    /** Who was meant, in the words of the members' filter; empty for all members. */
    audience: text().notNull(),
    sentBy: uuid('sent_by').references(() => users.id, { onDelete: 'set null' }),
    sentAt: instant('sent_at').notNull(),
    recipients: integer().notNull(),
    sent: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    leftOut: integer('left_out').notNull().default(0),
    unsure: integer().notNull().default(0),
    stoppedAt: instant('stopped_at'),
    stoppedBy: uuid('stopped_by').references(() => users.id, { onDelete: 'set null' }),
    /** While the mail server takes nothing: until when to leave it alone, for the how manieth time, and what it said. */
    pausedUntil: instant('paused_until'),
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

/** What goes along with one. */
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

/** Who gets one, and whether they have it. Also the queue: without an outcome it is still to be sent, while the email is not stopped. */
export const mailingRecipients = pgTable(
  'mailing_recipients',
  {
    /** Part of the email's Message-ID, the same at every try. */
    id: newId(),
    mailingId: uuid('mailing_id')
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    memberId: uuid('member_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    outcome: text({ enum: mailingOutcomes }),
    settledAt: instant('settled_at'),
    attempts: integer().notNull().default(0),
    nextTryAt: instant('next_try_at').notNull().default(now),
    /** Written before a mail server is spoken to: whoever is left so by a crash may have it, and is not sent it again unasked. */
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
