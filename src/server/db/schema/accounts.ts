import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { jobs } from '#shared/permissions.ts'
import { createdAt, instant, newId } from './columns.ts'
import { users } from './members.ts'

/** Tables of the account library, in its own words, plus what throttling and one-time codes need. */

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
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expiresAt)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: newId(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: owner(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('accounts_user').on(t.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: newId(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

export const twoFactors = pgTable('two_factors', {
  id: newId(),
  userId: owner().unique('two_factors_user_unique'),
  secret: text().notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean().default(true),
  failedVerificationCount: integer('failed_verification_count').default(0),
  lockedUntil: instant('locked_until'),
})

/** What an administrator was given to do, by whom and when. It stays when they are removed, for the log names them. */
export const administrators = pgTable(
  'administrators',
  {
    userId: owner().primaryKey(),
    jobs: text({ enum: jobs }).array().notNull(),
    /** False while nobody has told the site the person's name, as after its first start. */
    named: boolean().notNull().default(true),
    /** Null for whoever was made at the server's keyboard. */
    invitedBy: uuid('invited_by').references(() => users.id),
    invitedAt: instant('invited_at').notNull(),
    lastLoginAt: instant('last_login_at'),
    removedBy: uuid('removed_by').references(() => users.id),
    removedAt: instant('removed_at'),
    /** The address they had, once they are removed: their account has none any more, and somebody else may have it. */
    formerEmail: text('former_email'),
    /** Whether they want the daily email about what waits for them, and the last day that was looked at for it. */
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

/** A time-based code is accepted once: the second use meets this primary key. */
export const usedTwoFactorCodes = pgTable(
  'used_two_factor_codes',
  { userId: owner(), codeHash: text('code_hash').notNull(), usedAt: instant('used_at').notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** A code an administrator gave a member after checking who they are: works once, soon, and instead of the password. */
export const oneTimeCodes = pgTable('one_time_codes', {
  userId: owner().primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  givenBy: uuid('given_by')
    .notNull()
    .references(() => users.id),
  createdAt: createdAt(),
})
