import { paragraphs, type EmailText } from '#server/email/email-text.ts'

export function withdrawnEmail({ shortName }: { shortName: string }): EmailText {
  return {
    kind: 'withdrawal',
    subject: `${shortName}: your membership has been withdrawn`,
    body: paragraphs(
      'Good day,',
      `An administrator of ${shortName} has withdrawn your membership. You can no longer log in, and your card is no longer valid.`,
      'If you think this is a mistake, please write to the association.',
      shortName,
    ),
  }
}

export function restoredEmail({ shortName, link }: { shortName: string; link: string }): EmailText {
  return {
    kind: 'restoration',
    subject: `${shortName}: your membership has been restored`,
    body: paragraphs(
      'Good day,',
      `Your membership of ${shortName} has been restored, with the ID number you had. You can log in again as before:`,
      link,
      shortName,
    ),
  }
}
