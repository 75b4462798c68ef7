import type pg from 'pg'
import { tryLockForConnection, unlockConnection } from '#server/db/locks.ts'
import type { Log } from '#server/log.ts'
import type { JobRecord } from './job-record.ts'

export interface BackgroundJob {
  /** The lock is made from the name, so nodes of different versions take the same one. */
  name: string
  everyMs: number
  /** The signal is aborted when the site stops, or when the lock may be lost. */
  run(signal: AbortSignal): Promise<void>
}

export interface RunningJobs {
  /** Runs the job now, or again after the current run. */
  wake(name: string): void
  stop(): Promise<void>
}

const longestStopMs = 10_000

/** Jobs are independent: each runs once at a time in the whole installation, and again even if it failed before. */
export function startJobs(pool: pg.Pool, log: Log, record: JobRecord, jobs: BackgroundJob[]): RunningJobs {
  const stopping = new AbortController()
  const started = new Map(jobs.map((job) => [job.name, startJob(pool, log, record, job, stopping.signal)]))
  return {
    wake(name) {
      started.get(name)?.wake()
    },
    async stop() {
      stopping.abort()
      const finished = Promise.all([...started.values()].map((job) => job.stopped()))
      const late = await Promise.race([finished.then(() => false), pause(longestStopMs).then(() => true)])
      if (late) log.warn('a background job did not stop in time')
    },
  }
}

function startJob(pool: pg.Pool, log: Log, record: JobRecord, job: BackgroundJob, stopping: AbortSignal) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let runAgain = false
  let failures = 0

  /** Logs only the first of several failures in a row, because some jobs run every second. */
  function logFailure(err: unknown): void {
    if (failures++ === 0) log.error({ err, job: job.name }, 'a background job failed, and is tried again')
  }

  function logRecovery(): void {
    if (failures > 0) log.info({ job: job.name, failures }, 'a background job works again')
    failures = 0
  }

  function round(): void {
    clearTimeout(timer)
    if (stopping.aborted) return
    runAgain = running !== undefined
    record.noteRound()
    running ??= runLocked(pool, record, job, stopping)
      .then(logRecovery, logFailure)
      .then(() => {
        record.noteRound()
        running = undefined
        if (runAgain) round()
        else wait(job.everyMs)
      })
  }

  /** The random wait keeps nodes that start together from competing for the lock every time. */
  function wait(ms: number): void {
    if (!stopping.aborted) timer = setTimeout(round, ms * (0.8 + 0.4 * Math.random())).unref()
  }

  stopping.addEventListener('abort', () => clearTimeout(timer))
  wait(Math.min(job.everyMs, 5_000))
  return { wake: round, stopped: async () => running }
}

/** Does nothing if another node is running the job. The lock belongs to the connection, so a killed node frees it. */
async function runLocked(pool: pg.Pool, record: JobRecord, job: BackgroundJob, stopping: AbortSignal): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    record.couldNotRun(job.name)
    throw error
  })
  const lockLost = new AbortController()
  const onError = () => lockLost.abort()
  client.on('error', onError)
  const lock = ['jobs', job.name] as const
  try {
    const taken = await tryLockForConnection(client, lock).catch((error: unknown) => {
      // The lock may have been acquired all the same.
      onError()
      throw error
    })
    if (!taken) return
    const began = performance.now()
    const took = () => performance.now() - began
    try {
      await job.run(AbortSignal.any([stopping, lockLost.signal]))
      await record.succeeded(client, job.name, took())
    } catch (error) {
      // A run that was interrupted because the site stops has not failed.
      if (!stopping.aborted) await record.failed(lockLost.signal.aborted ? pool : client, job.name, took(), error)
      throw error
    } finally {
      if (!lockLost.signal.aborted) await unlockConnection(client, lock).catch(onError)
    }
  } finally {
    client.off('error', onError)
    client.release(lockLost.signal.aborted)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
