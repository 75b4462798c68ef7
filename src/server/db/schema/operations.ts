import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { optionalItems } from '#shared/dashboard/checklist.ts'
import { backupPlaces } from '#shared/operations/backup/backup.ts'
import { voterEmailKinds } from './ballots.ts'
import { createdAt, instant, newId, now, oneOf } from './columns.ts'
import { elections } from './elections.ts'

/** Who owns what an entry is about. Queries use the index only in these words. */
export const ownerOf = sql<string | null>`((entry::json) -> 'detail' ->> 'owner')`
/** Whom an act on a nominee was about. Queries use the index only in these words. */
export const memberOf = sql<string | null>`((entry::json) -> 'detail' ->> 'member')`
/** In which election an act was done that is about a person. Queries use the index only in these words. */
export const electionOf = sql<string | null>`((entry::json) -> 'detail' ->> 'election')`

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
    /** As written, in UTC and always as long, so that its order as a text is that of time. */
    at: text().generatedAlwaysAs(sql`((entry::json) ->> 'at')`),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.seq),
    index('audit_log_action').on(t.action, t.seq),
    index('audit_log_actor').on(t.actor, t.seq),
    index('audit_log_at').on(t.at),
    /** Whose document was opened, for those entries that say so. */
    index('audit_log_owner')
      .on(ownerOf)
      .where(sql`${ownerOf} is not null`),
    index('audit_log_member')
      .on(memberOf)
      .where(sql`${memberOf} is not null`),
    index('audit_log_election')
      .on(electionOf)
      .where(sql`${electionOf} is not null`),
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
  'test',
  'site warning',
  'observer invitation',
  'nomination',
  'administrator invitation',
  'administrator change',
  'digest',
  'proxy waiting',
  'dues receipt',
  'dues payment',
  'dues reminder',
] as const

/**
 * Emails waiting to go out. Written with the act that causes them, removed once sent. One that could not be sent for days
 * stays for an administrator to see, and is tried again only when told to.
 */
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
    /** The same with links to press, where there is such a part. */
    html: text(),
    attempts: integer().notNull().default(0),
    nextTryAt: instant('next_try_at').notNull().default(now),
    lastError: text('last_error'),
    /** When it was given up. */
    failedAt: instant('failed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('emails_kind_check', oneOf(t.kind, emailKinds)),
    check('emails_about_an_election', sql`(${oneOf(t.kind, voterEmailKinds)}) = (${t.electionId} is not null)`),
    index('emails_due')
      .on(t.nextTryAt)
      .where(sql`failed_at is null`),
    index('emails_failed')
      .on(t.failedAt)
      .where(sql`failed_at is not null`),
  ],
)

/** First steps of a new site that the association does without; who said so is in the log. The others are derived. */
export const checklistAnswers = pgTable(
  'checklist_answers',
  { item: text({ enum: optionalItems }).primaryKey() },
  (t) => [check('checklist_answers_item_check', oneOf(t.item, optionalItems))],
)

/** Login budgets: points spent until the count starts afresh (milliseconds since 1970). */
export const throttles = pgTable('throttles', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Facts about this installation: fingerprint of the site key, and the like. */
export const installation = pgTable('installation', { key: text().primaryKey(), value: text().notNull() })

/**
 * The running nodes of the site, each seen every few seconds by the database's clock. One that stopped takes its row with
 * it; one that was killed is old. The latest `seen_at` is also how the site notices that the database's clock went back.
 */
export const nodes = pgTable('nodes', {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  /** Which files and which ballot keys it works with, not where they lie: nodes of one site must share both. */
  storage: text().notNull(),
  vault: text().notNull(),
  /** How far its own clock is ahead of the database's. */
  clockOffsetMs: integer('clock_offset_ms'),
  draining: boolean().notNull().default(false),
  startedAt: instant('started_at').notNull().default(now),
  seenAt: instant('seen_at').notNull().default(now),
})

/** How each background job fared last, on whichever node. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  startedAt: instant('started_at'),
  /** The last run that ended well. */
  succeededAt: instant('succeeded_at'),
  failedAt: instant('failed_at'),
  /** Since it last ended well. */
  failures: integer().notNull().default(0),
  /** What kind of failure, without values. */
  lastError: text('last_error'),
})

const backupKinds = ['scheduled', 'manual'] as const
const backupStates = ['running', 'done', 'failed'] as const

/** Every backup that was begun, and what became of it. The files themselves lie elsewhere. */
export const backups = pgTable(
  'backups',
  {
    id: newId(),
    kind: text({ enum: backupKinds }).notNull(),
    state: text({ enum: backupStates }).notNull().default('running'),
    place: text({ enum: backupPlaces }).notNull(),
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    rows: bigint({ mode: 'number' }).notNull().default(0),
    files: integer().notNull().default(0),
    error: text(),
    startedAt: instant('started_at').notNull().default(now),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('backups_kind_check', oneOf(t.kind, backupKinds)),
    check('backups_state_check', oneOf(t.state, backupStates)),
    check('backups_place_check', oneOf(t.place, backupPlaces)),
    check('backups_finished', sql`(${t.state} = 'running') = (${t.finishedAt} is null)`),
    index('backups_finished_at').on(t.finishedAt),
  ],
)

/** Stored files that no record claims, since when they are known as such, and whether they lie in the trash already. */
export const strayFiles = pgTable('stray_files', {
  path: text().primaryKey(),
  firstSeenAt: instant('first_seen_at').notNull().default(now),
  trashedAt: instant('trashed_at'),
})
