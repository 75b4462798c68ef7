import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { dayMs } from '#shared/time.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { createTimeMemory } from './seen-time.ts'

const scratch = await scratchDatabase()
const { pool } = openDatabase(scratch.config, createLog('silent'))
const folder = await mkdtemp(join(tmpdir(), 'seen-time-'))
afterAll(async () => {
  await pool.end()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

// Not created yet, as at the first start with a database server.
const dataDir = join(folder, 'data')
const memory = createTimeMemory({ dataDir }, pool)
const elsewhere = createTimeMemory({ dataDir: join(folder, 'other') }, pool)

test('what was seen is kept in the database and in the folder, and the later of the two counts', async () => {
  expect(await memory.read()).toBeNull()
  await memory.note({ at: 2000, confirmed: 0 })
  expect(await elsewhere.read()).toEqual({ at: 2000, confirmed: 0 })
  await pool.query(`update installation set value = '{"at":1000,"confirmed":0}' where key = 'time seen'`)
  expect(await memory.read()).toEqual({ at: 2000, confirmed: 0 })
  expect(await elsewhere.read()).toEqual({ at: 1000, confirmed: 0 })
  await elsewhere.note({ at: 500, confirmed: 1 })
  expect(await memory.read()).toEqual({ at: 500, confirmed: 1 })
  // A node that does not know the confirmation yet does not undo it.
  await memory.note({ at: 2001, confirmed: 0 })
  expect(await memory.read()).toEqual({ at: 500, confirmed: 1 })
})

test('a machine that was on since vouches for a clock that went on with it, and for no other', async () => {
  const now = Date.now()
  await memory.note({ at: now, confirmed: 2 })
  const isLinux = process.platform === 'linux'
  expect(await memory.isVouchedFor(Date.now())).toBe(isLinux)
  for (const by of [2 * dayMs, -2 * dayMs]) expect(await memory.isVouchedFor(now + by)).toBe(false)
})

test('what cannot be undone happens when voting opens and closes, when the roll is drawn up, and when its salts go', async () => {
  const { votingOpens: opens, votingCloses: closes } = defaultElection
  const eligibilityDate = opens - dayMs
  await drizzle(pool)
    .insert(elections)
    .values([defaultElection, { ...defaultElection, title: 'A draft', draft: true }])
  const milestones = async () => (await memory.milestones()).map((one) => [one.at, one.closesVoting])
  expect(await milestones()).toEqual([
    [opens, false],
    [closes, true],
  ])
  const cancelled = { eligibilityDate, cancelledAt: closes, cancelledReason: 'No quorum' }
  await drizzle(pool).update(elections).set(cancelled).where(eq(elections.draft, false))
  expect(await milestones()).toEqual([
    [eligibilityDate, false],
    [opens, false],
    [closes, true],
    [closes + 30 * dayMs, false],
  ])
})
