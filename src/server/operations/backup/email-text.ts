import { paragraphs, type EmailText } from '#server/email/email-text.ts'
import { backupFailures, type BackupFailure } from '#shared/operations/backup/backup.ts'

export function backupsFailEmail(about: { shortName: string; failure: BackupFailure }): EmailText {
  return {
    kind: 'site warning',
    subject: `${about.shortName}: backups are failing`,
    body: paragraphs(
      'Good day,',
      `The last two backups of the website failed. ${backupFailures[about.failure]}`,
      'Until this is put right, what is entered now could be lost with the server. Please tell the person who runs the server. The dashboard shows the last backups.',
      about.shortName,
    ),
  }
}
