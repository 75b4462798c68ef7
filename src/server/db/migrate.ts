import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { lockForConnection, unlockConnection } from './locks.ts'

const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) }

/** Brings the database up to date. Nodes that start together wait for one another; the later ones find nothing to do. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set client_min_messages = warning')
    await lockForConnection(client, 'migrate')
    await refuseForeignDatabase(client)
    await runMigrations(drizzle(client), migrations)
  } finally {
    await unlockConnection(client, 'migrate').catch(() => undefined)
    await client.query('reset client_min_messages').catch(() => undefined)
    client.release()
  }
}

/**
 * Drizzle looks at the time of the latest migration only, so it would take a database that other ones made for up to date
 * or half finished. A migration is known by that time, not by its text: a comment in it may still be corrected.
 */
async function refuseForeignDatabase(client: pg.PoolClient): Promise<void> {
  const { rows: journal } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as made`)
  if (!journal[0].made) return
  const known = readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis)
  const { rowCount } = await client.query(
    'select from drizzle.__drizzle_migrations where created_at <> all($1) limit 1',
    [known],
  )
  if (rowCount)
    throw new ConfigError(
      'The database was made by another version of this site, with migrations that this one does not know. Start that version, or give this one an empty database: another DATA_DIR or DATABASE_URL.',
    )
}
