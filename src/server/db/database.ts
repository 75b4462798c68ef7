import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** What queries take: the database itself or a transaction on it. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

// Calendar dates stay text: a birthdate has no time zone. (1082 is PostgreSQL's `date`, 20 its `bigint`.)
pg.types.setTypeParser(1082, (value) => value)
pg.types.setTypeParser(20, Number)

export interface OpenDatabase {
  pool: pg.Pool
  db: Database
}

export function openDatabase(connection: pg.PoolConfig, log: Log): OpenDatabase {
  const pool = new pg.Pool({
    max: 12,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
    keepAlive: true,
    ...connection,
  })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection was lost')
  })
  // A connection that is lost while a transaction holds it must fail the transaction, not the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { pool, db: drizzle(pool, { schema }) }
}
