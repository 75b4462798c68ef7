import type { Settings } from '#shared/settings.ts'
import { dayInManila, manila, type Instant, dayMs, hourMs } from '#shared/time.ts'

/** The places for backups: a folder of the server, or a bucket. The person who hosts the site configures them. */
export const backupPlaces = ['folder', 's3'] as const
export type BackupPlace = (typeof backupPlaces)[number]

interface BackupSchedule {
  backupsOn: boolean
  /** Time in Manila, like `02:00`. */
  backupTime: string
}

export interface BegunBackup {
  begunAt: Instant
  state: 'running' | 'done' | 'failed'
}

/** If the last backup is older than this, an administrator is warned: a night was missed and not made up for. */
export const backupIsOldAfterMs = 36 * hourMs

/**
 * True once a day at the chosen time. A missed backup is due as soon as the site runs again, and a failed one is
 * retried after an hour. A new site (`born`) waits for its first night.
 */
export function backupIsDue(
  { backupsOn, backupTime }: BackupSchedule,
  { last, born, now }: { last: BegunBackup | null; born: Instant; now: Instant },
): boolean {
  if (!backupsOn) return false
  const latest = latestTime(backupTime, now)
  if (!last) return born < latest
  if (last.begunAt < latest) return true
  return last.state === 'failed' && now - last.begunAt >= hourMs
}

/** The latest instant, up to now, at which it was this time in Manila. */
function latestTime(time: string, now: Instant): Instant {
  const today = manila(dayInManila(now), time)
  return today <= now ? today : today - dayMs
}

export interface RecordedBackup {
  kind: 'scheduled' | 'manual'
  state: 'running' | 'done' | 'failed'
  place: BackupPlace
  name: string
  bytes: number
  rows: number
  files: number
  /** A code of `backupFailures`. */
  error: string | null
  startedAt: Instant
  finishedAt: Instant | null
}

/** The data of the backup panel. */
export interface BackupOverview {
  now: Instant
  lastDone: RecordedBackup | null
  /** Newest first. */
  latest: RecordedBackup[]
  schedule: Pick<Settings, 'backupsOn' | 'backupTime' | 'backupsKept' | 'backupPlace'>
  /** How backups are encrypted. */
  key: 'passphrase' | 'key file'
  /** Whether a backup can be requested; demonstration, development and test sites make none. */
  onDemand: boolean
  /** A backup was requested but has not begun. */
  asked: boolean
}

/** Why a backup could not be made, checked or restored. `backups` stores the code; people read the sentence. */
export const backupFailures = {
  'no-room': 'There is not enough space for another backup where backups are kept.',
  interrupted: 'The backup was interrupted before it was complete.',
  'another-running': 'Another backup is running. Try again when it has finished.',
  'check-failed': 'The backup could not be read back after it was written, so it was deleted.',
  'database-failed': 'The database could not be read to the end.',
  'files-failed': 'The members’ files could not be read to the end.',
  'place-failed': 'The backup could not be written to the place where backups are kept.',
  'bucket-missing': 'Backups should go to online storage, but BACKUP_S3_BUCKET is not set.',
  'key-missing': 'The key that encrypts backups is missing.',
  unexpected: 'Something unexpected happened. The log of the site has the details.',

  foreign: 'This file is not a backup of this software.',
  'other-content':
    'This is the wrong kind of file: a backup of the site and a backup of ballot keys are different files.',
  'other-site-secret':
    'SITE_SECRET is not the key of the site in this backup. Set it to the content of that site’s file site.key, or leave it unset.',
  'other-site-key':
    'The file site.key here is not the key of the site in this backup. If the key was changed after the backup was made, move this file away and run the restore again; otherwise set another DATA_DIR.',
  'other-erased-list':
    'The list of erased members (erased-members.json) is not the one that the site of this backup wrote. Nothing was restored. Give the right one with --erased FILE, such as a copy from another place. If there is none, move the list away, and erase those members again by hand.',
  newer: 'This backup was made by a newer version of this software. Install that version, then restore.',
  damaged: 'This backup is damaged or incomplete, and cannot be restored.',
  'wrong-key': 'The key does not fit this backup. Set BACKUP_KEY_FILE to the backup.key of the site that made it.',
  'wrong-passphrase': 'The passphrase does not fit this backup. Set BACKUP_PASSPHRASE to the one it was made with.',
  'no-such-file': 'There is no such backup.',
  'target-not-empty': 'A backup can only be restored onto an empty site.',
  'other-restore-unfinished':
    'The restore of another backup was started here and not finished. Run it again with that backup.',
} as const

export type BackupFailure = keyof typeof backupFailures

/** Sets DATABASE_URL in the text of a settings file, or removes it if `url` is empty. */
export function withDatabaseUrl(settings: string, url: string): string {
  const others = settings.split('\n').filter((line) => !/^\s*DATABASE_URL\s*=/.test(line))
  return [...others.join('\n').trimEnd().split('\n'), ...(url ? [`DATABASE_URL=${url}`] : []), ''].join('\n')
}
