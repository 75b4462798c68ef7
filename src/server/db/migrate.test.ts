import { expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { scratchDatabase } from '#tests/support/scratch-database.ts'
import { migrate } from './migrate.ts'

async function scratchPool(): Promise<pg.Pool> {
  const scratch = await scratchDatabase()
  const pool = new pg.Pool(scratch.config)
  onTestFinished(async () => {
    await pool.end()
    await scratch.drop()
  })
  return pool
}

const journalOf = async (pool: pg.Pool) =>
  (await pool.query('select hash, created_at from drizzle.__drizzle_migrations order by id')).rows

test('a database that is up to date stays as it is', async () => {
  const pool = await scratchPool()
  const before = await journalOf(pool)
  await migrate(pool)
  expect(await journalOf(pool)).toEqual(before)
})

// Shows operations-08
test.each([
  ['that were replaced by these', 'update drizzle.__drizzle_migrations set created_at = created_at - 86400000'],
  ['that came after these', `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 4102444800000)`],
])('a database made by migrations %s is refused with a sentence, and left alone', async (_which, made) => {
  const pool = await scratchPool()
  await pool.query(made)
  const before = await journalOf(pool)
  const refused = await migrate(pool).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toBe(
    'The database was made by another version of this site, with migrations that this one does not know. Start that version, or give this one an empty database: another DATA_DIR or DATABASE_URL.',
  )
  expect(await journalOf(pool)).toEqual(before)
})
