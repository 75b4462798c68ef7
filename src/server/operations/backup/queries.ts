import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queryable as Tx, PgClient } from '#server/db/database.ts'
import type { BackupFailure, BackupPlace, BegunBackup, RecordedBackup } from '#shared/operations/backup/backup.ts'
import type { Instant } from '#shared/time.ts'

type Queryable = PgClient

interface Scheduled {
  last: BegunBackup | null
  born: Instant
  /** By the database's clock, which dated the backups. */
  now: Instant
}

/** When the last backup of any kind began. A backup that fails before it writes its row does not change this. */
export async function lastBegun(pool: Queryable): Promise<Instant | null> {
  const { rows } = await pool.query<{ begunAt: Instant | null }>('select max(started_at) as "begunAt" from backups')
  return rows[0]?.begunAt ?? null
}

/** The last scheduled backup, and when the site was created. Ignores backups that a wrong clock dated in the future. */
export async function readScheduled(pool: Queryable): Promise<Scheduled> {
  const { rows } = await pool.query<{ begunAt: Instant; state: BegunBackup['state'] }>(
    `select started_at as "begunAt", state from backups
     where kind = 'scheduled' and started_at < now() + interval '1 hour' order by started_at desc limit 1`,
  )
  const { rows: site } = await pool.query<{ born: string | null; now: Instant }>(
    `select (select value from installation where key = 'born') as born, now() as now`,
  )
  const [last] = rows
  return {
    last: last ?? null,
    born: Date.parse(site[0]?.born ?? '') || 0,
    now: site[0]?.now ?? NaN,
  }
}

/** The latest backups, the last successful one, and the time by the database's clock, which dated them. */
export async function readLatest(pool: Queryable) {
  const columns = `kind, state, place, name, bytes, rows, files, error, started_at as "startedAt", finished_at as "finishedAt"`
  const { rows: latest } = await pool.query<RecordedBackup>(
    `select ${columns} from backups order by started_at desc limit 10`,
  )
  const { rows: done } = await pool.query<RecordedBackup>(
    `select ${columns} from backups where state = 'done' order by finished_at desc limit 1`,
  )
  const { rows: clockRows } = await pool.query<{ now: Instant }>('select now() as now')
  return { latest, lastDone: done[0] ?? null, now: clockRows[0]?.now ?? NaN }
}

/** The key in `installation` for a requested backup. */
const requestKey = 'backup asked for'

/** Returns false if a backup was already requested. */
export async function insertBackupRequest(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`insert into installation (key, value) values (${requestKey}, now()::text) on conflict do nothing`,
  )
  return rowCount === 1
}

export async function isBackupAsked(pool: Queryable): Promise<boolean> {
  const { rowCount } = await pool.query('select from installation where key = $1', [requestKey])
  return rowCount === 1
}

/** Deletes the request before the backup starts, so that a failure is recorded and not retried forever. */
export async function takeBackupRequest(pool: Queryable): Promise<boolean> {
  const { rowCount } = await pool.query('delete from installation where key = $1', [requestKey])
  return rowCount === 1
}

interface Begun {
  kind: 'scheduled' | 'manual'
  place: BackupPlace
  name: string
}

/** Writes the table `backups` in plain SQL: a backup has one connection and no pool. Times are the database's. */
export function recordBackup(client: Pick<pg.ClientBase, 'query'>) {
  return {
    async begin({ kind, place, name }: Begun): Promise<string> {
      const { rows } = await client.query<{ id: string }>(
        'insert into backups (kind, place, name) values ($1, $2, $3) returning id',
        [kind, place, name],
      )
      if (!rows[0]) throw new Error('the backup was not recorded')
      return rows[0].id
    },

    async finish(id: string, { bytes, rows, files }: { bytes: number; rows: number; files: number }): Promise<void> {
      await client.query(
        `update backups set state = 'done', finished_at = now(), bytes = $2, rows = $3, files = $4 where id = $1`,
        [id, bytes, rows, files],
      )
      await client.query(`delete from backups where started_at < now() - interval '1 year'`)
      // A row dated later than this was dated by a fast clock: it was made earlier.
      await client.query(
        `update backups set started_at = least(started_at, now()), finished_at = least(finished_at, now())
         where greatest(started_at, finished_at) > now()`,
      )
    },

    async fail(id: string, failure: BackupFailure): Promise<void> {
      await client.query(`update backups set state = 'failed', finished_at = now(), error = $2 where id = $1`, [
        id,
        failure,
      ])
    },

    /** Call only with the lock `backup`, so that no other backup is running. */
    async failInterrupted(): Promise<void> {
      await client.query(
        `update backups set state = 'failed', finished_at = now(), error = 'interrupted' where state = 'running'`,
      )
    },

    async lastSize(): Promise<number> {
      const { rows } = await client.query<{ bytes: string }>(
        `select bytes::text from backups where state = 'done' order by finished_at desc limit 1`,
      )
      return Number(rows[0]?.bytes ?? 0)
    },
  }
}
