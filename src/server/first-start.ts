import { randomInt, randomUUID } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { makeAdministrator } from '#server/accounts/administrators.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { isCommon } from '#server/accounts/passwords.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { inTransaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { emailLoginPasswordMin } from '#shared/accounts/password.ts'
import { mainJobs } from '#shared/permissions.ts'
import type { Clock } from './clock.ts'
import { ConfigError, type Config } from './config.ts'

/** Creates what a new installation needs before anybody can use it. Later starts change nothing. */
export async function prepareFirstStart(deps: {
  db: Database
  clock: Clock
  config: Config
  siteKey: string
}): Promise<{ email: string; password: string } | null> {
  const { db, clock, config, siteKey } = deps
  const id = randomUUID()
  const password = config.firstAdmin?.password ?? readablePassword()
  // Hash before the transaction, so that other nodes do not wait for it; and only if it is needed.
  const needed = !(await hasAdmin(db))
  if (needed && isCommon(password))
    throw new ConfigError('The setting ADMIN_PASSWORD is a password that many people have. Please choose another one.')
  if (needed && password.length < emailLoginPasswordMin)
    throw new ConfigError(`The setting ADMIN_PASSWORD must be at least ${emailLoginPasswordMin} characters long.`)
  const hash = needed ? await hashPassword({ siteKey, userId: id }, password) : null
  return inTransaction({ db, lock: 'firstStart' }, async (tx) => {
    if (hash === null || (await hasAdmin(tx))) return null
    const email = config.firstAdmin?.email ?? 'admin@site.local'
    const made = { id, email, name: config.firstAdminName ?? null, jobs: mainJobs, hash }
    if (!(await makeAdministrator(deps, tx, made)))
      throw new ConfigError(`The address ${email} in ADMIN_EMAIL belongs to somebody else.`)
    await appendAudit(tx, clock, { actor: 'system', action: 'site started first', subject: id })
    return { email, password: config.firstAdmin?.password ? '(as set in ADMIN_PASSWORD)' : password }
  })
}

async function hasAdmin(db: Queryable): Promise<boolean> {
  const [{ admins = 0 } = {}] = await db.select({ admins: count() }).from(users).where(eq(users.isAdmin, true))
  return admins > 0
}

/** Five groups of four letters and digits that are hard to confuse: about 98 bits. */
export function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
