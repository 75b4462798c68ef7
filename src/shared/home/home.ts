import type { Check } from '#shared/check.ts'
import { electionNoticeFor, type NoticedElection } from '#shared/elections/election-notice.ts'
import { votingIsOver, type VoteLink } from '#shared/elections/lifecycle.ts'
import type { OffRoll } from '#shared/elections/roll/roll.ts'
import type { DuesStanding } from '#shared/members/dues/dues.ts'
import type { PaymentState } from '#shared/members/dues/schemas.ts'
import { duesSentence } from '#shared/members/dues/text.ts'
import { may, type Role } from '#shared/permissions.ts'
import { showPesos } from '#shared/pesos.ts'
import { showDate, showInstant, type Instant } from '#shared/time.ts'
import { seeBallotText } from './text.ts'

/** The current election, from this member's point of view. */
export interface HomeElection extends NoticedElection {
  onRoll: boolean
  voted: boolean
  voteLink: VoteLink | null
  offRoll: OffRoll | null
}

export interface HomeFacts {
  role: Role
  election: HomeElection | null
  /** `href` is null if the event has no page. */
  nextEvent: { title: string; startsAt: Instant; place: string; href: string | null } | null
  /** Where the member accepts or declines a nomination. */
  nominationToAnswer: { href: string } | null
  ownPassword: boolean
  /** Whether members need their own password to vote. */
  ownPasswordToVote: boolean
  hasRegion: boolean
  /** Null if the person pays no dues. */
  dues: { standing: DuesStanding; sent: PaymentState | null } | null
}

const mostLines = 3

const line = (
  name: string,
  state: 'to do' | 'info',
  sentence: string,
  label = '',
  href: string | null = null,
): Check => ({
  name,
  state,
  sentence,
  where: href === null ? undefined : { label, href },
})

/** The first lines a person sees on the home page: their vote, the next event and their tasks. At most three. */
export function homeLines(facts: HomeFacts): Check[] {
  if (may(facts, 'see dashboard counts')) {
    const sentence = 'You look after members, elections and the website on the dashboard.'
    return [line('dashboard', 'info', sentence, 'Admin dashboard', '/admin')]
  }
  if (may(facts, 'observe'))
    return [line('observing', 'info', 'You are observing an election.', 'Go to the election', '/observe')]
  const { election, nextEvent, dues } = facts
  const vote = voteLine(election, dues?.sent === 'waiting')
  const owes = dues !== null && owesDues(dues)
  return [
    mustDo(facts),
    vote,
    // Not repeated if the line about the vote already asks for the dues.
    owes && (vote?.where?.href !== '/dues' || dues.sent === 'asked again') ? duesLine(dues) : null,
    eventLine(nextEvent),
    ...waiting(facts),
    dues && !owes ? duesLine(dues) : null,
  ]
    .filter((check) => check !== null)
    .slice(0, mostLines)
}

const choosePassword = (why: string) =>
  line('password', 'to do', `Choose your own password. ${why}`, 'Choose', '/reset-password')

/** The ballot is refused without it, so it comes before the vote. */
function mustDo({ election, ownPassword, ownPasswordToVote }: HomeFacts): Check | null {
  const stands = ownPasswordToVote && !ownPassword && election?.voteLink === 'vote'
  return stands ? choosePassword('You need it to vote.') : null
}

/** The strip above shows the state of the election; this is the member's own part. */
function voteLine(election: HomeElection | null, paymentWaits: boolean): Check | null {
  if (!election) return null
  if (election.voteLink === 'vote') return line('vote', 'to do', 'You have not voted yet.', 'Vote', '/vote')
  if (election.voteLink === 'see' && election.stage !== 'cancelled') return votedLine(election)
  const about = (sentence: string) => line('vote', 'info', sentence, 'About the election', '/election')
  if (election.offRoll && !votingIsOver(election.stage) && election.stage !== 'cancelled')
    return offRollLine(election.offRoll, paymentWaits)
  if (election.stage === 'voting' && !election.onRoll)
    return about('You are not on the list of voters this time. You can vote in the next election.')
  const notice = electionNoticeFor(election, { role: 'member' })
  return notice && about(notice.sentence)
}

function offRollLine({ on, fixed, centavos }: OffRoll, paymentWaits: boolean): Check {
  const only = `Only members in good standing on ${showDate(on)} can vote in this election`
  if (fixed) return line('vote', 'info', `${only}, and you are not on the roll.`, 'About the election', '/election')
  return paymentWaits
    ? line('vote', 'info', `${only}. We are checking your payment.`, 'See', '/dues')
    : line('vote', 'to do', `${only}. Please pay ${showPesos(centavos)} in time.`, 'Pay', '/dues')
}

/** Tells a voter that the ballot was received, then what came of it. */
function votedLine({ stage }: HomeElection): Check {
  const voteInfo = (sentence: string, label: string, href: string) => line('vote', 'info', sentence, label, href)
  const received = 'Your ballot was received.'
  // The site does not know whether this device keeps the receipt.
  const needsReceipt = 'With your receipt you can see whom you chose.'
  const results = '/election-result'
  switch (stage) {
    case 'counting':
      return voteInfo(`${received} The ballots are being counted. ${needsReceipt}`, seeBallotText, '/vote')
    case 'counted':
      return voteInfo('You have voted. Every ballot is counted. The result is not certified yet.', 'Results', results)
    case 'certified':
      return voteInfo('You have voted, and the result is certified.', 'See who was elected', results)
    default:
      return voteInfo(`${received} ${needsReceipt}`, seeBallotText, '/vote')
  }
}

type HomeDues = NonNullable<HomeFacts['dues']>

/** A payment that is being checked is not asked for again. */
const owesDues = ({ standing, sent }: HomeDues) =>
  sent === 'asked again' || (sent !== 'waiting' && (standing.kind === 'grace' || standing.kind === 'lapsed'))

function duesLine(dues: HomeDues): Check {
  if (!owesDues(dues)) return line('dues', 'info', duesSentence(dues), 'See', '/dues')
  return line('dues', 'to do', duesSentence(dues), dues.sent === 'asked again' ? 'Send' : 'Pay', '/dues')
}

function eventLine(event: HomeFacts['nextEvent']): Check | null {
  if (!event) return null
  const sentence = [`${event.title}: ${showInstant(event.startsAt)}`, event.place].filter(Boolean).join(', ')
  return line('event', 'info', sentence, 'Open', event.href)
}

/** Most pressing first. */
function waiting(facts: HomeFacts): (Check | null)[] {
  const { nominationToAnswer, ownPassword, hasRegion } = facts
  return [
    nominationToAnswer &&
      line('nomination', 'to do', 'You were nominated. Do you accept?', 'Answer', nominationToAnswer.href),
    ownPassword || mustDo(facts) ? null : choosePassword('Your birthday is easy to guess.'),
    hasRegion ? null : line('region', 'to do', 'Your region is missing. Please ask us to add it.', 'Ask', '/my-data'),
  ]
}
