import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** A migration is known by its time, not by its text, whose comments may be corrected. */
export interface Migration {
  time: number
  statements: string[]
  hash: string
}

type Queries = Pick<pg.ClientBase, 'query'>

/** All migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }) => ({
    time: folderMillis,
    statements: sql,
    hash,
  }))

/** Drizzle's journal in the database: the times of the migrations that made it, oldest first. */
export async function appliedMigrations(queries: Queries): Promise<number[]> {
  const { rows: journal } = await queries.query(`select to_regclass('drizzle.__drizzle_migrations') as made`)
  if (!journal[0]?.made) return []
  const { rows } = await queries.query<{ time: number }>(
    'select created_at::float8 as time from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ time }) => time)
}

/** Whether this version knows all of these, and none in between is missing: only then can it make the same schema. */
export function isKnown(applied: readonly number[], known = knownMigrations()): boolean {
  return applied.every((time, place) => known[place]?.time === time)
}

/** In the caller's transaction: one migration, and its line in the journal. */
export async function applyMigration(queries: Queries, { time, statements, hash }: Migration): Promise<void> {
  for (const statement of statements) await queries.query(statement)
  await queries.query('create schema if not exists drizzle')
  await queries.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await queries.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, time])
}
