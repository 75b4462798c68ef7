import { type EmailText, emailText } from '#server/email/queue.ts'
import { showInstant, type Instant } from '#shared/time.ts'

/** Names no choice: nobody but the box knows it. */
export function proxyEmail(about: { shortName: string; election: string; authority: string }): EmailText {
  const { shortName, election, authority } = about
  return emailText(
    { kind: 'proxy', shortName, subject: 'a ballot was cast on your behalf' },
    `An administrator cast a ballot on your behalf in ${election}. The authority they stated:`,
    authority,
    'Your vote is now cast, so you can no longer vote yourself. What was chosen is secret and is not in this email.',
    'If you did not ask for this, please tell the association at once.',
  )
}

/** To the other administrators. It names no voter: the page does, behind the login. */
export function proxyWaitingEmail(about: {
  shortName: string
  election: { title: string; votingCloses: Instant }
  askedBy: string
  site: string
}): EmailText {
  const { shortName, election, askedBy, site } = about
  return emailText(
    { kind: 'proxy waiting', shortName, subject: 'a proxy ballot waits for you' },
    `${askedBy} has filled in a proxy ballot in ${election.title}. It counts only when another administrator confirms it. Please look at it:`,
    `${site}/vote?proxy=1`,
    `What is not confirmed when voting closes, on ${showInstant(election.votingCloses)}, does not count. We write once; there may be more by then.`,
  )
}
