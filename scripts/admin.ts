import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type pg from 'pg'
import { z } from 'zod'
import { listAdministrators } from '#server/accounts/administrator-queries.ts'
import { makeAdministrator } from '#server/accounts/administrators.ts'
import { changeSiteKey } from '#server/accounts/change-site-key.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { writePassword } from '#server/accounts/queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { runningClock } from '#server/clock.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { inTransaction, openDatabase, type Database, type OpenDatabase } from '#server/db/database.ts'
import { appliedMigrations, knownMigrations, migrate } from '#server/db/migrate.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import { passkeys, twoFactors, users } from '#server/db/schema.ts'
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts'
import { addToBoardState, boardStateFile } from '#server/elections/board/board-state.ts'
import { readablePassword } from '#server/first-start.ts'
import { writeMarks } from '#server/http/account-mark.ts'
import { createLog } from '#server/log.ts'
import { goneAfter } from '#server/operations/status/join-nodes.ts'
import { finishKeyChange, loadSiteKey, prepareNextKey } from '#server/site-key.ts'
import { exitAfter, say } from '#server/terminal.ts'
import { splitFullName } from '#shared/accounts/administrators.ts'
import { hasEveryJob, jobs as allJobs, mainJobs, type Job } from '#shared/permissions.ts'

/** For the person at the server's keyboard, when nobody can log in any more. The site may be running meanwhile. */
const usage = `npm run admin -- list
npm run admin -- add <email> [--name "Maria Santos"] [--jobs membership,content,elections,settings]
                                          adds an administrator and prints a password; without --jobs they get all jobs
npm run admin -- reset-password <email>   new password, two-step login off
npm run admin -- new-site-key             new site key, for a site that is stopped; everybody is logged out
npm run admin -- begin-board-state --reason "The disk was replaced"
                                          starts a new record of what was signed, on a server that lost it`

exitAfter(main())

