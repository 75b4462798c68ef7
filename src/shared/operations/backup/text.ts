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
  newer: 'This backup was made by a newer version of this software. Install that version, then restore.',
  damaged: 'This backup is damaged or incomplete. Nothing was restored.',
  'wrong-key': 'The key does not fit this backup. Set BACKUP_KEY_FILE to the backup.key of the site that made it.',
  'wrong-passphrase': 'The passphrase does not fit this backup. Set BACKUP_PASSPHRASE to the one it was made with.',
  'no-such-file': 'There is no such backup.',
  'target-not-empty': 'A backup can only be restored onto an empty site.',
  'other-restore-unfinished':
    'The restore of another backup was begun here and not finished. Run it again with that backup.',
} as const

export type BackupFailure = keyof typeof backupFailures

const number = new Intl.NumberFormat('en-US')
const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** `1.2 GB`, as a file manager shows it. */
export function showSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const place = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${digits.format(bytes / 1000 ** place)} ${units[place]}`
}

interface Contents {
  members: number
  ballots: number
  rows: number
  files: number
  fileBytes: number
}

const listed = (paths: readonly string[]) => paths.slice(0, 20).join(', ') + (paths.length > 20 ? ', …' : '')

/** What the scripts say at the terminal. */
export const backupText = {
  backupUsage: `npm run backup                            makes a backup where the settings say
npm run backup -- --to FOLDER             makes it in this folder
npm run backup -- --with-ballot-keys      also writes the keys of ballots, into a file of their own
npm run backup -- --check FILE            reads a backup to its end and says what it holds
npm run backup -- --list                  names the backups that are there`,
  restoreUsage: `npm run restore -- FILE                   restores a backup onto an empty site; FILE may be s3:NAME
  --ballot-keys FILE                      with the keys of ballots
  --erased FILE                           the list of erased members, if it is not beside the backup
  --keep-files                            files that are there already are this site’s`,
  keyMade: (path: string) =>
    `The key that encrypts backups was made: ${path}. Copy it to another place now, away from the backups: without it no backup can be opened.`,
  beforeUpdate: 'Making a backup before the update.',
  beforeUpdateFailed: (why: string) =>
    `The backup before the update failed, so nothing was changed: ${why} Make room or mend it and start again; or set UPDATE_WITHOUT_BACKUP=1 for this start, and do without a way back.`,
  made: (where: string, bytes: number) => `Backup made and read back: ${where}, ${showSize(bytes)}.`,
  ballotKeysMade: (where: string) =>
    `The keys of ballots were written to ${where}. Keep this file apart from the backup, and destroy it once the election is certified.`,
  sound: (madeAt: string, version: string) => `The backup is sound. It was made at ${madeAt} by version ${version}.`,
  contents: ({ members, ballots, rows, files, fileBytes }: Contents) =>
    `It holds ${number.format(members)} members and administrators, ${number.format(ballots)} ballots, ${number.format(rows)} rows in all, and ${number.format(files)} files of ${showSize(fileBytes)}.`,
  vanished: (count: number) => `${number.format(count)} files were deleted while it was made and are not in it.`,
  missing: (paths: readonly string[]) =>
    `WARNING: ${number.format(paths.length)} files are missing although the site has a record of them: ${listed(paths)}`,
  altered: (paths: readonly string[]) =>
    `WARNING: ${number.format(paths.length)} files are not as they were when they were stored: ${listed(paths)}`,
  restored: (madeAt: string) => `The site is as it was at ${madeAt}. Start it with npm start.`,
  noErasedList:
    'No list of erased members lies beside this backup. Members who were erased after it was made must be erased again.',
  erasedAgain: (members: number) =>
    `${number.format(members)} ${members === 1 ? 'member was' : 'members were'} erased again, as they had been after the backup was made.`,
  administratorsNotErased: (count: number) =>
    `${number.format(count)} on the list of erased members are administrators in this backup and were not erased.`,
  ballotKeysMissing: (elections: number) =>
    `${elections === 1 ? 'One election is' : `${elections} elections are`} not counted to the end, and the key to its ballots is not here. Before the start put back the files of its folder vault, or set VAULT_KEY as it was; or restore again, onto an empty site, with --ballot-keys. Without the key nobody can vote there, and ballots that are not counted are lost.`,
  ballotKeysRestored: (keys: number) =>
    keys === 1 ? 'The key of one election is back.' : `The keys of ${number.format(keys)} elections are back.`,
  settingsRestored: (file: string) =>
    `The settings of the old machine are in ${file}. Copy what you need to .env, then remove the file: it holds passwords.`,
} as const
