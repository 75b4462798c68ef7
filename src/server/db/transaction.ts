import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, Queryable } from './database.ts'
import { lockForTransaction, type Lock } from './locks.ts'
import { databaseRefusal } from './refusals.ts'

const readOnly = '25006'

interface Where {
  db: Database
  /** Waited for before anything else, and held to the end. */
  lock?: Lock
}

/**
 * All or none: what `act` throws undoes what it wrote. The ballot box speaks SQL to `client`, everything else takes `tx`; both
 * are the one connection. Whatever the site caches (settings, elections, keys) is fetched before: reading it within
 * would wait for a second connection while this one is held.
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
    // Such a connection leads to a database that is no longer the primary.
    broken = databaseRefusal(error)?.code === readOnly
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    // Nobody else is given a connection that may still be in the middle of something.
    client.release(broken)
  }
}
