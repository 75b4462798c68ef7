import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'

const sayEveryMs = 5_000
const tryEveryMs = 500

/** It will be there in a moment: not started yet, restarting, recovering, no slot free. Anything else must be mended by somebody. */
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

/** Whether a start that failed so is worth another try. */
export const isNotYet = (error: unknown): boolean => reasonOf(error) !== undefined

/** Of the error, or of what it wraps. A file that is missing has the code of a socket that is missing, but not its call. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall = 'connect', message, cause } = error as NodeJS.ErrnoException
  const why = syscall === 'connect' || syscall === 'getaddrinfo' || syscall === 'read' ? notYet[code] : undefined
  return why ?? (/timeout|terminated/i.test(message) ? 'it does not reply in time' : reasonOf(cause))
}

/**
 * A server that boots starts everything at once, and the database may be last; after a crash it recovers first. Whoever starts
 * the site does not have to know. Resolves once the database can be written to.
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
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  } as pg.ClientConfig)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby`,
    )
    return rows[0]?.standby ? 'it can only be read, as a standby' : null
  } catch (error) {
    const why = reasonOf(error)
    if (why === undefined) throw error
    return why
  } finally {
    await client.end().catch(() => undefined)
  }
}
