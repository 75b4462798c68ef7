import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { z } from 'zod'
import { hashPassword } from '#server/accounts/passwords.ts'
import { writePassword } from '#server/accounts/queries.ts'
import { changeSiteKey } from '#server/accounts/change-site-key.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { runningClock } from '#server/clock.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database, type OpenDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { appliedMigrations, knownMigrations } from '#server/db/migration-journal.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import { twoFactors, users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts'
import { readablePassword } from '#server/first-start.ts'
import { createLog } from '#server/log.ts'
import { goneAfter } from '#server/operations/nodes/join.ts'
import { finishChange, loadSiteKey, prepareNextKey } from '#server/site-key.ts'
import { exitAfter, say } from '#server/terminal.ts'

/** For the person at the server's keyboard, when nobody can log in any more. The site may be running meanwhile. */
const usage = `npm run admin -- list
npm run admin -- add <email>              makes an administrator and prints a password
npm run admin -- reset-password <email>   new password, two-step login off
npm run admin -- new-site-key             another site key, for a site that is stopped; everybody is logged out`

const [act = '', given = ''] = process.argv.slice(2)
exitAfter(main())

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { connection, stop } = await reachDatabase(config, say)
  const { pool, db } = openDatabase(connection, createLog('silent'))
  try {
    await refuseUnfinishedRestore(config.dataDir, pool)
    await refusePendingMigrations(pool)
    await migrate(pool)
    if (act === 'list') await list(db)
    else if (act === 'add') await add(db, emailOf(given))
    else if (act === 'reset-password') await resetPassword(db, emailOf(given))
    else if (act === 'new-site-key') await newSiteKey(config, { pool, db })
    else throw new ConfigError(usage)
  } finally {
    await pool.end()
    await stop()
  }
}

/** An update is made by the start of the site, which makes a backup before it. A database that is new has nothing to lose. */
async function refusePendingMigrations(pool: pg.Pool): Promise<void> {
  const applied = await appliedMigrations(pool)
  if (applied.length > 0 && applied.length < knownMigrations().length)
    throw new ConfigError(
      'The database is that of the version before. Start the site once, which updates it, and try again.',
    )
}

async function newSiteKey(config: Config, { pool, db }: OpenDatabase): Promise<void> {
  const { rowCount } = await pool.query(`select from nodes where seen_at > clock_timestamp() - ${goneAfter} limit 1`)
  if (rowCount) throw new ConfigError('The site is running: stop it first, and wait half a minute if it was killed.')
  const from = await loadSiteKey(config, pool)
  const to = await prepareNextKey(config)
  // Said first: once the database knows the new key, the old one is worth nothing.
  if (config.siteSecret) say(`Set this on every node before you start it again: SITE_SECRET=${to}`)
  const twoSteps = await changeSiteKey({ db, clock: runningClock() }, { from, to })
  await finishChange(config, pool)
  say(`The site has another key. Everybody logs in again; ${twoSteps} two-step logins work as before.`)
}

function emailOf(typed: string): string {
  const email = z.email().safeParse(typed.trim().toLowerCase())
  if (!email.success) throw new ConfigError(usage)
  return email.data
}

async function list(db: Database): Promise<void> {
  const admins = await db
    .select({ email: users.email, twoFactor: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.isAdmin, true))
  for (const { email, twoFactor } of admins) say(`${email}  two-step login ${twoFactor ? 'on' : 'off'}`)
}

async function add(db: Database, email: string): Promise<void> {
  const password = readablePassword()
  const hash = await hashPassword(password)
  await inTransaction({ db }, async (tx) => {
    const values = {
      firstName: 'Site',
      lastName: 'Administrator',
      email,
      isAdmin: true,
      approved: true,
      approvedAt: new Date(),
    }
    const [made] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id })
    if (!made) throw new ConfigError(`Someone already has the address ${email}.`)
    await writePassword(tx, made.id, { hash, own: true })
    await appendAudit(tx, runningClock(), { actor: 'system', action: 'administrator added', subject: made.id })
  })
  say(`Password for ${email}: ${password}`)
}

async function resetPassword(db: Database, email: string): Promise<void> {
  const password = readablePassword()
  const hash = await hashPassword(password)
  await inTransaction({ db }, async (tx) => {
    const [admin] = await tx
      .update(users)
      .set({ twoFactorEnabled: false, twoFactorName: null })
      .where(eq(users.email, email))
      .returning({ id: users.id, isAdmin: users.isAdmin })
    if (!admin?.isAdmin) throw new ConfigError(`No administrator has the address ${email}.`)
    await tx.delete(twoFactors).where(eq(twoFactors.userId, admin.id))
    await writePassword(tx, admin.id, { hash, own: true })
    await appendAudit(tx, runningClock(), { actor: 'system', action: 'password changed', subject: admin.id })
  })
  say(`New password for ${email}: ${password}`)
}
