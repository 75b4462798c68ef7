import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { inTransaction, openDatabase, type OpenDatabase } from './database.ts'
import { tryLockForConnection, unlockConnection } from './locks.ts'
import { installation } from './schema.ts'

const database = await openScratchDatabase()
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(installation)
})

const storedKeys = async () => (await database.db.select().from(installation)).map(({ key }) => key).toSorted()
const byBuilder = { key: 'by the query builder', value: '' }
const bySql = `insert into installation (key, value) values ('by SQL', '')`

test('what was written both ways stands together, and the result is handed on', async () => {
  const result = await inTransaction(database, async (tx, client) => {
    await tx.insert(installation).values(byBuilder)
    await client.query(bySql)
    expect(await tx.select().from(installation)).toHaveLength(2)
    expect(await storedKeys()).toEqual([])
    return 'done'
  })
  expect(result).toBe('done')
  expect(await storedKeys()).toEqual(['by SQL', 'by the query builder'])
})

test('what is thrown comes out as it is, nothing stands, and the connection serves the next', async () => {
  const refusal = new Error('no')
  const undone = inTransaction(database, async (tx, client) => {
    await tx.insert(installation).values(byBuilder)
    await client.query(bySql)
    throw refusal
  })
  await expect(undone).rejects.toBe(refusal)
  expect(await storedKeys()).toEqual([])
  const failed = inTransaction(database, async (_tx, client) => client.query('select nonsense'))
  await expect(failed).rejects.toMatchObject({ code: '42703' })
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
})

test('a lock is waited for before anything is done, and given back with the end', async () => {
  const holder = await database.pool.connect()
  expect(await tryLockForConnection(holder, 'videos')).toBe(true)
  let begun = false
  const waiting = inTransaction({ db: database.db, lock: 'videos' }, async () => {
    begun = true
    expect(await tryLockForConnection(holder, 'videos')).toBe(false)
  })
  const waits = `select from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await database.pool.query(waits)).rowCount).toBe(1)
  expect(begun).toBe(false)
  await unlockConnection(holder, 'videos')
  await waiting
  expect(await tryLockForConnection(holder, 'videos')).toBe(true)
  await unlockConnection(holder, 'videos')
  holder.release()
})

test('a connection that could not be rolled back is not given to anybody else', async () => {
  let before = 0
  const lost = inTransaction(database, async (tx, client) => {
    await tx.insert(installation).values(byBuilder)
    before = database.pool.totalCount
    client.query = () => Promise.reject(new Error('no reply'))
    await client.query('select 1')
  })
  await expect(lost).rejects.toThrow('no reply')
  expect(database.pool.totalCount).toBe(before - 1)
  expect(await storedKeys()).toEqual([])
})

/** A pool of one connection, which stops waiting long before the database does. */
async function impatient(act: (one: OpenDatabase) => Promise<void>): Promise<void> {
  const one = openDatabase({ ...database.pool.options, max: 1, query_timeout: 150 }, createLog('silent'))
  await act(one).finally(() => one.pool.end())
}
const slow = sql`select pg_sleep(0.4)`

test('a statement that outlasts the driver takes nothing with it that is acknowledged later', async () => {
  await impatient(async (one) => {
    await expect(inTransaction(one, async (tx) => tx.execute(slow))).rejects.toThrow()
    await expect(one.pool.query(bySql)).resolves.toMatchObject({ rowCount: 1 })
    await setTimeout(700)
  })
  expect(await storedKeys()).toEqual(['by SQL'])
})

test('the database gives up before the driver does: on statements, on locks, and on transactions that stand still', async () => {
  const { rows } = await database.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
  )
  const limits = Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))
  expect(limits).toEqual({
    statement_timeout: 50_000,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: 40_000,
  })
  const { query_timeout: driver = 0 } = database.pool.options as { query_timeout?: number }
  for (const limit of Object.values(limits)) expect(limit).toBeLessThan(driver)
})

test('a connection that leads to a standby is given up', async () => {
  const before = database.pool.totalCount
  const written = inTransaction(database, async (tx, client) => {
    await client.query('set transaction read only')
    await tx.insert(installation).values(byBuilder)
  })
  await expect(written).rejects.toMatchObject({ cause: { code: '25006' } })
  expect(database.pool.totalCount).toBe(before - 1)
})

test('who gives a connection back says whether it is sound', () => {
  expect(sourcesWith(/\.release\(\)/)).toEqual([])
})

/** Files that begin a transaction on a connection of their own, which they close and never return to a pool. */
const onTheirOwn = [
  'db/migrate.ts',
  'db/reach-database.ts',
  'db/unfinished-restore.ts',
  'operations/backup/restore-backup.ts',
  'operations/backup/site-entries.ts',
]

test('nobody opens a transaction any other way, but on a connection of their own', () => {
  const opens = sourcesWith(/\.transaction\(|query\(\s*['"`]begin/i)
  expect(opens.filter((path) => !onTheirOwn.includes(path))).toEqual(['db/database.ts'])
  for (const path of onTheirOwn)
    expect(readFileSync(join(projectRoot, 'src/server', path), 'utf8')).not.toMatch(/pool\.connect\(/)
})

function sourcesWith(pattern: RegExp): string[] {
  const server = join(projectRoot, 'src/server')
  return readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') && !path.endsWith('.test.ts') && pattern.test(readFileSync(join(server, path), 'utf8')),
  )
}
