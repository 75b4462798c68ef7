import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** A line of the journal that drizzle keeps in the database: a migration is known by its time. */
export interface AppliedMigration {
  hash: string
  created_at: number
}

/** The migrations that made this database, oldest first. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: journal } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as made`)
  if (!journal[0].made) return []
  const { rows } = await client.query<{ hash: string; created_at: string | number }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash, created_at }) => ({ hash, created_at: Number(created_at) }))
}

/** Whether this version knows every one of them, so that it can make the same schema. */
export function isKnown(applied: readonly AppliedMigration[]): boolean {
  const known = readMigrationFiles({ migrationsFolder })
  return applied.every(({ created_at }, place) => known[place]?.folderMillis === created_at)
}

/** Makes the schema that these migrations made, in an empty database, and no more: what is newer runs later, on the data. */
export async function makeSchema(client: pg.ClientBase, applied: readonly AppliedMigration[]): Promise<void> {
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const files = readMigrationFiles({ migrationsFolder })
  for (const [place, { hash, created_at }] of applied.entries()) {
    for (const statement of files[place]?.sql ?? []) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      created_at,
    ])
  }
}
