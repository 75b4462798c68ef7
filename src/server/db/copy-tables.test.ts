import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { appendAudit, verifyAudit } from '#server/audit/audit.ts'
import { runningClock } from '#server/clock.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { fillDatabase } from '#tests/support/factories.ts'
import { beginLoading, copiedTables, copyIn, copyOut, endLoading, prepareText } from './copy-tables.ts'
import { inTransaction, openDatabase, type OpenDatabase } from './database.ts'

async function scratch(): Promise<OpenDatabase> {
  const made = await scratchDatabase()
  const opened = openDatabase({ ...made.config, max: 2 }, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await opened.pool.end()
    await made.drop()
  })
  return opened
}

/** Copies in the same way as a backup and its restore. */
const copy = (from: OpenDatabase, to: OpenDatabase) =>
  inTransaction(from, (_from, source) =>
    inTransaction(to, async (_to, target) => {
      for (const client of [source, target]) await prepareText(client)
      const tables = await copiedTables(source)
      await beginLoading(target, tables)
      for (const table of tables) await pipeline(copyOut(source, table), copyIn(target, table.name, table.columns))
      await endLoading(target, tables)
      return tables
    }),
  )

const rowsOf = async ({ pool }: OpenDatabase, table: string) =>
  (await pool.query(`select t.* from ${table} t order by t::text`)).rows

test('a copied database holds the same rows, and goes on where the other stopped', async () => {
  const [from, to] = [await scratch(), await scratch()]
  await fillDatabase(from.db)
  const tables = await copy(from, to)
  expect(await rowsOf(to, 'users')).toHaveLength(5)
  for (const { name } of tables) expect(await rowsOf(to, name), name).toEqual(await rowsOf(from, name))

  // The triggers work again: the chain and the counters continue.
  await appendAudit(to.db, runningClock(), { actor: 'system', action: 'site started first' })
  expect(await verifyAudit(to.db)).toMatchObject({ ok: true, entries: 4 })
  await expect(to.pool.query('delete from audit_log')).rejects.toThrow('append-only')
  await to.pool.query(`update users set withdrawn_at = now() where not approved`)
  expect((await to.pool.query('select state, people from member_counts order by state')).rows).toEqual([
    { state: 'approved', people: 3 },
    { state: 'pending', people: 0 },
    { state: 'withdrawn', people: 1 },
  ])
})

test('a copy that fails half way leaves the other database as it was', async () => {
  const [from, to] = [await scratch(), await scratch()]
  await fillDatabase(from.db)
  await to.pool.query(`alter table tallies add check (votes < 5)`)
  await expect(copy(from, to)).rejects.toThrow('violates check constraint')
  expect(await rowsOf(to, 'users')).toEqual([])
})

test('tables come after those they refer to, without the columns that are computed', async () => {
  const { pool } = await scratch()
  const client = await pool.connect()
  const tables = await copiedTables(client).finally(() => client.release())
  const place = (name: string) => tables.findIndex((table) => table.name === name)
  expect(place('uploads')).toBeLessThan(place('users'))
  expect(place('users')).toBeLessThan(place('elections'))
  expect(place('elections')).toBeLessThan(place('ballots'))
  expect(tables.find(({ name }) => name === 'audit_log')).toEqual({
    name: 'audit_log',
    columns: ['seq', 'entry', 'previous_hash', 'hash'],
    order: ['seq'],
  })
  const { rows } = await pool.query(
    `select count(*) from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables).toHaveLength(rows[0].count)
})

test('no table counts with a sequence, whose state would not be copied', async () => {
  const { pool } = await scratch()
  expect((await pool.query(`select sequencename from pg_sequences where schemaname = 'public'`)).rows).toEqual([])
})
