import { type EmailText, emailText } from '#server/email/queue.ts'

interface Invitation {
  shortName: string
  election: string
  /** Leads to the page where a password is chosen. */
  link: string
  site: string
  validDays: number
}

export function observerInvitation({ shortName, election, link, site, validDays }: Invitation): EmailText {
  return emailText(
    { kind: 'observer invitation', shortName, subject: 'you are invited to observe an election' },
    `${shortName} invites you to observe its election “${election}”. You can see how it is prepared, who is on the roll, how many have voted, the log and the public board. You cannot change anything.`,
    'To begin, choose a password at this address:',
    link,
    `It works once, for ${validDays} days. After that, ask an administrator to send the invitation again.`,
    `After that, log in at ${site}/login with this email address and your password.`,
    'If you did not expect this email, you do not need to do anything.',
  )
}
