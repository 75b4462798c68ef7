import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { optionalItems } from '#shared/dashboard/checklist.ts'
import { backupPlaces } from '#shared/operations/backup/backup.ts'
import { voterEmailKinds } from './ballots.ts'
import { createdAt, instant, newId, now, oneOf } from './columns.ts'
import { elections } from './elections.ts'

/** Who owns what an entry is about. The index is used only with exactly this expression. */
export const ownerOf = sql<string | null>`((entry::json) -> 'detail' ->> 'owner')`
/** The person that an act on a nominee was about. The index is used only with exactly this expression. */
export const memberOf = sql<string | null>`((entry::json) -> 'detail' ->> 'member')`
/** The election of an act that is about a person. The index is used only with exactly this expression. */
export const electionOf = sql<string | null>`((entry::json) -> 'detail' ->> 'election')`

/**
 * Append-only: triggers refuse update, delete and truncate. `entry` is the exact text that was hashed; the database derives the
 * other columns from it, so they cannot say anything else.
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
    /** In UTC and of fixed length, so that sorting it as text sorts by time. */
    at: text().generatedAlwaysAs(sql`((entry::json) ->> 'at')`),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.seq),
    index('audit_log_action').on(t.action, t.seq),
    index('audit_log_actor').on(t.actor, t.seq),
    index('audit_log_at').on(t.at),
    /** Whose document was opened, for entries that have it. */
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

/** What an email is about. Subjects are for readers: they may be reworded, and no code looks for them. */
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
 * Emails to be sent. Written with the act that causes them, deleted once sent. One that failed for days stays for an
 * administrator to see, and is retried only on request.
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
    /** The same with clickable links, if there is such a part. */
    html: text(),
    attempts: integer().notNull().default(0),
    nextTryAt: instant('next_try_at').notNull().default(now),
    lastError: text('last_error'),
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

/** Optional first steps the association skips; the log has who said so. The others are derived. */
export const checklistAnswers = pgTable(
  'checklist_answers',
  { item: text({ enum: optionalItems }).primaryKey() },
  (t) => [check('checklist_answers_item_check', oneOf(t.item, optionalItems))],
)

/** Login budgets: points spent until the count starts again (milliseconds since 1970). */
export const throttles = pgTable('throttles', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Facts about this installation, such as the site key's fingerprint. */
export const installation = pgTable('installation', { key: text().primaryKey(), value: text().notNull() })

/**
 * The running nodes of the site, each updated every few seconds with the database's clock. A node that stops deletes its row; a
 * killed one gets old. The latest `seen_at` also shows if the database's clock went back.
 */
export const nodes = pgTable('nodes', {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  /** Identifies its files and ballot keys, not their location: nodes of one site must share both. */
  storage: text().notNull(),
  vault: text().notNull(),
  /** How far its own clock is ahead of the database's. */
  clockOffsetMs: integer('clock_offset_ms'),
  draining: boolean().notNull().default(false),
  startedAt: instant('started_at').notNull().default(now),
  seenAt: instant('seen_at').notNull().default(now),
})

/** The last outcome of each background job, on whichever node. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  startedAt: instant('started_at'),
  succeededAt: instant('succeeded_at'),
  failedAt: instant('failed_at'),
  /** Since the last success. */
  failures: integer().notNull().default(0),
  /** The kind of failure, without values. */
  lastError: text('last_error'),
})

const backupKinds = ['scheduled', 'manual'] as const
const backupStates = ['running', 'done', 'failed'] as const

/** Every backup that was started, and its outcome. The files themselves are elsewhere. */
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

/** Stored files that no record claims, since when, and whether they are in the trash already. */
export const strayFiles = pgTable('stray_files', {
  path: text().primaryKey(),
  firstSeenAt: instant('first_seen_at').notNull().default(now),
  trashedAt: instant('trashed_at'),
})
