import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createMetrics } from '#server/http/metrics.ts'
import { createLog } from '#server/log.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { createJobRecord } from './job-record.ts'
import { startJobs, type BackgroundJob } from './runner.ts'

let logged = ''
const log = createLog('debug', { write: (line) => void (logged += line) })
const metrics = createMetrics(new pg.Pool())
const record = createJobRecord(metrics, log)

const scratch = await scratchDatabase()
const nodes = [1, 2, 3].map(() => new pg.Pool(scratch.config))
for (const pool of nodes) pool.on('error', () => undefined)
afterAll(async () => {
  await Promise.all(nodes.map((pool) => pool.end()))
  await scratch.drop()
})

const hour = 3_600_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const node = () => nodes[0]!

function aJob(run: BackgroundJob['run'], everyMs = hour, name = `job ${Math.random()}`): BackgroundJob {
  return { name, everyMs, run }
}

test('runs again and again, also after a failure', async () => {
  let runs = 0
  const job = aJob(async () => {
    runs += 1
    if (runs <= 2) throw new Error('at first')
  }, 20)
  const jobs = startJobs(node(), log, record, [job])
  await expect.poll(() => runs).toBeGreaterThan(3)
  await jobs.stop()
  const after = runs
  await pause(80)
  expect(runs).toBe(after)
  expect(logged.match(/a background job failed/g)).toHaveLength(1)
  expect(logged).toMatch(/"failures":2.*a background job works again/)
})

test('of three nodes one runs the job at a time', async () => {
  let now = 0
  let most = 0
  let runs = 0
  const run = async () => {
    runs += 1
    most = Math.max(most, ++now)
    await pause(15)
    now -= 1
  }
  const all = nodes.map((pool) => startJobs(pool, log, record, [aJob(run, 5, 'shared')]))
  await expect.poll(() => runs, { timeout: 5000 }).toBeGreaterThan(10)
  await Promise.all(all.map((jobs) => jobs.stop()))
  expect(most).toBe(1)
})

test('different jobs run beside one another', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const meet = [
    aJob(async () => (first.resolve(), second.promise)),
    aJob(async () => (second.resolve(), first.promise)),
  ]
  const jobs = startJobs(node(), log, record, meet)
  for (const { name } of meet) jobs.wake(name)
  await Promise.all([first.promise, second.promise])
  await jobs.stop()
})

test('woken it runs at once; woken many times while running, once more', async () => {
  let runs = 0
  const job = aJob(async () => {
    runs += 1
    await pause(50)
  })
  const jobs = startJobs(node(), log, record, [job])
  jobs.wake(job.name)
  await expect.poll(() => runs).toBe(1)
  for (let n = 0; n < 5; n++) jobs.wake(job.name)
  await pause(250)
  expect(runs).toBe(2)
  await jobs.stop()
})

test('stopping tells the running job and waits for it', async () => {
  let ended = false
  const job = aJob(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await pause(30)
    ended = true
  })
  const jobs = startJobs(node(), log, record, [job])
  jobs.wake(job.name)
  await pause(50)
  await jobs.stop()
  expect(ended).toBe(true)
})

test('a job whose lock is lost is told so, and the lock is free for others', async () => {
  let signalled = false
  let runs = 0
  const job = aJob(async (signal) => {
    if (++runs > 1) return
    await node().query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )
    await expect.poll(() => signal.aborted).toBe(true)
    signalled = true
  })
  const jobs = startJobs(node(), log, record, [job])
  jobs.wake(job.name)
  await expect.poll(() => signalled).toBe(true)
  jobs.wake(job.name)
  await expect.poll(() => runs).toBe(2)
  await jobs.stop()
  expect(
    (
      await node().query(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows,
  ).toEqual([])
})

test('a database that is away is only a failed round, and said once', async () => {
  const away = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const connect = vi.spyOn(away, 'connect')
  logged = ''
  const jobs = startJobs(away, log, record, [aJob(async () => undefined, 20)])
  await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(2)
  await jobs.stop()
  expect(logged.match(/a background job failed/g)).toHaveLength(1)
})
