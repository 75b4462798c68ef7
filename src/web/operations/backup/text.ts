import type { BackupOverview } from '#shared/operations/backup/backup.ts'
import { spanText } from '#shared/operations/status/text.ts'
import { type Instant, minuteMs } from '#shared/time.ts'

/** `5 hours ago` */
export const showAge = (then: Instant, now: Instant): string =>
  now - then < minuteMs ? 'just now' : `${spanText(now - then)} ago`

/** What administrators read about backups, on the dashboard and in the settings. */
export const backupPanelText = {
  title: 'Backups',
  none: 'No backup yet',
  last: (age: string) => `Last backup: ${age}`,
  concerns: {
    'none-yet': 'No backup has been made yet. If the server were lost now, everything would be lost with it.',
    old: 'This is more than a day and a half old. Press “Back up now”; if that fails, ask the person who runs the server to look into it.',
    failed: 'The latest backup failed.',
  },
  running: 'A backup is being made now.',
  backUpNow: 'Back up now',
  askFailed: 'No backup was asked for',
  asked: 'A backup is about to be made. This page shows how it went.',
  notHere: 'This is a demonstration or a test: it makes no backups.',
  holds: (size: string, files: string, rows: string) => `${size}: ${rows} records and ${files} files`,
  schedule({ schedule: { backupsOn, backupTime, backupsKept, backupPlace } }: BackupOverview): string {
    if (!backupsOn) return 'No backup is made by itself: nightly backups are turned off in the settings.'
    return `Every night at ${backupTime} (Manila) into ${backupPlace === 's3' ? 'the bucket' : 'a folder of the server'}. The last ${backupsKept === 1 ? 'one is' : `${backupsKept} are`} kept.`
  },
  details: 'The latest backups',
  key: {
    'key file':
      'Backups are encrypted with the file backup.key in the data folder of the server. Ask the person who runs the server to keep a copy of it in another place: without it no backup can be opened.',
    passphrase:
      'Backups are encrypted with a passphrase that the person who runs the server has set. Keep it in another place as well: without it no backup can be opened.',
  },
  copies:
    'Have the backups themselves copied to another place, too: a folder on the same server is lost together with it.',
  states: { running: 'Being made', done: 'Complete', failed: 'Failed' },
  kinds: { scheduled: 'nightly', manual: 'by hand' },
  places: { folder: 'A folder of the server', s3: 'A bucket (S3)' },
  failedToLoad: 'The backups could not be looked up',
  settingsHint: 'All data and files of the site in one encrypted file. The dashboard shows how old the last one is.',
} as const
