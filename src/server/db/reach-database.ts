import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError, type Config } from '#server/config.ts'
import { connectionIn, runningServer } from './embedded-server.ts'
import { startEmbedded } from './embedded.ts'
import { withConnection, connectionTo, isWritable } from './hosts.ts'

export interface ReachedDatabase {
  connection: pg.PoolConfig
  /** Stops the database if it was started here. */
  stop(): Promise<void>
}

/**
 * Returns the site's database for a command-line script: the one in DATABASE_URL, the embedded one that a running site
 * started, or else an embedded one that is started for the script.
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (sentence: string) => void,
): Promise<ReachedDatabase> {
  const stopNothing = async () => undefined
  if (databaseUrl) return { connection: connectionTo(databaseUrl, { dataDir }), stop: stopNothing }
  const cluster = join(dataDir, 'pg')
  const running = existsSync(cluster) ? runningServer(realpathSync(cluster)) : undefined
  if (running) return { connection: connectionIn(running.socketDir ?? ''), stop: stopNothing }
  const embedded = await startEmbedded(dataDir, say, { refusesLost: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall) throw error
    // These errors are written for the person at the terminal.
    throw new ConfigError(error.message, { cause: error })
  })
  return { connection: embedded.connection, stop: () => embedded.stop() }
}

const sayEveryMs = 5_000
const retryEveryMs = 500
const probeMs = 5_000

/** Errors that pass by themselves: not started yet, restarting, recovering, no free slot. All others need a person. */
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

/** True if it is worth trying to start again after this error. */
export const isDatabaseStarting = (error: unknown): boolean => reasonOf(error) !== undefined

/** The reason in the error or its cause. A missing file has the code of a missing socket, but another system call. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall = 'connect', message, cause } = error as NodeJS.ErrnoException
  const why = syscall === 'connect' || syscall === 'getaddrinfo' || syscall === 'read' ? notYet[code] : undefined
  return why ?? (/timeout|terminated/i.test(message) ? 'it does not reply in time' : reasonOf(cause))
}

/**
 * After a boot everything starts at once, and the database may be last; after a crash it has to recover first. Whoever
 * starts the site need not care. Resolves once the database is writable.
 */
export async function waitForDatabase(
  connection: pg.PoolConfig,
  timeoutMs: number,
  say: (sentence: string) => void,
): Promise<void> {
  const began = Date.now()
  let saidAt = began
  for (;;) {
    const why = await whyNotYet(connection)
    if (why === null) return
    const waited = Date.now() - began
    if (waited >= timeoutMs)
      throw new ConfigError(
        `The database is not there after ${Math.round(timeoutMs / 1000)} seconds: ${why}. Start it, or set DATABASE_URL to another one (DATABASE_WAIT_SECONDS says how long to wait).`,
      )
    if (Date.now() - saidAt >= sayEveryMs) {
      say(`Waiting for the database: ${why} (${Math.round(waited / 1000)} s).`)
      saidAt = Date.now()
    }
    await pause(retryEveryMs)
  }
}

async function whyNotYet(connection: pg.PoolConfig): Promise<string | null> {
  try {
    return (await withConnection(connection, probeMs, isWritable)) ? null : 'it can only be read, as a standby'
  } catch (error) {
    const why = reasonOf(error)
    if (why === undefined) throw error
    return why
  }
}

/**
 * A pooler with another connection for each transaction breaks what the site needs: notifications, connection locks and
 * prepared statements. It seems to work and then loses something, so the start refuses it. The test sets a value on a
 * connection: the value is lost if somebody else then uses the connection behind it.
 */
export async function refuseTransactionPooling(connection: pg.PoolConfig): Promise<void> {
  const probe = randomUUID()
  const value = await withConnection(connection, probeMs, async (one) => {
    await one.query(`select set_config('site.probe', $1, false)`, [probe])
    return withConnection(connection, probeMs, async (other) => {
      await other.query('begin')
      await other.query('select 1')
      const { rows } = await one.query<{ seen: string | null }>(`select current_setting('site.probe', true) as seen`)
      return rows[0]?.seen
    })
  })
  if (value !== probe)
    throw new ConfigError(
      'DATABASE_URL leads to a pooler that gives each transaction another connection (transaction pooling). The site needs connections of its own: use the address of the database itself, or a pooler in session mode.',
    )
}
