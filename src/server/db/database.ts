import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { fromTimestamp } from '#server/db/schema/columns.ts'
import type { Log } from '#server/log.ts'
import { lockForTransaction, type Lock } from './locks.ts'

/** The parameter type of queries: the database itself or a transaction on it. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute' | '$count'>
/** Without Drizzle's own transactions, which may release a connection in the middle of one: see `inTransaction`. */
export type Database = Queryable & { $client: pg.Pool }
/** For plain SQL: the pool, or the connection of a transaction. */
export type PgClient = Pick<pg.Pool, 'query'>

/**
 * Reads a large table in batches, each starting after the last row of the previous one. It uses the same memory for any
 * number of rows, and holds no connection in between.
 */
export async function* readInBatches<Row>(
  read: (last: Row | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) yield rows
}

// Calendar dates stay text, because a birthday has no time zone. Instants are numbers, as in the columns.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, fromTimestamp)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface OpenDatabase {
  pool: pg.Pool
  db: Database
}

/**
 * The database cancels a statement, a lock wait or an idle transaction before the driver stops waiting. So what the
 * site considers failed has really failed, and its connection is in a known state. Set after connecting, because
 * poolers refuse settings at connection time.
 */
const serverLimits = `set statement_timeout = '50s'; set lock_timeout = '20s'; set idle_in_transaction_session_timeout = '40s'`
const clientLimitMs = 60_000

/**
 * For statements that run many times a second. With arrays as parameters the database would plan them every time, which
 * costs several times the work itself. One generic plan that uses indexes is right for a table of any size.
 */
const plannedOnce = `; set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`

export function openDatabase(
  connection: pg.PoolConfig,
  log: Log,
  { planOnce = false }: { planOnce?: boolean } = {},
): OpenDatabase {
  const settings = serverLimits + (planOnce ? plannedOnce : '')
  const pool = new pg.Pool({
    max: 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    query_timeout: clientLimitMs,
    keepAlive: true,
    ...connection,
    onConnect: async (client) => {
      await client.query(settings)
      await connection.onConnect?.(client)
    },
  })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection was lost')
  })
  // A connection lost during a transaction must fail the transaction, not the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { pool, db: drizzle(pool) }
}

/** A connection outside any pool; the caller closes it. Losing it fails the running statement, not the process. */
export async function connect(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client(connection as pg.ClientConfig)
  client.on('error', () => undefined)
  await client.connect().catch(async (error: unknown) => {
    await client.end().catch(() => undefined)
    throw error
  })
  await connection.onConnect?.(client)
  return client
}

/** Like `connect`, but without the pool's timeouts. */
export async function connectWithoutLimits(pool: pg.Pool): Promise<pg.Client> {
  const client = await connect({ ...pool.options, query_timeout: 0 })
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

const readOnly = '25006'

interface Where {
  db: Database
  /** Acquired first, and held until the transaction ends. */
  lock?: Lock
}

/**
 * Runs `act` in one transaction; an error rolls it back. Plain SQL uses `client`, Drizzle uses `tx`; both are the same
 * connection. Fetch cached values (settings, elections, keys) before: inside, a cache miss would wait for a second
 * connection while holding this one.
 */
export async function inTransaction<Result>(
  { db, lock }: Where,
  act: (tx: Queryable, client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.$client.connect()
  let broken = false
  try {
    await client.query('begin')
    if (lock) await lockForTransaction(client, lock)
    const result = await act(drizzle(client), client)
    await client.query('commit')
    return result
  } catch (error) {
    // A read-only connection leads to a database that is no longer the primary.
    broken = databaseRefusal(error)?.code === readOnly
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    // Do not reuse a connection that may still be inside a transaction.
    client.release(broken)
  }
}

/** Tries up to three times: the next attempt finds what somebody else wrote at the same moment. */
export const retryOn = <Result>(
  isConflict: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> => {
  const again = (error: unknown) => (isConflict(error) ? work() : Promise.reject(error))
  return work().catch(again).catch(again)
}

/** The error code with which the database refused a statement, and the violated constraint if it has a name. */
export function databaseRefusal(error: unknown): { code: string; constraint: string | undefined } | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code, constraint } = e as { code?: unknown; constraint?: string }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return { code, constraint }
  }
  return null
}

const uniqueViolation = '23505'

/** The unique constraint that a write violated, if any. */
export function violated(error: unknown): string | undefined {
  const refusal = databaseRefusal(error)
  return refusal?.code === uniqueViolation ? refusal.constraint : undefined
}

/** A pattern for `like` that finds this text anywhere, even if it contains `%` or `_`. */
export const likePattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
