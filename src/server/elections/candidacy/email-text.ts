import { showInstant, type Instant } from '#shared/time.ts'
import { paragraphs, type EmailText } from '#server/email/email-text.ts'

interface About {
  shortName: string
  election: string
}

/** The link leads to the profile, behind the login: nobody accepts for somebody else by opening an email. */
export function nominationEmail({
  shortName,
  election,
  votingOpens,
  site,
}: About & { votingOpens: Instant; site: string }): EmailText {
  return {
    kind: 'nomination',
    subject: `${shortName}: you are nominated`,
    body: paragraphs(
      'Good day,',
      `A member nominated you in ${election}. Please say whether you accept. Log in and answer on your profile:`,
      `${site}/profile`,
      `Please answer before voting opens on ${showInstant(votingOpens)}. Without your answer your name is not on the ballot.`,
      shortName,
    ),
  }
}

export function statementCorrectedEmail({
  shortName,
  election,
  removed,
  reason,
  site,
}: About & { removed: boolean; reason: string; site: string }): EmailText {
  return {
    kind: 'nomination',
    subject: `${shortName}: your statement as a candidate was ${removed ? 'removed' : 'changed'}`,
    body: paragraphs(
      'Good day,',
      `An administrator ${removed ? 'removed' : 'changed'} your statement as a candidate in ${election}. The reason:`,
      reason,
      `You can read it, and change it until voting opens, on your profile: ${site}/profile`,
      shortName,
    ),
  }
}
