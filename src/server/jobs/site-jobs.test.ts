import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { certainClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { listenForChanges } from '#server/db/site-changes.ts'
import { createBoardKey } from '#server/elections/board/board-key.ts'
import { createSignedElections } from '#server/elections/board/signed-election.ts'
import { createElectionCache } from '#server/elections/election-cache.ts'
import { createVault } from '#server/elections/voting/vault.ts'
import { queueEmail } from '#server/email/queue.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { createLog } from '#server/log.ts'
import { diskStorage } from '#server/storage/disk.ts'
import { jobText } from '#shared/operations/status/text.ts'
import { defaultSettings } from '#shared/settings.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { createJobRecord } from './job-record.ts'
import { jobTimes, siteJobs, startSiteJobs } from './site-jobs.ts'

const log = createLog('silent')
const scratch = await scratchDatabase()
const database = openDatabase(scratch.config, log)
const folder = await mkdtemp(join(tmpdir(), 'jobs-'))
afterAll(async () => {
  await database.pool.end()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const unchanging = { on: () => undefined }
const boardKey = createBoardKey(Buffer.alloc(32))
const deps = () => {
  const config = readConfig({ DATA_DIR: folder })
  return {
    ...database,
    log,
    config,
    clock: certainClock({ now: Date.now }),
    storage: diskStorage(join(folder, 'files')),
    elections: createElectionCache(database.db, unchanging, { now: Date.now }, null),
    vault: createVault(config, database.pool, unchanging),
    boardKey,
    signed: createSignedElections(database.db, unchanging, boardKey, {
      of: () => Promise.reject(new Error('not asked')),
      note: () => Promise.reject(new Error('not asked')),
      frozen: async () => [],
    }),
    settings: async () => defaultSettings,
    siteKey: 'a key for these tests',
    status: { node: () => Promise.reject(new Error('not asked')), site: async () => null, checks: async () => [] },
  }
}

test('an email goes out as soon as it is written', async () => {
  const changes = listenForChanges(scratch.config, log)
  await changes.ready
  const jobRecord = createJobRecord(createMetrics(database.pool), log)
  const jobs = startSiteJobs({ ...deps(), changes, jobRecord })
  await queueEmail(database.db, { to: 'ana@example.ph', kind: 'approval', subject: 's', body: 'b' })
  await expect.poll(() => readdir(join(folder, 'outbox')).catch(() => []), { timeout: 2000 }).toHaveLength(1)
  await jobs.stop()
  await changes.stop()
})

test('old emails leave the outbox', async () => {
  const name = '2025-01-01T00-00-00.000Z-00000000-0000-4000-8000-000000000000.eml'
  await mkdir(join(folder, 'outbox'), { recursive: true })
  await writeFile(join(folder, 'outbox', name), 'x')
  await utimes(join(folder, 'outbox', name), 0, 0)
  for (const job of siteJobs(deps())) await job.run(AbortSignal.timeout(5000))
  expect(await readdir(join(folder, 'outbox'))).not.toContain(name)
})

test('what expired goes, what is valid stays', async () => {
  const { rows } = await database.pool.query(
    `insert into users (first_name, last_name, email, is_admin) values ('A', 'B', 'a@b.ph', true) returning id`,
  )
  const owner = rows[0].id
  for (const [name, shift] of [
    ['old', -1],
    ['new', 1],
  ] as const) {
    const at = new Date(Date.now() + shift * 7_200_000)
    await database.pool.query('insert into sessions (token, user_id, expires_at) values ($1, $2, $3)', [
      name,
      owner,
      at,
    ])
    await database.pool.query(`insert into verifications (identifier, expires_at) values ($1, $2)`, [name, at])
    await database.pool.query('insert into throttles (key, points, expire) values ($1, 1, $2)', [name, at.getTime()])
  }
  await database.pool.query(`insert into throttles (key, points, expire) values ('for ever', 1, null)`)
  for (const job of siteJobs(deps())) await job.run(AbortSignal.timeout(5000))
  const left = await database.pool.query(`
    select token as name from sessions union all select identifier from verifications
    union all select key from throttles`)
  expect(left.rows.map(({ name }) => name).toSorted()).toEqual(['for ever', 'new', 'new', 'new'])
})

test('the status page says of every job in words what it does', () => {
  expect(Object.keys(jobText)).toEqual(jobTimes.map(({ name }) => name))
})
