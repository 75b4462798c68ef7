import type { Settings } from '#shared/settings.ts'
import { dayInManila, manila, type Instant, dayMs, hourMs } from '#shared/time.ts'

/** Where backups are kept: a folder of the server, or a bucket. Which ones, only the person who hosts the site says. */
export const backupPlaces = ['folder', 's3'] as const
export type BackupPlace = (typeof backupPlaces)[number]

export interface BackupSchedule {
  backupsOn: boolean
  /** On a clock in Manila, like `02:00`. */
  backupTime: string
}

export interface BegunBackup {
  begunAt: Instant
  state: 'running' | 'done' | 'failed'
}

/** After this long without one, an administrator is warned: a night was missed and nobody has made up for it. */
export const backupIsOldAfterMs = 36 * hourMs

/**
 * Once a day at the time that was chosen. A night that was missed is made up for as soon as the site runs again, and one that
 * failed is tried again an hour later. A new site (`born`) waits for its first night.
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

/** The last time a clock in Manila showed this, up to now. */
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

/** Why a backup could not be made, checked or restored. The table `backups` holds the code, a person reads the sentence. */
export const backupFailures = {
  'no-room': 'There is too little room for another backup where backups are kept.',
  interrupted: 'The backup was interrupted before it was complete.',
  'another-running': 'Another backup is running. Try again when it has finished.',
  'check-failed': 'The backup could not be read back after it was written, so it was thrown away.',
  'database-failed': 'The database could not be read to the end.',
  'files-failed': 'The members’ files could not be read to the end.',
  'place-failed': 'The place where backups are kept could not be written.',
  'bucket-missing': 'Backups are to go to a bucket, but BACKUP_S3_BUCKET is not set.',
  'key-missing': 'The key that encrypts backups is missing.',
  unexpected: 'Something unforeseen happened; the log of the site has the details.',

  foreign: 'This file is not a backup of this software.',
  'other-content':
    'This is another kind of file: a backup of the site and one of ballot keys cannot stand in for each other.',
  'other-site-secret':
    'SITE_SECRET is not the key of the site in this backup. Set it to the content of that site’s file site.key, or leave it unset.',
  'other-site-key':
    'The file site.key here is not the key of the site in this backup. If the key was changed after the backup was made, move this file away and run the restore again; otherwise set another DATA_DIR.',
  'other-erased-list':
    'The list of erased members (erased-members.json) is not as the site of this backup wrote it. Nothing was restored. Name the right one with --erased FILE, such as a copy from another place; without any, move it away, and erase those members again by hand.',
  newer: 'This backup was made by a newer version of this software. Install that version, then restore.',
  damaged: 'This backup is damaged or incomplete, and cannot be restored.',
  'wrong-key': 'The key does not fit this backup. Set BACKUP_KEY_FILE to the backup.key of the site that made it.',
  'wrong-passphrase': 'The passphrase does not fit this backup. Set BACKUP_PASSPHRASE to the one it was made with.',
  'no-such-file': 'There is no such backup.',
  'target-not-empty': 'A backup can only be restored onto an empty site.',
  'other-restore-unfinished':
    'The restore of another backup was begun here and not finished. Run it again with that backup.',
} as const

export type BackupFailure = keyof typeof backupFailures

/** The text of a file of settings with this DATABASE_URL, or with none. */
export function withDatabaseUrl(settings: string, url: string): string {
  const others = settings.split('\n').filter((line) => !/^\s*DATABASE_URL\s*=/.test(line))
  return [...others.join('\n').trimEnd().split('\n'), ...(url ? [`DATABASE_URL=${url}`] : []), ''].join('\n')
}
