import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { jobs } from '#shared/permissions.ts'
import { createdAt, instantColumn, newId, now } from './columns.ts'
import { users } from './members.ts'

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: newId(),
    token: text().notNull().unique('sessions_token_unique'),
    userId: owner(),
    expiresAt: instantColumn('expires_at').notNull(),
    /** In plain words, `Chrome on Android`: all that is stored about the browser. */
    device: text().notNull().default(''),
    createdAt: createdAt(),
    /** When the session was last renewed, at most once an hour; so roughly its last use. */
    updatedAt: instantColumn('updated_at').notNull().default(now),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
)

export const passwords = pgTable('passwords', {
  userId: owner().primaryKey(),
  /** Encrypted with the site key for this person. Null until an imported member's first login with the birthday. */
  hash: text(),
  updatedAt: instantColumn('updated_at').notNull().default(now),
})

/** A hash with the site key of what the owner logs in with and may do (`src/server/http/account-mark.ts`). */
export const accountMarks = pgTable('account_marks', { userId: owner().primaryKey(), mark: text().notNull() })

/** Secrets that work once and soon expire: password links, emailed codes, second steps and passkeys in progress. */
export const verifications = pgTable(
  'verifications',
  {
    /** A hash of the purpose and the secret. */
    identifier: text().primaryKey(),
    /** Null for a login with a passkey, where the person is not known yet. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    tries: integer().notNull().default(0),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (t) => [index('verifications_user').on(t.userId)],
)

/** Both are encrypted with the site key for this person, and take effect once `users.two_factor_enabled` is true. */
export const twoFactors = pgTable('two_factors', {
  userId: owner().primaryKey(),
  secret: text().notNull(),
  recoveryCodes: text('recovery_codes').notNull(),
  /** The half minute of the last used code: neither that code nor an earlier one is accepted again. */
  usedStep: integer('used_step').notNull().default(0),
})

export const passkeys = pgTable(
  'passkeys',
  {
    id: newId(),
    userId: owner(),
    credentialId: text('credential_id').notNull().unique('passkeys_credential_unique'),
    /** Encrypted with the site key for this person, so that nobody can insert another person's key. */
    publicKey: text('public_key').notNull(),
    /** The key's usage counter, which reveals a copy of the key; always 0 for a key that does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instantColumn('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** An administrator's jobs, who gave them and when. The row stays after a removal, because the log refers to it. */
export const administrators = pgTable(
  'administrators',
  {
    userId: owner().primaryKey(),
    jobs: text({ enum: jobs }).array().notNull(),
    /** False until the person has entered a name, as after the site's first start. */
    named: boolean().notNull().default(true),
    /** Null if created from the server's command line. */
    invitedBy: uuid('invited_by').references(() => users.id),
    invitedAt: instantColumn('invited_at').notNull(),
    lastLoginAt: instantColumn('last_login_at'),
    removedBy: uuid('removed_by').references(() => users.id),
    removedAt: instantColumn('removed_at'),
    /** The address of a removed administrator: the account no longer has it, and somebody else may use it. */
    formerEmail: text('former_email'),
    /** Whether they want the daily email about open tasks, and the last day for which it was considered. */
    digest: boolean().notNull().default(true),
    digestDay: date('digest_day', { mode: 'string' }),
  },
  (t) => [
    check(
      'administrators_jobs_check',
      sql`cardinality(${t.jobs}) > 0 and ${t.jobs} <@ ${sql.raw(`array[${jobs.map((job) => `'${job}'`).join(', ')}]`)}`,
    ),
    check('administrators_former_when_removed', sql`${t.formerEmail} is null or ${t.removedAt} is not null`),
  ],
)

/** A code that an administrator gave a member after checking their identity. Replaces the password once; expires. */
export const oneTimeCodes = pgTable('one_time_codes', {
  userId: owner().primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  givenBy: uuid('given_by')
    .notNull()
    .references(() => users.id),
  /** True until a second administrator confirms it, where an election requires one. Until then the hash differs. */
  waits: boolean().notNull().default(false),
  createdAt: createdAt(),
})

/**
 * SQL for the address of a user who is or was an administrator; null for everybody else. `user` is the alias of the
 * user in the statement. A removed administrator no longer has an address, but the log still shows it.
 */
export const administratorsEmail = (user: string): string =>
  `(select coalesce(${user}.email, named.former_email) from administrators named where named.user_id = ${user}.id)`
