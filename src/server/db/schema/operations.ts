import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, newId, oneOf } from './columns.ts'
import { elections, voterEmailKinds } from './elections.ts'

/** Who owns what an entry is about. Queries use the index only in these words. */
export const ownerOf = sql<string | null>`((entry::json) -> 'detail' ->> 'owner')`

/**
 * Append-only: triggers refuse update, delete and truncate. `entry` is the exact text that was hashed; the other columns
 * are read out of it by the database, so they cannot say anything else.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    entry: text().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull().unique('audit_log_hash_unique'),
    action: text().generatedAlwaysAs(sql`((entry::json) ->> 'action')`),
    actor: text().generatedAlwaysAs(sql`((entry::json) ->> 'actor')`),
    subject: text().generatedAlwaysAs(sql`((entry::json) ->> 'subject')`),
  },
  (t) => [
    index('audit_log_subject').on(t.subject),
    index('audit_log_action').on(t.action),
    /** Whose document was opened, for those entries that say so. */
    index('audit_log_owner')
      .on(ownerOf)
      .where(sql`${ownerOf} is not null`),
  ],
)

/** What an email is about. Its subject is for its reader: it may be worded anew, and no email is looked for by it. */
export const emailKinds = [
  ...voterEmailKinds,
  'registration',
  'approval',
  'rejection',
  'withdrawal',
  'restoration',
  'privacy request',
  'privacy answer',
  'password link',
  'password change',
  'one-time code',
  'address change',
] as const

/** Emails waiting to go out. Written with the act that causes them, removed once sent. */
export const emails = pgTable(
  'emails',
  {
    id: newId(),
    to: text().notNull(),
    kind: text({ enum: emailKinds }).notNull(),
    /** The election that an email to voters is about. */
    electionId: uuid('election_id').references(() => elections.id),
    subject: text().notNull(),
    body: text().notNull(),
    attempts: integer().notNull().default(0),
    nextTryAt: instant('next_try_at').notNull().defaultNow(),
    lastError: text('last_error'),
    createdAt: createdAt(),
  },
  (t) => [
    check('emails_kind_check', oneOf(t.kind, emailKinds)),
    check('emails_about_an_election', sql`(${oneOf(t.kind, voterEmailKinds)}) = (${t.electionId} is not null)`),
    index('emails_due').on(t.nextTryAt),
  ],
)

/** Login budgets: points spent until the count starts afresh (milliseconds since 1970). */
export const throttles = pgTable('throttles', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Facts about this installation: fingerprint of the site key, and the like. */
export const installation = pgTable('installation', { key: text().primaryKey(), value: text().notNull() })
