import { type EmailText, emailText } from '#server/email/queue.ts'
import { showInstant, type Instant } from '#shared/time.ts'

/** Names no choice: only the box knows it. */
export function proxyEmail(about: { shortName: string; election: string; authority: string }): EmailText {
  const { shortName, election, authority } = about
  return emailText(
    { kind: 'proxy', shortName, subject: 'a ballot was cast for you' },
    `An administrator cast a ballot for you in ${election}, on this authority:`,
    authority,
    'You can no longer vote yourself. The choices are secret and not in this email.',
    'If you did not ask for this, please tell the association at once.',
  )
}

/** To the other administrators. It does not name the voter: the page does, behind the login. */
export function proxyWaitingEmail(about: {
  shortName: string
  election: { title: string; votingCloses: Instant }
  askedBy: string
  site: string
}): EmailText {
  const { shortName, election, askedBy, site } = about
  return emailText(
    { kind: 'proxy waiting', shortName, subject: 'please confirm a proxy ballot' },
    `${askedBy} filled in a proxy ballot in ${election.title}. It counts only if another administrator confirms it. Please open this page:`,
    `${site}/vote?proxy=1`,
    `Please confirm it before voting closes on ${showInstant(election.votingCloses)}. There may be more by then; we email you only once.`,
  )
}
