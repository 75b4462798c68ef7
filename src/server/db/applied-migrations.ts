import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The migrations that made this database, oldest first: drizzle's journal in it knows each by its time. */
export async function appliedMigrations(client: pg.ClientBase): Promise<number[]> {
  const { rows: journal } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as made`)
  if (!journal[0].made) return []
  const { rows } = await client.query<{ created_at: string | number }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ created_at }) => Number(created_at))
}

/** Whether this version knows every one of them, so that it can make the same schema. */
export function isKnown(applied: readonly number[]): boolean {
  const known = readMigrationFiles({ migrationsFolder })
  return applied.every((time, place) => known[place]?.folderMillis === time)
}