/** What was typed: the act, the address as a word or as `--email`, and what `add` may be told. */
function readArguments() {
  const text = { type: 'string' } as const
  const options = { email: text, name: text, jobs: text, reason: text }
  try {
    const { positionals, values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
    const [act = '', address = ''] = positionals
    return { act, address: values.email ?? address, ...values }
  } catch {
    throw new ConfigError(usage)
  }
}

async function main(): Promise<void> {
  const { act, address, name, jobs, reason } = readArguments()
  const config = readConfig(process.env)
  const { connection, stop } = await reachDatabase(config, say)
  const { pool, db } = openDatabase(connection, createLog('silent'))
  try {
    await refuseUnfinishedRestore(config.dataDir, pool)
    await refusePendingMigrations(pool)
    await migrate(pool)
    if (act === 'list') await list(db)
    else if (act === 'add')
      await add(
        { db, siteKey: await loadSiteKey(config, pool) },
        { email: emailOf(address), name: nameOf(name), jobs: jobsOf(jobs) },
      )
    else if (act === 'reset-password')
      await resetPassword({ db, siteKey: await loadSiteKey(config, pool) }, emailOf(address))
    else if (act === 'new-site-key') await newSiteKey(config, { pool, db })
    else if (act === 'begin-board-state') await beginBoardState(config, db, reason ?? '')
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
    throw new ConfigError('The database is from an earlier version. Start the site once to update it, then try again.')
}

/** From here on this server trusts what the database says now; the log keeps that, and why. */
async function beginBoardState(config: Config, db: Database, reason: string): Promise<void> {
  if (reason.trim() === '') throw new ConfigError('Give a reason with --reason: it appears in the audit log.')
  if (existsSync(boardStateFile(config)))
    throw new ConfigError('The file board.state is still there, so nothing was changed.')
  await appendAudit(db, Date.now(), { actor: 'system', action: 'board state begun anew', detail: { reason } })
  await addToBoardState(config, { type: 'begun', at: new Date().toISOString() })
  say('This server now trusts what the database says. Compare its last board state with the observers’ copies.')
}

async function newSiteKey(config: Config, { pool, db }: OpenDatabase): Promise<void> {
  const { rowCount } = await pool.query(`select from nodes where seen_at > clock_timestamp() - ${goneAfter} limit 1`)
  if (rowCount) throw new ConfigError('The site is running: stop it first, and wait half a minute if it was killed.')
  const from = await loadSiteKey(config, pool)
  const to = await prepareNextKey(config)
  // Said first: once the database knows the new key, the old one is worth nothing.
  if (config.siteSecret) say(`Set this on every node before you start it again: SITE_SECRET=${to}`)
  const twoSteps = await changeSiteKey({ db, clock: runningClock() }, { from, to })
  await finishKeyChange(config, pool)
  say(`The site has a new key. Everybody must log in again. Two-step logins that work as before: ${twoSteps}.`)
}

function emailOf(typed: string): string {
  const email = z.email().safeParse(typed.trim().toLowerCase())
  if (!email.success) throw new ConfigError(usage)
  return email.data
}

function nameOf(typed: string | undefined) {
  if (typed === undefined) return null
  const name = splitFullName(typed)
  if (!name) throw new ConfigError('Please give a first name and a last name: --name "Maria Santos"')
  return name
}

function jobsOf(typed = 'all'): readonly Job[] {
  const words = typed.split(',').map((word) => word.trim().toLowerCase())
  if (words.join() === 'all') return mainJobs
  const chosen = allJobs.filter((job) => words.includes(job))
  if (chosen.length !== new Set(words).size) throw new ConfigError(`The jobs are ${mainJobs.join(', ')}, or all.`)
  return chosen
}

async function list(db: Database): Promise<void> {
  for (const { name, email, jobs, twoFactor, accepted } of await listAdministrators(db)) {
    const state = accepted ? `two-step login ${twoFactor ? 'on' : 'off'}` : 'invited, has not accepted'
    say(`${email}  ${name}  ${hasEveryJob(jobs) ? 'all jobs' : jobs.join(', ')}  ${state}`)
  }
}

interface Added {
  email: string
  name: { firstName: string; lastName: string } | null
  jobs: readonly Job[]
}

interface Keyboard {
  db: Database
  siteKey: string
}

async function add({ db, siteKey }: Keyboard, { email, name, jobs }: Added): Promise<void> {
  const password = readablePassword()
  const id = randomUUID()
  const hash = await hashPassword({ siteKey, userId: id }, password)
  const clock = runningClock()
  await inTransaction({ db, lock: 'administrators' }, async (tx) => {
    if (!(await makeAdministrator({ siteKey, clock }, tx, { id, email, name, jobs, hash })))
      throw new ConfigError(`Someone already has the address ${email}.`)
    const detail = { jobs: jobs.join(', ') }
    await appendAudit(tx, clock, { actor: 'system', action: 'administrator added', subject: id, detail })
  })
  say(`Password for ${email}: ${password}`)
  if (!name) say('They enter their name at the first login.')
}

/** Whoever sits there answers for the account, whatever was done to it. */
async function resetPassword({ db, siteKey }: Keyboard, email: string): Promise<void> {
  const password = readablePassword()
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const hash = await hashPassword({ siteKey, userId: known?.id ?? '' }, password)
  await inTransaction({ db }, async (tx) => {
    const [admin] = await tx
      .update(users)
      .set({ twoFactorEnabled: false, twoFactorName: null })
      .where(and(eq(users.email, email), eq(users.id, known?.id ?? randomUUID())))
      .returning({ id: users.id, isAdmin: users.isAdmin })
    if (!admin?.isAdmin) throw new ConfigError(`No administrator has the address ${email}.`)
    // Every way in that somebody else may have.
    for (const table of [twoFactors, passkeys]) await tx.delete(table).where(eq(table.userId, admin.id))
    await writePassword({ siteKey }, tx, admin.id, { hash, own: true })
    await writeMarks(siteKey, tx, [admin.id])
    await appendAudit(tx, runningClock(), { actor: 'system', action: 'password changed', subject: admin.id })
  })
  say(`New password for ${email}: ${password}`)
}
