import { sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import type { SiteClock } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { takeOrRefuse } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import type { BackupOverview, RecordedBackup } from '#shared/operations/backup/backup.ts'
import { daySeconds } from '#shared/time.ts'
import { insertBackupRequest, isBackupAsked, readLatest } from './queries.ts'

type OverviewDeps = Pick<Deps, 'pool' | 'config' | 'settings' | 'clock'>

/** What an administrator sees: the last successful backup, the latest few, and the settings. */
export async function readBackupOverview({ pool, config, settings, clock }: OverviewDeps): Promise<BackupOverview> {
  const { latest, lastDone, now } = await readLatest(pool)
  const { backupsOn, backupTime, backupsKept, backupPlace } = await settings()
  return {
    now: clock.shownFor(now),
    lastDone: lastDone && serializeBackup(lastDone, clock),
    latest: latest.map((row) => serializeBackup(row, clock)),
    schedule: { backupsOn, backupTime, backupsKept, backupPlace },
    key: config.backup.passphrase ? 'passphrase' : 'key file',
    onDemand: config.backup.wanted,
    asked: await isBackupAsked(pool),
  }
}

function serializeBackup(row: RecordedBackup, clock: Pick<SiteClock, 'shownFor'>): RecordedBackup {
  const { startedAt, finishedAt } = row
  return { ...row, startedAt: clock.shownFor(startedAt), finishedAt: finishedAt && clock.shownFor(finishedAt) }
}

/** Manual backups are never removed automatically, so there is a limit per day. */
const mostADay = { key: 'backups asked for', limit: 10, seconds: daySeconds }

/** Wakes the nightly job to make a backup now. A second request before it starts changes nothing. */
export async function askForBackup(deps: Pick<Deps, 'config' | 'db' | 'pool' | 'clock'>, admin: Person): Promise<void> {
  if (!deps.config.backup.wanted) throw new AppError('no-backups-here')
  const taken = await takeOrRefuse(deps.pool, [mostADay], 'too-many-backups')
  const isNew = await inTransaction(deps, async (tx) => {
    if (!(await insertBackupRequest(tx))) return false
    await tx.execute(sql`select pg_notify('site_changed', 'backups')`)
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'backup asked for' })
    return true
  })
  if (!isNew) await taken.refund()
}
