import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import * as schema from '#server/db/schema.ts'

/** One connection in two dresses: the ballot box speaks SQL, everything else the query builder. */
export interface Transaction {
  client: pg.PoolClient
  tx: Database
}

/**
 * All or none. Whatever the site keeps at hand (settings, elections, keys) is fetched before: reading it within would wait for
 * a second connection while this one is held.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  act: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act({ client, tx: drizzle(client, { schema }) })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
