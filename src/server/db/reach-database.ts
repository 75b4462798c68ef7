import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError, type Config } from '#server/config.ts'
import { connectionIn, runningServer } from './embedded-server.ts'
import { startEmbedded } from './embedded.ts'
import { askDatabase, connectionTo, isWritable } from './hosts.ts'

export interface ReachedDatabase {
  connection: pg.PoolConfig
  /** Stops the database if it was started here. */
  stop(): Promise<void>
}

/**
 * The site's database, for a command-line script: the one in DATABASE_URL, the embedded one that a running site has started, or
 * else the embedded one started just for the script.
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (sentence: string) => void,
): Promise<ReachedDatabase> {
  const notOurs = async () => undefined
  if (databaseUrl) return { connection: connectionTo(databaseUrl, { dataDir }), stop: notOurs }
  const cluster = join(dataDir, 'pg')
  const running = existsSync(cluster) ? runningServer(realpathSync(cluster)) : undefined
  if (running) return { connection: connectionIn(running.socketDir ?? ''), stop: notOurs }
  const embedded = await startEmbedded(dataDir, say, { refusesLost: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall) throw error
    // The embedded database's refusals are meant for the person at the terminal.
    throw new ConfigError(error.message, { cause: error })
  })
  return { connection: embedded.connection, stop: () => embedded.stop() }
}

const sayEveryMs = 5_000
const tryEveryMs = 500
const askMs = 5_000

/** It will be there in a moment: not started yet, restarting, recovering, no free slot. Anything else needs somebody to fix it. */
const notYet: Record<string, string> = {
  ECONNREFUSED: 'nothing replies at its address',
  ECONNRESET: 'it hangs up',
  EPIPE: 'it hangs up',
  ENOENT: 'its socket is not there',
  ETIMEDOUT: 'nothing replies at its address',
  EHOSTUNREACH: 'its machine cannot be reached',
  ENETUNREACH: 'its machine cannot be reached',
  EAI_AGAIN: 'its name cannot be looked up',
  '53300': 'it has no connection to spare',
  '57P01': 'it is stopping',
  '57P02': 'it is starting again',
  '57P03': 'it is starting or recovering',
}

/** Whether a start that failed this way is worth another try. */
export const isNotYet = (error: unknown): boolean => reasonOf(error) !== undefined

/** Of the error, or of what it wraps. A missing file has the same code as a missing socket, but another system call. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall = 'connect', message, cause } = error as NodeJS.ErrnoException
  const why = syscall === 'connect' || syscall === 'getaddrinfo' || syscall === 'read' ? notYet[code] : undefined
  return why ?? (/timeout|terminated/i.test(message) ? 'it does not reply in time' : reasonOf(cause))
}

/**
 * A booting server starts everything at once, and the database may be last; after a crash it recovers first. Whoever starts the
 * site need not know. Resolves once the database is writable.
 */
export async function waitForDatabase(
  connection: pg.PoolConfig,
  patienceMs: number,
  say: (sentence: string) => void,
): Promise<void> {
  const began = Date.now()
  let saidAt = began
  for (;;) {
    const why = await whyNotYet(connection)
    if (why === null) return
    const waited = Date.now() - began
    if (waited >= patienceMs)
      throw new ConfigError(
        `The database is not there after ${Math.round(patienceMs / 1000)} seconds: ${why}. Start it, or set DATABASE_URL to another one (DATABASE_WAIT_SECONDS says how long to wait).`,
      )
    if (Date.now() - saidAt >= sayEveryMs) {
      say(`Waiting for the database: ${why} (${Math.round(waited / 1000)} s).`)
      saidAt = Date.now()
    }
    await pause(tryEveryMs)
  }
}

async function whyNotYet(connection: pg.PoolConfig): Promise<string | null> {
  try {
    return (await askDatabase(connection, askMs, isWritable)) ? null : 'it can only be read, as a standby'
  } catch (error) {
    const why = reasonOf(error)
    if (why === undefined) throw error
    return why
  }
}

/**
 * A pooler that uses another connection for each transaction breaks what the site relies on: notifications, connection locks,
 * prepared statements. It works for a while and then loses something, so it is refused at the start. Detected by setting a value
 * on a connection: it is lost once somebody else has used the connection behind it.
 */
export async function refuseTransactionPooling(connection: pg.PoolConfig): Promise<void> {
  const probe = randomUUID()
  const seen = await askDatabase(connection, askMs, async (one) => {
    await one.query(`select set_config('site.probe', $1, false)`, [probe])
    return askDatabase(connection, askMs, async (other) => {
      await other.query('begin')
      await other.query('select 1')
      const { rows } = await one.query<{ seen: string | null }>(`select current_setting('site.probe', true) as seen`)
      return rows[0]?.seen
    })
  })
  if (seen !== probe)
    throw new ConfigError(
      'DATABASE_URL leads to a pooler that gives each transaction another connection (transaction pooling). The site needs connections of its own: use the address of the database itself, or a pooler in session mode.',
    )
}
