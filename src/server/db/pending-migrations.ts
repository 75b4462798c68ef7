import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** How many migrations the database lacks, and how many it has that this version does not know. Changes nothing. */
export async function compareMigrations(pool: Pick<pg.Pool, 'query'>): Promise<{ pending: number; unknown: number }> {
  const known = new Set(readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
  const { rows: journal } = await pool.query(`select to_regclass('drizzle.__drizzle_migrations') as made`)
  if (!journal[0]?.made) return { pending: known.size, unknown: 0 }
  const { rows } = await pool.query<{ at: number }>('select created_at::float8 as at from drizzle.__drizzle_migrations')
  const unknown = rows.filter(({ at }) => !known.has(at)).length
  return { pending: known.size - (rows.length - unknown), unknown }
}
