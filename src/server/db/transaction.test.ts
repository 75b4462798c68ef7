import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { scratchDatabase } from '#tests/support/scratch-database.ts'
import { openDatabase, type OpenDatabase } from './database.ts'
import { tryLockForConnection, unlockConnection } from './locks.ts'
import { installation } from './schema.ts'
import { inTransaction } from './transaction.ts'

let database: OpenDatabase
let drop: () => Promise<void>
beforeAll(async () => {
  const scratch = await scratchDatabase()
  database = openDatabase(scratch.config, createLog('silent'))
  drop = scratch.drop
})
afterAll(async () => {
  await database.pool.end()
  await drop()
})
beforeEach(async () => {
  await database.db.delete(installation)
})

const kept = async () => (await database.db.select().from(installation)).map(({ key }) => key).toSorted()
const byBuilder = { key: 'by the query builder', value: '' }
const bySql = `insert into installation (key, value) values ('by SQL', '')`

test('what was written both ways stands together, and the result is handed on', async () => {
  const result = await inTransaction(database, async (tx, client) => {
    await tx.insert(installation).values(byBuilder)
    await client.query(bySql)
    expect(await tx.select().from(installation)).toHaveLength(2)
    expect(await kept()).toEqual([])
    return 'done'
  })
  expect(result).toBe('done')
  expect(await kept()).toEqual(['by SQL', 'by the query builder'])
})

test('what is thrown comes out as it is, nothing stands, and the connection serves the next', async () => {
  const refusal = new Error('no')
  const undone = inTransaction(database, async (tx, client) => {
    await tx.insert(installation).values(byBuilder)
    await client.query(bySql)
    throw refusal
  })
  await expect(undone).rejects.toBe(refusal)
  expect(await kept()).toEqual([])
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
  expect(await kept()).toEqual([])
})

test('nobody opens a transaction any other way', () => {
  const server = join(projectRoot, 'src/server')
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )
  const opens = /\.transaction\(|query\(\s*['"`]begin/i
  expect(sources.filter((path) => opens.test(readFileSync(join(server, path), 'utf8')))).toEqual(['db/transaction.ts'])
})
