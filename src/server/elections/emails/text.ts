import { type EmailText, emailText } from '#server/email/queue.ts'
import { firstDigits } from '#shared/figures.ts'
import { showInstant, type Instant } from '#shared/time.ts'

interface About {
  shortName: string
  election: string
}

/** Makes the board recognisable later, from thousands of mailboxes that nobody can tamper with. */
interface Kept {
  site: string
  fingerprint: string
  /** The last head of the board; null if there is none. */
  state: { number: number; hash: string } | null
}

const keepText = ({ site, fingerprint, state }: Kept): string =>
  [
    `For observers (you can ignore this): the site signs this election with a key that begins with ${firstDigits(fingerprint)}.`,
    state &&
      `When we wrote this email, the public board was at state ${state.number}, with the code ${firstDigits(state.hash)}.`,
    `Compare ${state ? 'both' : 'the key'} with the board at ${site}/board, and the key with a receipt.`,
  ]
    .filter(Boolean)
    .join(' ')

/** To everybody who voted. It has no choice, receipt or hour, so it tells nobody else who reads it anything about the ballot. */
export function castEmail({ shortName, election, contact, ...kept }: About & Kept & { contact: string }): EmailText {
  const whom = contact ? `the association (${contact})` : 'the association'
  return emailText(
    { kind: 'cast', shortName, subject: 'your ballot was received' },
    `Your ballot in ${election} was received. Thank you for voting.`,
    'What you chose is secret and is not in this email. You do not need to do anything.',
    `To check that your vote was counted, open ${kept.site}/receipt and type the code of your receipt.`,
    `If you did not vote, someone else may have used your account: please tell ${whom} at once, and choose a new password.`,
    keepText(kept),
  )
}

/** To everybody who voted, when nothing will be counted. Has the public reason. */
export function cancelledEmail(about: About & { reason: string; site: string }): EmailText {
  const { shortName, election, reason, site } = about
  return emailText(
    { kind: 'cancelled', shortName, subject: 'the election was cancelled' },
    `${election} was cancelled while voting was open. The reason:`,
    reason,
    'Your ballot stays sealed and will not be counted.',
    `More at ${site}/election`,
  )
}

/** To everybody on the roll: nobody knows whether their own ballot is among the lost ones. */
export function rollbackEmail(about: About & { reason: string; votingCloses: Instant; site: string }): EmailText {
  const { shortName, election, reason, votingCloses, site } = about
  return emailText(
    { kind: 'rollback', shortName, subject: 'please check that your ballot is there' },
    `A backup of the site was restored during ${election}. Ballots cast after that backup are lost. The reason:`,
    reason,
    `Please open ${site}/vote before ${showInstant(votingCloses)}. If your ballot is not there, please vote again.`,
    `You can read this on the public board, at ${site}/board. A receipt of a lost ballot no longer counts.`,
  )
}

export function reminderEmail(about: About & Kept & { votingCloses: Instant }): EmailText {
  return emailText(
    { kind: 'reminder', shortName: about.shortName, subject: 'please vote' },
    `Voting in ${about.election} is open, and we have not received your ballot yet. You can vote until ${showInstant(about.votingCloses)} at:`,
    `${about.site}/vote`,
    'If you voted a short while ago, you do not need to do anything.',
    keepText(about),
  )
}
