import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { optionalItems } from '#shared/dashboard/checklist.ts'
import { backupPlaces } from '#shared/operations/backup/backup.ts'
import { voterEmailKinds } from './ballots.ts'
import { createdAt, instantColumn, newId, now, oneOf } from './columns.ts'
import { elections } from './elections.ts'

/** The owner of the document in an entry. The index works only with exactly this expression. */
export const ownerOf = sql<string | null>`((entry::json) -> 'detail' ->> 'owner')`
/** The member in an entry about a nominee. The index works only with exactly this expression. */
export const memberOf = sql<string | null>`((entry::json) -> 'detail' ->> 'member')`
/** The election in an entry about a person. The index works only with exactly this expression. */
export const electionOf = sql<string | null>`((entry::json) -> 'detail' ->> 'election')`

/**
 * Append-only: triggers refuse update, delete and truncate. `entry` is the exact text that was hashed; the database
 * derives the other columns from it, so they cannot contradict it.
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
    /** The owner of an opened document, for the entries that have one. */
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

/** The kind of an email. Code never looks at subjects, so they can be reworded. */
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
 * The queue of emails. A row is written with the act that causes it, and deleted once it is sent. One that failed for
 * days stays for an administrator to see, and is retried only on request.
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
    /** The same text with clickable links, if the email has such a part. */
    html: text(),
    attempts: integer().notNull().default(0),
    nextTryAt: instantColumn('next_try_at').notNull().default(now),
    lastError: text('last_error'),
    failedAt: instantColumn('failed_at'),
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

/** Optional set-up steps that the association skips; the log says who decided. All other steps are derived. */
export const checklistAnswers = pgTable(
  'checklist_answers',
  { item: text({ enum: optionalItems }).primaryKey() },
  (t) => [check('checklist_answers_item_check', oneOf(t.item, optionalItems))],
)

/** Budgets: points spent until the count starts again (milliseconds since 1970). */
export const throttles = pgTable('throttles', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Facts about this installation, such as the site key's fingerprint. */
export const installation = pgTable('installation', { key: text().primaryKey(), value: text().notNull() })

/**
 * The running nodes of the site. Each updates its row every few seconds by the database's clock. A node that stops
 * deletes its row; that of a killed node gets old. The latest `seen_at` also shows if the database's clock went back.
 */
export const nodes = pgTable('nodes', {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  /** These identify the files and ballot keys, not their location: the nodes of one site must share both. */
  storage: text().notNull(),
  vault: text().notNull(),
  /** How far the node's own clock is ahead of the database's. */
  clockOffsetMs: integer('clock_offset_ms'),
  draining: boolean().notNull().default(false),
  startedAt: instantColumn('started_at').notNull().default(now),
  seenAt: instantColumn('seen_at').notNull().default(now),
})

/** The last outcome of each background job, on any node. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  startedAt: instantColumn('started_at'),
  succeededAt: instantColumn('succeeded_at'),
  failedAt: instantColumn('failed_at'),
  /** Since the last success. */
  failures: integer().notNull().default(0),
  /** The code or name of the error, without values. */
  lastError: text('last_error'),
})

const backupKinds = ['scheduled', 'manual'] as const
const backupStates = ['running', 'done', 'failed'] as const

/** Every backup that was started, and its outcome. The backup files are stored elsewhere. */
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
    startedAt: instantColumn('started_at').notNull().default(now),
    finishedAt: instantColumn('finished_at'),
  },
  (t) => [
    check('backups_kind_check', oneOf(t.kind, backupKinds)),
    check('backups_state_check', oneOf(t.state, backupStates)),
    check('backups_place_check', oneOf(t.place, backupPlaces)),
    check('backups_finished', sql`(${t.state} = 'running') = (${t.finishedAt} is null)`),
    index('backups_finished_at').on(t.finishedAt),
  ],
)

/** Stored files that no record claims: since when, and whether they are in the trash already. */
export const strayFiles = pgTable('stray_files', {
  path: text().primaryKey(),
  firstSeenAt: instantColumn('first_seen_at').notNull().default(now),
  trashedAt: instantColumn('trashed_at'),
})
