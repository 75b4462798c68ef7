import type { Settings } from '#shared/settings.ts'
import type { Instant } from '#shared/time.ts'
import { backupIsOldAfterMs, type BackupPlace } from './schedule.ts'

export interface RecordedBackup {
  kind: 'scheduled' | 'manual'
  state: 'running' | 'done' | 'failed'
  place: BackupPlace
  name: string
  bytes: number
  rows: number
  files: number
  /** A code of `text.ts`. */
  error: string | null
  startedAt: Instant
  finishedAt: Instant | null
}

/** What administrators are told about backups. */
export interface BackupOverview {
  now: Instant
  lastDone: RecordedBackup | null
  /** Newest first. */
  latest: RecordedBackup[]
  schedule: Pick<Settings, 'backupsOn' | 'backupTime' | 'backupsKept' | 'backupPlace'>
  /** What they are encrypted with. */
  key: 'passphrase' | 'key file'
  /** Whether one can be asked for: a demonstration, a developer's and a test's site make none. */
  onDemand: boolean
  /** One was asked for and has not begun. */
  asked: boolean
}

/** Whether an administrator should do something about it: there is no backup, it is old, or the last attempt failed. */
export function backupConcern({ now, lastDone, latest }: BackupOverview): 'none-yet' | 'old' | 'failed' | null {
  const ended = latest.find(({ state }) => state !== 'running')
  if (!lastDone) return ended ? 'failed' : 'none-yet'
  if (now - (lastDone.finishedAt ?? now) > backupIsOldAfterMs) return 'old'
  return ended?.state === 'failed' ? 'failed' : null
}
