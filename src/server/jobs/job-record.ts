import type pg from 'pg'
import type { PgClient } from '#server/db/database.ts'
import type { Metrics } from '#server/http/metrics.ts'
import type { Log } from '#server/log.ts'

/** How this node's jobs are doing: in the database for all nodes, and in the node's metrics. */
export interface JobRecord {
  /** Call when a run starts or ends, whatever its outcome. */
  noteRound(): void
  /** How long ago a job last started or ended, by the monotonic clock. */
  idleMs(): number
  succeeded(client: Writer, job: string, tookMs: number): Promise<void>
  failed(client: Writer, job: string, tookMs: number, error: unknown): Promise<void>
  /** Call when a run did not even reach the database. */
  couldNotRun(job: string): void
}

type Writer = Pick<pg.ClientBase, 'query'> | PgClient

/** Jobs run every few seconds; a success is recorded at most this often. */
const writeEveryMs = 60_000

export function createJobRecord(metrics: Pick<Metrics, 'jobFailures'>, log: Log): JobRecord {
  const wellSince = new Map<string, number>()
  let lastRound = performance.now()

  /** A failure to record must not fail a job that did its work. */
  async function write(client: Writer, statement: string, values: unknown[]): Promise<boolean> {
    try {
      await client.query(statement, values)
      return true
    } catch (err) {
      log.warn({ err, job: values[0] }, 'how a background job fared could not be recorded')
      return false
    }
  }

  return {
    noteRound() {
      lastRound = performance.now()
    },
    idleMs: () => performance.now() - lastRound,

    async succeeded(client, job, tookMs) {
      const writtenAt = wellSince.get(job)
      if (writtenAt !== undefined && performance.now() - writtenAt < writeEveryMs) return
      const written = await write(
        client,
        `insert into job_runs (name, started_at, succeeded_at)
         values ($1, clock_timestamp() - $2 * interval '1 millisecond', clock_timestamp())
         on conflict (name) do update set started_at = excluded.started_at, succeeded_at = excluded.succeeded_at,
           failures = 0, last_error = null`,
        [job, Math.round(tookMs)],
      )
      if (written) wellSince.set(job, performance.now())
    },

    async failed(client, job, tookMs, error) {
      metrics.jobFailures.inc({ job })
      // Record the next success at once, because it is a recovery.
      wellSince.delete(job)
      await write(
        client,
        `insert into job_runs (name, started_at, failed_at, failures, last_error)
         values ($1, clock_timestamp() - $2 * interval '1 millisecond', clock_timestamp(), 1, $3)
         on conflict (name) do update set started_at = excluded.started_at, failed_at = excluded.failed_at,
           failures = job_runs.failures + 1, last_error = excluded.last_error`,
        [job, Math.round(tookMs), kindOf(error)],
      )
    },

    couldNotRun(job) {
      metrics.jobFailures.inc({ job })
      wellSince.delete(job)
    },
  }
}

/** The code of the innermost cause, or the error's name. Messages may quote what people wrote. */
function kindOf(error: unknown): string {
  let kind = 'unknown'
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code } = e as { code?: unknown }
    kind = typeof code === 'string' ? code : e.name
  }
  return kind
}
