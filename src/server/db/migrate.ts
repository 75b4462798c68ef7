import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { lockKeys } from './locks.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Brings the database up to date. Nodes that start together wait for one another; the later ones find nothing to do. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [lockKeys.migrate])
    await runMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.query('select pg_advisory_unlock_all(); reset client_min_messages').catch(() => undefined)
    client.release()
  }
}
