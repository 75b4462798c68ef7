import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createMetrics } from '#server/http/metrics.ts'
import { createLog } from '#server/log.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { createJobRecord } from './job-record.ts'
import { startJobs } from './runner.ts'

const log = createLog('silent')
const scratch = await scratchDatabase()
const pool = new pg.Pool(scratch.config)
afterAll(async () => {
  await pool.end()
  await scratch.drop()
})

async function rowOf(name: string) {
  const { rows } = await pool.query<{ succeeded: string | null; failures: number; error: string | null; was: string }>(
    `select succeeded_at::text as succeeded, failures, last_error as error, xmin::text as was from job_runs where name = $1`,
    [name],
  )
  return rows[0]
}

test('that all is well is written once a minute, a failure and the recovery at once', async () => {
  const metrics = createMetrics(pool)
  const record = createJobRecord(metrics, log)
  await record.succeeded(pool, 'count', 20)
  const first = await rowOf('count')
  expect(first).toMatchObject({ failures: 0, error: null, succeeded: expect.any(String) })
  await record.succeeded(pool, 'count', 20)
  expect((await rowOf('count'))?.was).toBe(first?.was)

  const failure = new Error('Failed query: select ANA', { cause: Object.assign(new Error('full'), { code: '53100' }) })
  await record.failed(pool, 'count', 20, failure)
  await record.failed(pool, 'count', 20, failure)
  expect(await rowOf('count')).toMatchObject({ failures: 2, error: '53100', succeeded: first?.succeeded })
  await record.succeeded(pool, 'count', 20)
  expect(await rowOf('count')).toMatchObject({ failures: 0, error: null })
  expect(await metrics.registry.getSingleMetricAsString('job_failures_total')).toContain('{job="count"} 2')
})

test('a record that cannot be written fails no job, and is written at the next chance', async () => {
  const record = createJobRecord(createMetrics(pool), log)
  const away = new pg.Pool({ host: '127.0.0.1', port: 1 })
  await record.succeeded(away, 'send', 20)
  expect(await rowOf('send')).toBeUndefined()
  await record.succeeded(pool, 'send', 20)
  expect(await rowOf('send')).toMatchObject({ failures: 0 })
})

test('the runner records what became of each job, and that it comes round', async () => {
  const metrics = createMetrics(pool)
  const record = createJobRecord(metrics, log)
  let failing = true
  const run = async () => {
    if (failing) throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
  }
  const jobs = startJobs(pool, log, record, [{ name: 'run', everyMs: 20, run }])
  await expect.poll(async () => (await rowOf('run'))?.failures).toBeGreaterThan(1)
  expect(await rowOf('run')).toMatchObject({ error: 'ECONNREFUSED', succeeded: null })
  failing = false
  await expect.poll(async () => (await rowOf('run'))?.failures).toBe(0)
  expect(record.idleMs()).toBeLessThan(2000)
  await jobs.stop()
  const idle = record.idleMs()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(record.idleMs()).toBeGreaterThanOrEqual(idle + 50)
})

test('a job cut short because the site stops has not failed', async () => {
  const record = createJobRecord(createMetrics(pool), log)
  const begun = Promise.withResolvers<void>()
  const run = async (signal: AbortSignal) => {
    begun.resolve()
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const jobs = startJobs(pool, log, record, [{ name: 'cut', everyMs: 3_600_000, run }])
  jobs.wake('cut')
  await begun.promise
  await jobs.stop()
  expect(await rowOf('cut')).toBeUndefined()
})
