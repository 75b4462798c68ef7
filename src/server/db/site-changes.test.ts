import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { listenForChanges, type SiteChanges } from './site-changes.ts'

const log = createLog('silent')
const scratch = await scratchDatabase()
const pool = new pg.Pool(scratch.config)
afterAll(async () => {
  await pool.end()
  await scratch.drop()
})

async function listening(): Promise<{ changes: SiteChanges; tables: string[] }> {
  const changes = listenForChanges({ ...scratch.config, application_name: 'listener' }, log)
  const tables: string[] = []
  changes.on(() => {
    throw new Error('a listener that fails is not the others’ business')
  })
  changes.on((table) => tables.push(table))
  await changes.ready
  return { changes, tables }
}

const addEmail = () =>
  pool.query(`insert into emails ("to", kind, subject, body) values ('a@b.ph', 'approval', 's', 'b')`)
const cutOff = () =>
  pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`)

test('hears of a change made on any connection', async () => {
  const { changes, tables } = await listening()
  await addEmail()
  await expect.poll(() => tables).toEqual(['emails'])
  await changes.stop()
})

test('after a lost connection it listens again, and says that everything may have changed', async () => {
  const { changes, tables } = await listening()
  for (let round = 1; round <= 2; round++) {
    await cutOff()
    await addEmail()
    await expect.poll(() => tables, { timeout: 5000 }).toContain('*')
    await addEmail()
    await expect.poll(() => tables).toContain('emails')
    tables.length = 0
  }
  await changes.stop()
})

test('once stopped it neither hears nor connects again', async () => {
  const { changes, tables } = await listening()
  await changes.stop()
  await addEmail()
  await new Promise((resolve) => setTimeout(resolve, 400))
  const { rows } = await pool.query(`select 1 from pg_stat_activity where application_name = 'listener'`)
  expect([tables, rows]).toEqual([[], []])
})

test('can be stopped before it ever connected', async () => {
  const changes = listenForChanges({ host: '127.0.0.1', port: 1, user: 'x' }, log)
  await changes.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
})
