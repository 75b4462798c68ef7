import type pg from 'pg'
import type { BegunBackup, BackupOverview, RecordedBackup } from '#shared/operations/backup/backup.ts'
import type { Instant } from '#shared/time.ts'
import type { SiteClock } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import { isBackupAsked } from './ask-for-backup.ts'

type Queryable = Pick<pg.Pool, 'query'>

interface Scheduled {
  last: BegunBackup | null
  born: Instant
  /** By the database's clock, which dated the others. */
  now: Instant
}

/** When the last one began, of whichever kind: one that could not even record itself leaves this as it was. */
export async function lastBegun(pool: Queryable): Promise<Instant | null> {
  const { rows } = await pool.query<{ begunAt: Instant | null }>('select max(started_at) as "begunAt" from backups')
  return rows[0]?.begunAt ?? null
}

/** The last scheduled backup, and when the site came to be. One that a wrong clock dated into the future is passed over. */
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

/** What an administrator sees: the last good one, the latest few, and what is set. By the database's clock, which dated them. */
export async function readOverview({
  pool,
  config,
  settings,
  clock,
}: Pick<Deps, 'pool' | 'config' | 'settings' | 'clock'>): Promise<BackupOverview> {
  const columns = `kind, state, place, name, bytes, rows, files, error, started_at as "startedAt", finished_at as "finishedAt"`
  const { rows: latest } = await pool.query(`select ${columns} from backups order by started_at desc limit 10`)
  const { rows: done } = await pool.query(
    `select ${columns} from backups where state = 'done' order by finished_at desc limit 1`,
  )
  const { rows: looked } = await pool.query<{ now: Instant }>('select now() as now')
  const shown = (row: Record<string, unknown>) => inInstants(row, clock)
  const { backupsOn, backupTime, backupsKept, backupPlace } = await settings()
  return {
    now: clock.shownFor(looked[0]?.now ?? NaN),
    lastDone: done[0] ? shown(done[0]) : null,
    latest: latest.map(shown),
    schedule: { backupsOn, backupTime, backupsKept, backupPlace },
    key: config.backup.passphrase ? 'passphrase' : 'key file',
    onDemand: config.backup.wanted,
    asked: await isBackupAsked(pool),
  }
}

function inInstants(row: Record<string, unknown>, clock: Pick<SiteClock, 'shownFor'>): RecordedBackup {
  const finishedAt = row['finishedAt'] as Instant | null
  return {
    ...row,
    startedAt: clock.shownFor(row['startedAt'] as Instant),
    finishedAt: finishedAt && clock.shownFor(finishedAt),
  } as RecordedBackup
}
