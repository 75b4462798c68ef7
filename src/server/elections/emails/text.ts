import { type EmailText, emailText } from '#server/email/queue.ts'
import { showFingerprint } from '#shared/elections/board/fingerprint.ts'
import { showInstant, type Instant } from '#shared/time.ts'

interface About {
  shortName: string
  election: string
}

/** To whoever voted. It names no choice, no receipt and no hour, so it tells whoever else reads it nothing of the ballot. */
export function castEmail({ shortName, election, contact }: About & { contact: string }): EmailText {
  const whom = contact ? `the association (${contact})` : 'the association'
  return emailText(
    { kind: 'cast', shortName, subject: 'your ballot was received' },
    `Your ballot in ${election} was received. Thank you for voting.`,
    'What you chose is secret and is not in this email. You do not need to do anything.',
    `If you did not vote, someone else may have used your account: please tell ${whom} at once, and choose a new password.`,
  )
}

/** To whoever voted, when there is nothing to count any more. The reason is the public one. */
export function cancelledEmail(about: About & { reason: string; site: string }): EmailText {
  const { shortName, election, reason, site } = about
  return emailText(
    { kind: 'cancelled', shortName, subject: 'the election was cancelled' },
    `${election} was cancelled while voting was open. The reason:`,
    reason,
    'Your ballot stays sealed. It will not be opened or counted.',
    `More at ${site}/election`,
  )
}

export function reminderEmail(about: About & { votingCloses: Instant; site: string; fingerprint: string }): EmailText {
  return emailText(
    { kind: 'reminder', shortName: about.shortName, subject: 'please vote' },
    `Voting in ${about.election} is open, and we have not received your ballot yet. You can vote until ${showInstant(about.votingCloses)} at:`,
    `${about.site}/vote`,
    `This election is signed with a key that begins with ${showFingerprint(about.fingerprint)}. Keep this email: you can compare the key at any time at ${about.site}/board, and on your receipt.`,
    'If you voted a short while ago, you do not need to do anything.',
  )
}
