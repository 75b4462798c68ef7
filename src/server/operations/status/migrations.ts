import type pg from 'pg'
import { appliedMigrations, knownMigrations } from '#server/db/migration-journal.ts'

/** How many migrations the database lacks, and how many it has that this version does not know. Changes nothing. */
export async function compareMigrations(pool: Pick<pg.Pool, 'query'>): Promise<{ pending: number; unknown: number }> {
  const known = new Set(knownMigrations().map(({ time }) => time))
  const applied = await appliedMigrations(pool)
  const unknown = applied.filter((time) => !known.has(time)).length
  return { pending: known.size - (applied.length - unknown), unknown }
}
