import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { lockForConnection, lockForTransaction, lockKeys, tryLockForConnection, unlockConnection } from './locks.ts'

const server = join(projectRoot, 'src/server')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.(ts|sql)$/.test(path) && !path.endsWith('.test.ts'),
)
const callsIn = (path: string) =>
  [...readFileSync(join(server, path), 'utf8').matchAll(/pg_(?:try_)?advisory_\w+(?:\(\d+\))?/g)].map(([call]) => call)

async function connections(): Promise<[pg.Client, pg.Client]> {
  const scratch = await scratchDatabase()
  const both: [pg.Client, pg.Client] = [new pg.Client(scratch.config), new pg.Client(scratch.config)]
  for (const client of both) await client.connect()
  onTestFinished(async () => {
    for (const client of both) await client.end()
    await scratch.drop()
  })
  return both
}

test('no two locks have one key', () => {
  const keys = Object.values(lockKeys)
  expect(new Set(keys).size).toBe(keys.length)
})

test('nobody takes an advisory lock past the list, except the trigger that is named in it', () => {
  const taken = sources.flatMap((path) => callsIn(path).map((call) => `${path}: ${call}`))
  expect(taken.filter((call) => !call.startsWith('db/locks.ts: '))).toEqual([
    `db/migrations/0000_schema.sql: pg_advisory_xact_lock(${lockKeys.auditLog})`,
    `db/schema/by-hand.sql: pg_advisory_xact_lock(${lockKeys.auditLog})`,
  ])
})

test('an entry of the audit log holds the lock of that name until its transaction ends', async () => {
  const [writer, other] = await connections()
  await writer.query(`begin; insert into audit_log (entry) values ('{}')`)
  expect(await tryLockForConnection(other, 'auditLog')).toBe(false)
  await writer.query('commit')
  expect(await tryLockForConnection(other, 'auditLog')).toBe(true)
})

test.each([['leaders'], [['jobs', 'this one']]] as const)('%j is held by one, and given back', async (lock) => {
  const [first, second] = await connections()
  await lockForConnection(first, lock)
  for (const another of ['videos', ['jobs', 'another'], ['nominator', 'this one']] as const)
    expect(await tryLockForConnection(second, another)).toBe(true)
  expect(await tryLockForConnection(second, lock)).toBe(false)
  await unlockConnection(first, lock)
  await first.query('begin')
  await lockForTransaction(first, lock)
  expect(await tryLockForConnection(second, lock)).toBe(false)
  await first.query('rollback')
  expect(await tryLockForConnection(second, lock)).toBe(true)
})
