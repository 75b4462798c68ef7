import { type EmailText, emailText } from '#server/email/queue.ts'
import { showNumber, showBytes, showCount } from '#shared/figures.ts'
import { backupFailures, type BackupFailure } from '#shared/operations/backup/backup.ts'

interface Contents {
  members: number
  ballots: number
  rows: number
  files: number
  fileBytes: number
}

const listed = (paths: readonly string[]) => paths.slice(0, 20).join(', ') + (paths.length > 20 ? ', …' : '')

export const backupText = {
  backupUsage: `npm run backup                            makes a backup where the settings say
npm run backup -- --to FOLDER             makes it in this folder
npm run backup -- --with-ballot-keys DIR  also writes the keys of ballots, into a folder of their own
npm run backup -- --check FILE            checks a whole backup and says what it contains
npm run backup -- --list                  lists the backups`,
  restoreUsage: `npm run restore -- FILE                   restores a backup onto an empty site; FILE may be s3:NAME
  --ballot-keys FILE                      with the keys of ballots
  --erased FILE                           the list of erased members, if it is not beside the backup
  --keep-files                            keeps the files already there, if they are this site’s
  --set-aside                             moves the site’s own database aside, and keeps it`,
  keyMade: (path: string) =>
    `The key that encrypts backups is in ${path}. Copy it to another place now, away from the backups: without it no backup can be opened.`,
  beforeUpdate: 'Making a backup before the update.',
  beforeUpdateFailed: (why: string) =>
    `The backup before the update failed, so nothing was changed: ${why} Free up space or fix the cause, then start again. Or set UPDATE_WITHOUT_BACKUP=1 for this start: then there is no way back.`,
  noneAt: (where: string) => `There is no backup in ${where}`,
  made: (where: string, bytes: number) => `Backup made and read back: ${where}, ${showBytes(bytes)}.`,
  ballotKeysMade: (where: string) =>
    `The keys of ballots were written to ${where}. Keep this file apart from the backup, and destroy it once the election is certified.`,
  keysApart:
    'Please choose a different folder for the ballot keys: anybody who has them and the backup can read who voted for whom.',
  sound: (madeAt: string, version: string) => `The backup is sound. It was made at ${madeAt} by version ${version}.`,
  contents: ({ members, ballots, rows, files, fileBytes }: Contents) =>
    `It holds ${showCount(members, 'member or administrator', 'members and administrators')}, ${showCount(ballots, 'ballot')}, ${showCount(rows, 'row')} in all, and ${showCount(files, 'file')} of ${showBytes(fileBytes)}.`,
  vanished: (count: number) => `Not in the backup: ${showCount(count, 'file')} deleted while it was made.`,
  missing: (paths: readonly string[]) =>
    `WARNING: ${showCount(paths.length, 'file is', 'files are')} on record but missing: ${listed(paths)}`,
  altered: (paths: readonly string[]) =>
    `WARNING: ${showCount(paths.length, 'file has', 'files have')} changed since being stored: ${listed(paths)}`,
  restored: (madeAt: string) =>
    `The site is as it was at ${madeAt}. Start it: systemctl enable --now site, or npm start if it is not a service.`,
  setAside: (kept: string) =>
    `The database that was there is kept in ${kept}: remove it when the site has run well for a while.`,
  noErasedList:
    'There is no list of erased members beside this backup. Please erase again every member who was erased after it was made.',
  erasedAgain: (members: number) =>
    `${showNumber(members)} ${members === 1 ? 'member was' : 'members were'} erased again, as they had been after the backup was made.`,
  administratorsNotErased: (count: number) =>
    `Not erased, although on the list of erased members: ${showCount(count, 'administrator')} of this backup.`,
  ballotKeysMissing: (elections: number) =>
    `${elections === 1 ? 'One election is' : `${elections} elections are`} not fully counted, and the key to the ballots is missing. Before you start the site, put back the files of the folder vault, or set VAULT_KEY as before. Or restore again, onto an empty site, with --ballot-keys. Without the key nobody can vote, and uncounted ballots are lost.`,
  ballotKeysRestored: (keys: number) =>
    keys === 1 ? 'The key of one election is back.' : `The keys of ${showNumber(keys)} elections are back.`,
  settingsRestored: (file: string) =>
    `The settings of the old machine are in ${file}. Copy what you need to .env, then remove the file: it holds passwords.`,
} as const

export function backupsFailEmail(about: { shortName: string; failure: BackupFailure }): EmailText {
  return emailText(
    { kind: 'site warning', shortName: about.shortName, subject: 'backups are failing' },
    `The last two backups of the website failed. ${backupFailures[about.failure]}`,
    'Until this is fixed, new data would be lost if the server breaks. Please tell the person who runs the server. The status page shows the last backups.',
  )
}
