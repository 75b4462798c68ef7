import type { BackupOverview } from '#shared/operations/backup/backup.ts'
import { spanText } from '#shared/operations/status/text.ts'
import { type Instant, minuteMs } from '#shared/time.ts'

/** For example `5 hours ago`. */
export const showAge = (then: Instant, now: Instant): string =>
  now - then < minuteMs ? 'just now' : `${spanText(now - then)} ago`

/** Texts about backups on the dashboard, the status page and in the settings. */
export const backupPanelText = {
  title: 'Backups',
  none: 'No backup yet',
  last: (age: string) => `Last backup: ${age}`,
  failed: 'The latest backup failed.',
  running: 'A backup is running now.',
  backUpNow: 'Back up now',
  askFailed: 'The backup was not started',
  asked: 'A backup will start soon. This page will show how it went.',
  holds: (size: string, files: string, rows: string) => `${size}: ${rows} records and ${files} files`,
  schedule({ schedule: { backupsOn, backupTime, backupsKept, backupPlace } }: BackupOverview): string {
    if (!backupsOn) return 'Nightly backups are turned off in the settings.'
    return `Every night at ${backupTime} (Manila) into ${backupPlace === 's3' ? 'online storage' : 'a folder of the server'}. The last ${backupsKept === 1 ? 'one is' : `${backupsKept} are`} kept.`
  },
  details: 'The latest backups',
  key: {
    'key file':
      'Backups are encrypted with the file backup.key in the data folder of the server. Ask the person who runs the server to keep a copy of it in another place: without it no backup can be opened.',
    passphrase:
      'Backups are encrypted with a passphrase that the person who runs the server has set. Keep it in another place as well: without it no backup can be opened.',
  },
  copies: 'Keep copies of the backups in another place, too: if the server breaks, its folder is lost as well.',
  states: { running: 'Running', done: 'Complete', failed: 'Failed' },
  kinds: { scheduled: 'nightly', manual: 'by hand' },
  places: { folder: 'A folder of the server', s3: 'Online storage (an S3 bucket)' },
  failedToLoad: 'The backups could not be loaded',
  settingsHint: 'All data and files of the site, in one encrypted file.',
} as const
