import { randomInt } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { defaultElection } from '#shared/elections/settings/defaults.ts'
import { hashPassword } from './accounts/passwords.ts'
import { writePassword } from './accounts/queries.ts'
import { isCommon } from './accounts/weak-password.ts'
import { appendAudit } from './audit/audit.ts'
import type { Clock } from './clock.ts'
import { ConfigError, type Config } from './config.ts'
import type { Database, Queryable } from './db/database.ts'
import { elections, users } from './db/schema.ts'
import { inTransaction } from './db/transaction.ts'

/** What a new installation needs before anybody can use it. Later starts find it there and change nothing. */
export async function prepareFirstStart(deps: {
  db: Database
  clock: Clock
  config: Config
}): Promise<{ email: string; password: string } | null> {
  const { db, clock, config } = deps
  const password = config.firstAdmin?.password ?? readablePassword()
  // Made ahead of the transaction, in which other nodes would wait for it; and not at all where nobody needs it.
  const needed = !(await hasAdmin(db))
  if (needed && isCommon(password))
    throw new ConfigError('The setting ADMIN_PASSWORD is a password that many people have. Please choose another one.')
  const hash = needed ? await hashPassword(password) : null
  return inTransaction({ db, lock: 'firstStart' }, async (tx) => {
    const [{ held = 0 } = {}] = await tx.select({ held: count() }).from(elections)
    if (held === 0) await tx.insert(elections).values(defaultElection)

    if (hash === null || (await hasAdmin(tx))) return null
    const email = config.firstAdmin?.email ?? 'admin@site.local'
    const [admin] = await tx
      .insert(users)
      .values({
        firstName: 'Site',
        lastName: 'Administrator',
        email,
        isAdmin: true,
        approved: true,
        approvedAt: new Date(clock.now()),
      })
      .returning({ id: users.id })
    if (!admin) throw new Error('the first administrator could not be made')
    await writePassword(tx, admin.id, { hash, own: true })
    await appendAudit(tx, clock, { actor: 'system', action: 'site started first', subject: admin.id })
    return { email, password: config.firstAdmin?.password ? '(as set in ADMIN_PASSWORD)' : password }
  })
}

async function hasAdmin(db: Queryable): Promise<boolean> {
  const [{ admins = 0 } = {}] = await db.select({ admins: count() }).from(users).where(eq(users.isAdmin, true))
  return admins > 0
}

/** Five groups of four letters and digits that cannot be mistaken for one another: about 98 bits. */
export function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
