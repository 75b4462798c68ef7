import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '#server/config.ts'
import journal from '#server/db/migrations/meta/_journal.json' with { type: 'json' }
import { scratchDatabase } from '#tests/support/database.ts'
import { renderMigration } from '../../../scripts/migration.ts'
import { knownMigrations, migrate, noteMigrating } from './migrate.ts'

async function scratchPool(): Promise<pg.Pool> {
  const scratch = await scratchDatabase()
  const pool = new pg.Pool(scratch.config)
  onTestFinished(async () => {
    await pool.end()
    await scratch.drop()
  })
  return pool
}

async function emptyPool(): Promise<pg.Pool> {
  const pool = await scratchPool()
  await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
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

/** The known migrations and one more, as a later version would have it. */
const later = (statement: string) => [
  ...knownMigrations(),
  { time: 4102444800000, statements: [statement], hash: 'later' },
]

test('a migration waits as long as it takes, and says so, and nothing of a failed one stands', async () => {
  const pool = await scratchPool()
  const before = await journalOf(pool)
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table users')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const said: string[] = []
  const migrations = later('create table later (); alter table users add column later text; select 1 / 0')
  const migrating = migrate(pool, { migrations, say: (sentence) => said.push(sentence) }).catch(
    (error: unknown) => error,
  )
  const waiting = `select from pg_locks where not granted and locktype = 'relation'`
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBeGreaterThan(0)
  expect(said).toEqual(['Bringing the database up to date: step 1 of 1.'])
  await vi.advanceTimersByTimeAsync(75_000)
  expect(said.at(-1)).toMatch(/^The database is still being brought up to date.* \(70 s\)\.$/)
  vi.useRealTimers()
  await holder.query('commit')
  holder.release(true)
  expect(await migrating).toMatchObject({ code: '22012' })
  expect(await journalOf(pool)).toEqual(before)
  expect((await pool.query(`select to_regclass('later') as made`)).rows).toEqual([{ made: null }])
})

test('where the second of two fails, the version before finds the database as it was', async () => {
  const pool = await scratchPool()
  const before = await journalOf(pool)
  const migrations = [...later('create table later ()'), { time: 4102444800001, statements: ['oops'], hash: '' }]
  await expect(migrate(pool, { migrations })).rejects.toMatchObject({ code: '42601' })
  expect(await journalOf(pool)).toEqual(before)
  expect((await pool.query(`select to_regclass('later') as made`)).rows).toEqual([{ made: null }])
})

test.each([
  [hostname(), /: npm run update -- v\d+\.\d+\.\d+ --restore \/backups\/a\.backup \(What was/],
  ['manila-2', /--restore \/backups\/a\.backup \(That backup is on the server manila-2: run this there\. What was/],
])('a version that is older than its database names the way back, on the server %s', async (host, sentence) => {
  const pool = await scratchPool()
  await migrate(pool, { migrations: later('create table later ()') })
  await noteMigrating(pool, { version: '9.0.0', at: '2026-11-18T00:00:00Z', backup: '/backups/a.backup', host })
  await expect(migrate(pool)).rejects.toThrow(sentence)
})

test('a server without an extension is told, and how to get it', async () => {
  const pool = await emptyPool()
  const migrations = [{ time: 1, hash: '', statements: ['CREATE EXTENSION IF NOT EXISTS nowhere'] }]
  const refused = await migrate(pool, { migrations }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toMatch(/nowhere.* postgresql-contrib.*create extension nowhere$/s)
})

test('an earlier state is reached on the way, for a backup of that time', async () => {
  const pool = await emptyPool()
  const migrations = later('create table later ()')
  await migrate(pool, { migrations, upTo: migrations.at(-2)!.time })
  expect(await journalOf(pool)).toHaveLength(migrations.length - 1)
  let backups = 0
  await migrate(pool, { migrations, before: async () => void backups++ })
  await migrate(pool, { migrations, before: async () => void backups++ })
  expect(await journalOf(pool)).toHaveLength(migrations.length)
  expect(backups).toBe(1)
})

test(
  'the migration is what the schema and schema/by-hand.sql say; if not, run `npm run migration`',
  { timeout: 60_000 },
  async () => {
    expect(readFileSync(migrationFile('0000_schema'), 'utf8')).toBe((await renderMigration()).sql)
  },
)

/** Every released migration, with its sum. A database recognises a migration by its time, so none may change. */
const released: Record<string, string> = {}

test('every migration that was released has the statements it had then', () => {
  const tags = Object.keys(released)
  expect(journal.entries.slice(0, tags.length).map(({ tag, when }) => `${tag} at ${when}`)).toEqual(tags)
  for (const [tag, sum] of Object.entries(released)) expect(sumOf(tag.split(' at ')[0] ?? ''), tag).toBe(sum)
})

const migrationFile = (tag: string) => new URL(`migrations/${tag}.sql`, import.meta.url)

function sumOf(tag: string): string {
  const withoutComments = readFileSync(migrationFile(tag), 'utf8')
    .replaceAll(/^--(?!>).*\n/gm, '')
    .replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(withoutComments).digest('hex').slice(0, 16)
}
