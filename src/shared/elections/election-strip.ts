import type { Check, Place } from '#shared/check.ts'
import { votesShown } from '#shared/elections/results/results.ts'
import { showNumber } from '#shared/figures.ts'
import { may, type Role } from '#shared/permissions.ts'
import { dayMs } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'
import { stageOf, votingIsOver, type Course, type Stage, type VoteLink, type ResultsVisible } from './lifecycle.ts'
import { scheduleFields, untilText } from './schedule.ts'

/** The line about the election under the header of every page. */
export const stripText = {
  nominations: (until: string) => `Nominations are open until ${until}`,
  voting: (until: string) => `Voting is open until ${until}`,
  turnout: ({ cast, eligible }: { cast: number; eligible: number }) =>
    `${showNumber(cast)} of ${showNumber(eligible)} ${cast === 1 ? 'has' : 'have'} voted`,
  /** The dot ends a line rather than begin one. */
  and: (first: string, second: string) => `${first}\u00a0· ${second}`,
  notOnRoll: 'You are not on the roll of this election',
  voted: 'You have voted. Thank you.',
  counting: 'Voting is over. The result is being counted.',
  counted: 'Voting is over. The result is not certified yet.',
  certified: 'Voting is over. The result is certified.',
  cancelled: 'The election was cancelled.',
  stopped: 'Voting and counting have stopped: the records of the election are not what was signed.',
  why: 'Read why',
  vote: 'Vote',
  logInToVote: 'Log in to vote',
  nominate: 'Nominate',
  logInToNominate: 'Log in to nominate',
  results: 'Results',
  elected: 'See who was elected',
}

/** What of it fits beside a link on one line of a phone. */
const shortText = {
  /** Beside a link that says for what: without the weekday, and with a short month where a time follows. */
  until: (until: string) => `Until ${until.replace(/^\p{L}+, /u, '').replace(/^(\d+ \p{L}{3})\p{L}*(?=, )/u, '$1')}`,
  nominations: 'Nominations are open',
  voting: 'Voting is open',
  notOnRoll: 'You are not on the roll',
  voted: 'You have voted',
  counting: 'Being counted',
  counted: 'Not certified yet',
  certified: 'Certified',
  cancelled: 'Election cancelled',
  stopped: 'Voting has stopped',
}

export interface StripElection extends Course {
  resultsVisible: ResultsVisible
  /** Known once its count is closed. */
  nobodyVoted: boolean
  /** What the database holds of it is not what was signed. */
  differs: boolean
}

/** How many have voted, of how many on the roll; needed from the opening of voting until the count is closed. */
export interface Turnout {
  cast: number
  eligible: number
}

export interface StripReader {
  role: Role
  mayNominate: boolean
  onRoll: boolean
  voted: boolean
  voteLink: VoteLink | null
}

/** Public pages are drawn for somebody of whom nothing is known. */
export const visitor: StripReader = { role: 'visitor', mayNominate: false, onRoll: false, voted: false, voteLink: null }

export interface ElectionStrip extends Check<'election'> {
  /** The same on a phone, where it is one line with its link. */
  short: string
  /** What most members' link says: room is kept for it. */
  membersLink: string
}

const strip = (
  state: 'to do' | 'info',
  [sentence, short]: readonly [string, string],
  where: Place | null,
  membersLink: string,
): ElectionStrip => ({
  name: 'election',
  state: where ? state : 'info',
  sentence,
  short,
  where: where ?? undefined,
  membersLink,
})

/** A result is news for this long after it was certified, and so is that there will be none. */
export const resultNewsMs = 30 * dayMs

/**
 * The line under the header: what the election asks this person to do, or what it has come to. In the same stages for
 * everybody, so that its place is there before the page knows who reads it.
 */
export function electionStripFor(
  election: StripElection,
  turnout: Turnout | null,
  reader: StripReader,
  now: Instant,
): ElectionStrip | null {
  const stage = stageOf(election, now)
  if (!isStripStage(election, stage, turnout, now)) return null
  if (election.differs) return strip('info', [stripText.stopped, shortText.stopped], why, why.label)
  switch (stage) {
    case 'cancelled':
      return strip('info', [stripText.cancelled, shortText.cancelled], why, why.label)
    case 'nomination': {
      const until = untilText(election.nominationCloses, now)
      const link = nominateLink(reader)
      const short = link ? shortText.until(until) : shortText.nominations
      return strip('to do', [stripText.nominations(until), short], link, stripText.nominate)
    }
    case 'voting':
      return whileVoting(election, turnout, reader, now)
    default: {
      const membersLink = stage === 'certified' ? stripText.elected : stripText.results
      return strip('info', [stripText[stage], shortText[stage]], resultLink(stage, reader), membersLink)
    }
  }
}

const why = { label: stripText.why, href: '/election' }

/** Nothing is said before anything can be done, nor of an election without a ballot or a result that is no news any more. */
function isStripStage(
  { certifiedAt, cancelledAt, nobodyVoted }: StripElection,
  stage: Stage,
  turnout: Turnout | null,
  now: Instant,
): stage is Exclude<Stage, 'draft' | 'announced' | 'campaign'> {
  if (stage === 'draft' || stage === 'announced' || stage === 'campaign') return false
  if (votingIsOver(stage) && (nobodyVoted || turnout?.cast === 0)) return false
  const news = certifiedAt ?? cancelledAt
  return news === null || now < news + resultNewsMs
}

function nominateLink({ role, mayNominate }: StripReader): Place | null {
  if (role === 'visitor') return { label: stripText.logInToNominate, href: '/nominate' }
  return mayNominate ? { label: stripText.nominate, href: '/nominate' } : null
}

const results = { label: stripText.results, href: '/election-result' }

function whileVoting(
  election: StripElection,
  turnout: Turnout | null,
  { role, onRoll, voted, voteLink }: StripReader,
  now: Instant,
): ElectionStrip {
  const { vote } = stripText
  const until = untilText(election.votingCloses, now)
  const [open, short] = [stripText.voting(until), shortText.until(until)]
  if (role === 'visitor') return strip('to do', [open, short], { label: stripText.logInToVote, href: '/vote' }, vote)
  if (voted) return strip('info', [stripText.voted, shortText.voted], votesShown(election, now) ? results : null, vote)
  if (!onRoll && may({ role }, 'vote'))
    return strip('info', [stripText.and(open, stripText.notOnRoll), shortText.notOnRoll], null, vote)
  const sentence = turnout ? stripText.and(open, stripText.turnout(turnout)) : open
  const link = voteLink === 'vote' ? { label: vote, href: '/vote' } : null
  return strip('to do', [sentence, link ? short : shortText.voting], link, vote)
}

/** Whoever may not open the results finds the elected on the election's public page. */
function resultLink(stage: Stage, { role }: StripReader): Place | null {
  const mayRead = may({ role }, 'read results')
  if (stage === 'certified') return { label: stripText.elected, href: mayRead ? results.href : '/election' }
  return mayRead ? results : null
}

/** The next instant at which any of these elections says something else; null if none is ahead. */
export function nextStripChange(elections: readonly Course[], now: Instant): Instant | null {
  const ahead = elections
    .flatMap((one) => [
      ...scheduleFields.map((field) => one[field]),
      ...[one.certifiedAt, one.cancelledAt].flatMap((news) => (news === null ? [] : [news + resultNewsMs])),
    ])
    .filter((instant) => instant > now)
  return ahead.length > 0 ? Math.min(...ahead) : null
}
