import { showInstant, type Instant } from '#shared/time.ts'
import { paragraphs, type EmailText } from '#server/email/email-text.ts'

interface About {
  shortName: string
  election: string
}

/** To whoever voted. It names no choice, no tracker and no hour, so it tells whoever else reads it nothing of the ballot. */
export function castEmail({ shortName, election, contact }: About & { contact: string }): EmailText {
  const whom = contact ? `the association (${contact})` : 'the association'
  return {
    subject: `${shortName}: your ballot was received`,
    body: paragraphs(
      'Good day,',
      `Your ballot in ${election} was received. Thank you for voting.`,
      'What you chose is secret and is not in this email. You do not need to do anything.',
      `If you did not vote, someone else may have used your account: please tell ${whom} at once, and choose a new password.`,
      shortName,
    ),
  }
}

/** Without what may be changed of an election, so that those not sent yet are found when voting closes. */
export const reminderSubject = ({ shortName }: Pick<About, 'shortName'>): string => `${shortName}: please vote`

export function reminderEmail(about: About & { votingCloses: Instant; site: string }): EmailText {
  return {
    subject: reminderSubject(about),
    body: paragraphs(
      'Good day,',
      `Voting in ${about.election} is open, and we have not received your ballot yet. You can vote until ${showInstant(about.votingCloses)} at:`,
      `${about.site}/vote`,
      'If you voted a short while ago, you do not need to do anything. This is the only reminder we send.',
      about.shortName,
    ),
  }
}
