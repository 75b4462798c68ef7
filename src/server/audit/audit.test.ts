import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { readAudit } from '#tests/support/audit.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { appendAudit, verifyAudit, type AuditEntry } from './audit.ts'

const log = createLog('silent')
const clock = { now: () => Date.parse('2025-03-29T00:00:00Z') }

const database = await openScratchDatabase(log)
afterAll(() => database.close())

/** Only the owner of the database can do this, by switching its rules off first. */
async function behindTheBack(statement: string): Promise<void> {
  await database.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
}
beforeEach(() => behindTheBack('delete from audit_log'))

const append = (more: Partial<AuditEntry> = {}) =>
  appendAudit(database.db, clock, { actor: 'system', action: 'settings changed', ...more })

test('an empty log is sound', async () => {
  expect(await verifyAudit(database.db)).toEqual({ ok: true, entries: 0, lastHash: '0'.repeat(64) })
})

// Shows audit-02
test('entries are chained and read back newest first, by pages', async () => {
  await append({ actor: 'someone', action: 'document opened', subject: 'x', detail: { b: 2, a: 'ñ', gone: null } })
  await append()
  await append()
  const [newest, next] = await readAudit(database.db, { limit: 2 })
  expect([newest?.seq, next?.seq]).toEqual([3, 2])
  const [oldest] = await readAudit(database.db, { before: 2, limit: 10 })
  expect(oldest).toMatchObject({
    seq: 1,
    at: '2025-03-29T00:00:00.000Z',
    actor: 'someone',
    action: 'document opened',
    subject: 'x',
    detail: { a: 'ñ', b: 2, gone: null },
  })
  expect(await verifyAudit(database.db)).toEqual({ ok: true, entries: 3, lastHash: newest?.hash })
})

test('the text of an entry is one and the same whatever order it was written in', async () => {
  await append({ subject: 's', detail: { b: 1, a: 2 } })
  const { rows } = await database.pool.query('select entry from audit_log')
  expect(rows[0].entry).toBe(
    '{"action":"settings changed","actor":"system","at":"2025-03-29T00:00:00.000Z","detail":{"a":2,"b":1},"subject":"s"}',
  )
})

test('an id has one spelling, however it was asked for', async () => {
  await append({ subject: 'ABCDEF01-2345-4789-8ABC-DEF012345678' })
  expect((await readAudit(database.db, { limit: 1 }))[0]?.subject).toBe('abcdef01-2345-4789-8abc-def012345678')
})

test('text that a database cannot hold is made fit', async () => {
  await append({ detail: { name: 'a\0b\ud800' } })
  expect((await readAudit(database.db, { limit: 1 }))[0]?.detail).toEqual({ name: 'ab\ufffd' })
})

test('an act that is rolled back leaves no entry and no gap', async () => {
  await append()
  const act = inTransaction(database, async (tx) => {
    await appendAudit(tx, clock, { actor: 'system', action: 'settings changed' })
    throw new Error('undone')
  })
  await expect(act).rejects.toThrow('undone')
  await append()
  expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 2 })
})

test('sixteen connections at once make one chain without gaps', async () => {
  const { pool, db } = openDatabase({ ...database.config, max: 16 }, log)
  const writer = async (n: number) => {
    for (let i = 0; i < 25; i++)
      await inTransaction({ db }, async (tx) => {
        await tx.execute(sql`select 1`)
        await appendAudit(tx, clock, { actor: `writer ${n}`, action: 'document opened', detail: { i } })
      })
  }
  await Promise.all(Array.from({ length: 16 }, (_, n) => writer(n)))
  await pool.end()
  expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 400 })
})

describe('tampering is found', () => {
  beforeEach(async () => {
    for (let n = 1; n <= 5; n++) await append({ subject: String(n) })
  })

  // Shows audit-02
  test.each([
    ['an entry altered', `update audit_log set entry = replace(entry, 'system', 'nobody') where seq = 3`, 3],
    [
      'an entry altered with its hash',
      `update audit_log set entry = '{}', hash = encode(sha256(convert_to(previous_hash || '{}', 'UTF8')), 'hex') where seq = 3`,
      4,
    ],
    ['an entry removed', 'delete from audit_log where seq = 3', 3],
    ['the first entry removed', 'delete from audit_log where seq = 1', 1],
    [
      'an entry removed and the rest renumbered',
      'delete from audit_log where seq = 3; update audit_log set seq = 3 where seq = 4; update audit_log set seq = 4 where seq = 5',
      3,
    ],
    [
      'two entries swapped',
      'update audit_log set seq = 9 where seq = 2; update audit_log set seq = 2 where seq = 3; update audit_log set seq = 3 where seq = 9',
      2,
    ],
  ])('%s', async (_what, statement, brokenAt) => {
    await behindTheBack(statement)
    expect(await verifyAudit(database.db)).toEqual({ ok: false, brokenAt })
  })

  test('a cut tail shows against the hash kept elsewhere', async () => {
    const before = await verifyAudit(database.db)
    await behindTheBack('delete from audit_log where seq = 5')
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 4 })
    expect(await verifyAudit(database.db)).not.toEqual(before)
  })
})

// Shows audit-01
test.each(["update audit_log set entry = '{}'", 'delete from audit_log', 'truncate audit_log'])(
  'the database refuses: %s',
  async (statement) => {
    await append()
    await expect(database.pool.query(statement)).rejects.toThrow('append-only')
  },
)

test('whoever writes a number or hash of their own is overruled', async () => {
  await append()
  await database.pool.query(`insert into audit_log (seq, entry, previous_hash, hash) values (99, '{}', 'x', 'y')`)
  expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 2 })
})

test('a writer killed in the middle of its act does not hold up the others', async () => {
  const victim = new pg.Client(database.config)
  victim.on('error', () => undefined)
  await victim.connect()
  await victim.query(`begin; insert into audit_log (entry) values ('{}')`)
  const waiting = append()
  const { rows } = await database.pool.query(
    `select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
  )
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await waiting
  expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 1 })
})
