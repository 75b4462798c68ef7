import { type EmailText, emailText } from '#server/email/queue.ts'

export function withdrawnEmail({ shortName }: { shortName: string }): EmailText {
  return emailText(
    { kind: 'withdrawal', shortName, subject: 'your membership has been withdrawn' },
    `An administrator of ${shortName} has withdrawn your membership. You can no longer log in, and your card is no longer valid.`,
    'If you think this is a mistake, please write to the association.',
  )
}

export function restoredEmail({ shortName, link }: { shortName: string; link: string }): EmailText {
  return emailText(
    { kind: 'restoration', shortName, subject: 'your membership has been restored' },
    `Your membership in ${shortName} has been restored, with the same ID number. You can log in again as before:`,
    link,
  )
}
