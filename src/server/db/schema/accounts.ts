import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { jobs } from '#shared/permissions.ts'
import { createdAt, instant, newId, now } from './columns.ts'
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
    expiresAt: instant('expires_at').notNull(),
    /** In plain words, `Chrome on Android`: all that is stored about the browser. */
    device: text().notNull().default(''),
    createdAt: createdAt(),
    /** When it was last renewed, at most once an hour: roughly its last use. */
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
)

export const passwords = pgTable('passwords', {
  userId: owner().primaryKey(),
  /** Sealed with the site key for this person. Null for an imported member until the first login: the birthday is their password. */
  hash: text(),
  updatedAt: instant('updated_at').notNull().default(now),
})

/** Made with the site key from what somebody logs in with and what they may do (`src/server/http/account-mark.ts`). */
export const accountMarks = pgTable('account_marks', { userId: owner().primaryKey(), mark: text().notNull() })

/** What works once and expires soon: password links, codes to an address, second steps and passkeys in progress. */
export const verifications = pgTable(
  'verifications',
  {
    /** A hash of its purpose and its secret. */
    identifier: text().primaryKey(),
    /** Null for a passkey login, where the person is not known yet. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    tries: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('verifications_user').on(t.userId)],
)

/** Both are sealed with the site key for this person. They take effect once `users.two_factor_enabled` says so. */
export const twoFactors = pgTable('two_factors', {
  userId: owner().primaryKey(),
  secret: text().notNull(),
  recoveryCodes: text('recovery_codes').notNull(),
  /** The half minute of the last used code: neither it nor an earlier one is accepted again. */
  usedStep: integer('used_step').notNull().default(0),
})

export const passkeys = pgTable(
  'passkeys',
  {
    id: newId(),
    userId: owner(),
    credentialId: text('credential_id').notNull().unique('passkeys_credential_unique'),
    /** Sealed with the site key for this person: nobody can be given somebody else's key. */
    publicKey: text('public_key').notNull(),
    /** The key's usage counter, which reveals a copy of it; always 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** An administrator's jobs, who gave them and when. It stays when they are removed, because the log names them. */
export const administrators = pgTable(
  'administrators',
  {
    userId: owner().primaryKey(),
    jobs: text({ enum: jobs }).array().notNull(),
    /** False while nobody has told the site the person's name, as after its first start. */
    named: boolean().notNull().default(true),
    /** Null if created from the server's command line. */
    invitedBy: uuid('invited_by').references(() => users.id),
    invitedAt: instant('invited_at').notNull(),
    lastLoginAt: instant('last_login_at'),
    removedBy: uuid('removed_by').references(() => users.id),
    removedAt: instant('removed_at'),
    /** The address they had, once removed: their account no longer has one, and somebody else may use it. */
    formerEmail: text('former_email'),
    /** Whether they want the daily email about what waits for them, and the last day it was considered. */
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

/** A code an administrator gave a member after checking their identity: works once, soon, instead of the password. */
export const oneTimeCodes = pgTable('one_time_codes', {
  userId: owner().primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  givenBy: uuid('given_by')
    .notNull()
    .references(() => users.id),
  /** Waits for a second administrator, where an election requires one. The hash decides what works: it is different until then. */
  waits: boolean().notNull().default(false),
  createdAt: createdAt(),
})

/**
 * SQL for the address of a user who is or was an administrator; null for everybody else. `user` is their alias in the statement.
 * A removed administrator no longer has one, but what they did keeps it.
 */
export const administratorsEmail = (user: string): string =>
  `(select coalesce(${user}.email, named.former_email) from administrators named where named.user_id = ${user}.id)`
