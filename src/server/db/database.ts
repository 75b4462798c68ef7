import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import * as schema from './schema.ts'
import { fromTimestamp } from './schema/columns.ts'
import { inTransaction } from './transaction.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** What queries take: the database itself or a transaction on it. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

// Calendar dates stay text: a birthdate has no time zone. Instants are numbers in plain SQL, too, as in the columns.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, fromTimestamp)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface OpenDatabase {
  pool: pg.Pool
  db: Database
}

/**
 * The database gives up a statement, a wait for a lock, and a transaction in which nothing happens, before the driver stops
 * waiting for it: what the site takes for failed has then failed, and its connection is in a known state. Set on the
 * connection, not as it opens: poolers refuse settings there.
 */
const serverLimits = `set statement_timeout = '50s'; set lock_timeout = '20s'; set idle_in_transaction_session_timeout = '40s'`
const clientLimitMs = 60_000

export function openDatabase(connection: pg.PoolConfig, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    max: 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    query_timeout: clientLimitMs,
    keepAlive: true,
    onConnect: async (client) => void (await client.query(serverLimits)),
    ...connection,
  })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection was lost')
  })
  // A connection that is lost while a transaction holds it must fail the transaction, not the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = drizzle(pool, { schema })
  // The account library opens transactions, too. Drizzle's own would give a connection back in the middle of one.
  const transaction = <Result>(act: (tx: NodePgDatabase<typeof schema>) => Promise<Result>) =>
    inTransaction({ db }, (_tx, client) => act(drizzle(client, { schema })))
  db.transaction = transaction as unknown as typeof db.transaction
  return { pool, db }
}

/** A connection of its own, beside the pool and without its limits, for what takes as long as it takes. The caller ends it. */
export async function connectWithoutLimits(pool: pg.Pool): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, query_timeout: 0 } as pg.ClientConfig)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}
