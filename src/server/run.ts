import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { connectionTo } from '#server/db/hosts.ts'
import { isDatabaseStarting, refuseTransactionPooling, waitForDatabase } from '#server/db/reach-database.ts'
import { ConfigError, type Config } from './config.ts'
import { createLog, type Log } from './log.ts'
import { startSite, type Site } from './site.ts'
import { say } from './terminal.ts'

/**
 * Runs the site, with an embedded database if none is configured, until a signal stops it. `prepared` is called once
 * the site replies; the demonstration creates its data there.
 */
export async function runSite(
  config: Config,
  prepared: (site: Site) => Promise<void> = async () => undefined,
): Promise<void> {
  const log = createLog(config.logLevel)
  // The process that reads our output may end before us; that must not prevent stopping the database.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const stopRequested = whenStopRequested()
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, say).catch(couldNotStart)
  let site: Site | null = null
  try {
    const connection = config.databaseUrl ? connectionTo(config.databaseUrl, config) : (embedded?.connection ?? {})
    const starting = startWithRetries(config, { ...connection, max: config.databasePool }, log)
    site = await Promise.race([starting, stopRequested.then(() => null)])
    if (!site) return say('Stopped before the site was open.')
    await prepared(site)
    giveBackStartMemory()
    welcome(config, site)
    await stopRequested
    say('Stopping …')
  } finally {
    await site?.stop()
    await embedded?.stop()
  }
  say('Stopped.')
}

/** A database that is late, recovering or has no free connection does not end the start. */
async function startWithRetries(config: Config, connection: pg.PoolConfig, log: Log): Promise<Site> {
  const until = Date.now() + config.databaseWaitMs
  for (;;) {
    await waitForDatabase(connection, Math.max(0, until - Date.now()), say)
    if (config.databaseUrl) await refuseTransactionPooling(connection)
    try {
      return await startSite(config, connection, log, { say })
    } catch (error) {
      if (!isDatabaseStarting(error) || Date.now() > until) throw error
      await pause(1000)
    }
  }
}

/** The errors of the embedded database are written for the person at the terminal. */
function couldNotStart(error: NodeJS.ErrnoException): never {
  if (error.syscall) throw error
  throw new ConfigError(error.message, { cause: error })
}

/** Loading leaves about 80 MB of garbage in the heap. An idle process would keep it, but a small server needs it. */
function giveBackStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}

function whenStopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}

function welcome(config: Config, site: Site): void {
  const address = config.publicUrlGiven ? config.publicUrl : `http://localhost:${new URL(site.url).port}`
  say(`The site is open at ${address}`)
  process.send?.({ open: site.url })
  if (config.production && !config.publicUrlGiven)
    say('  (cards and emails will show this address: set PUBLIC_URL to the one people type)')
  if (config.production && !config.smtpUrl) say('  (emails wait in the outbox folder: set SMTP_URL to send them)')
  if (!site.firstAdmin) return
  say('The first administrator logs in with')
  say(`  email     ${site.firstAdmin.email}`)
  say(`  password  ${site.firstAdmin.password}`)
  say('This is shown once. Change the password after logging in.')
}
