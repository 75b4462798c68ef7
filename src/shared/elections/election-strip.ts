import type { Check, Place } from '#shared/check.ts'
import { votesShown } from '#shared/elections/results/results.ts'
import { showNumber } from '#shared/figures.ts'
import { may, type Role } from '#shared/permissions.ts'
import { dayMs, withWholeTimes } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'
import { stageOf, votingIsOver, type StageFacts, type Stage, type VoteLink, type ResultsVisible } from './lifecycle.ts'
import { scheduleFields, untilText } from './schedule.ts'

/** The line about the election under the header of every page. */
export const stripText = {
  nominations: (until: string) => `Nominations are open until ${until}`,
  voting: (until: string) => `Voting is open until ${until}`,
  turnout: ({ cast, eligible }: { cast: number; eligible: number }) =>
    `${showNumber(cast)} of ${showNumber(eligible)} ${cast === 1 ? 'has' : 'have'} voted`,
  /** The dot ends a line rather than starting one. */
  and: (first: string, second: string) => `${first}\u00a0· ${second}`,
  notOnRoll: 'You are not on the list of voters this time. You can vote in the next election.',
  voted: 'You have voted. Thank you.',
  counting: 'Voting is over. The ballots are being counted.',
  counted: 'Voting is over. The result is not certified yet.',
  certified: 'Voting is over. The result is certified.',
  cancelled: 'The election was cancelled.',
  stopped: 'Voting and counting have stopped: the records of the election do not match what was signed.',
  timeUnsure: 'The site is checking its clock. Until that is done, nobody can vote or nominate.',
  why: 'Read why',
  vote: 'Vote',
  /** For visitors: what the line asks for is for members only. */
  membersLogIn: 'Members: log in',
  nominate: 'Nominate',
  results: 'Results',
  elected: 'See who was elected',
}

/** Without the weekday, with a short month, and with the time on one line. */
const shortUntil = (until: string): string =>
  withWholeTimes(until.replace(/^\p{L}+, /u, '').replace(/^(\d+ \p{L}{3})\p{L}*/u, '$1'))

/** The short form fits beside a link on one line of a phone. */
const shortText = {
  nominateBy: (until: string) => `Nominate by ${shortUntil(until)}`,
  voteBy: (until: string) => `Vote by ${shortUntil(until)}`,
  nominations: 'Nominations are open',
  voting: 'Voting is open',
  notOnRoll: 'You can vote in the next election',
  voted: 'You have voted',
  counting: 'Ballots are being counted',
  counted: 'The result is not final yet',
  certified: 'The result is final',
  cancelled: 'Election cancelled',
  stopped: 'Voting has stopped',
  timeUnsure: 'Checking the clock',
}

export interface StripElection extends StageFacts {
  resultsVisible: ResultsVisible
  /** False until the count is closed. */
  nobodyVoted: boolean
  /** The database does not hold what was signed. */
  differs: boolean
  /** The clock may be wrong, and with it every stage that begins at an hour. */
  timeUnsure: boolean
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

/** Public pages are rendered for an unknown reader. */
export const visitor: StripReader = { role: 'visitor', mayNominate: false, onRoll: false, voted: false, voteLink: null }

export interface ElectionStrip extends Check<'election'> {
  /** For a phone: one line including its link. */
  short: string
  /** The link most members see: space is reserved for it. */
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

/** A result is news for this long after certification, and so is a cancellation. */
export const resultNewsMs = 30 * dayMs

/**
 * The line under the header: what the election asks this person to do, or how it ended. It has the same stages for everybody, so
 * that its space is reserved before the page knows the reader.
 */
export function electionStripFor(
  election: StripElection,
  turnout: Turnout | null,
  reader: StripReader,
  now: Instant,
): ElectionStrip | null {
  const stage = stageOf(election, now)
  if (election.timeUnsure && stage !== 'draft' && stage !== 'cancelled' && stage !== 'certified')
    return strip('info', [stripText.timeUnsure, shortText.timeUnsure], null, '')
  if (!isStripStage(election, stage, turnout, now)) return null
  if (election.differs) return strip('info', [stripText.stopped, shortText.stopped], why, why.label)
  switch (stage) {
    case 'cancelled':
      return strip('info', [stripText.cancelled, shortText.cancelled], why, why.label)
    case 'nomination': {
      const until = untilText(election.nominationCloses, now)
      const link = nominateLink(reader)
      const short = link ? shortText.nominateBy(until) : shortText.nominations
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

/** Nothing is shown before anything can be done, or for an election without a ballot, or once its result is old news. */
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
  if (role === 'visitor') return { label: stripText.membersLogIn, href: '/nominate' }
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
  const [open, short] = [stripText.voting(until), shortText.voteBy(until)]
  if (role === 'visitor') return strip('to do', [open, short], { label: stripText.membersLogIn, href: '/vote' }, vote)
  if (voted) return strip('info', [stripText.voted, shortText.voted], votesShown(election, now) ? results : null, vote)
  if (!onRoll && may({ role }, 'vote'))
    return strip('info', [stripText.and(open, stripText.notOnRoll), shortText.notOnRoll], null, vote)
  const sentence = turnout ? stripText.and(open, stripText.turnout(turnout)) : open
  const link = voteLink === 'vote' ? { label: vote, href: '/vote' } : null
  return strip('to do', [sentence, link ? short : shortText.voting], link, vote)
}

/** People who may not open the results find the elected on the election's public page. */
function resultLink(stage: Stage, { role }: StripReader): Place | null {
  const mayRead = may({ role }, 'read results')
  if (stage === 'certified') return { label: stripText.elected, href: mayRead ? results.href : '/election' }
  return mayRead ? results : null
}

/** The next instant at which the strip changes for any of these elections; null if there is none. */
export function nextStripChange(elections: readonly StageFacts[], now: Instant): Instant | null {
  const ahead = elections
    .flatMap((one) => [
      ...scheduleFields.map((field) => one[field]),
      ...[one.certifiedAt, one.cancelledAt].flatMap((news) => (news === null ? [] : [news + resultNewsMs])),
    ])
    .filter((instant) => instant > now)
  return ahead.length > 0 ? Math.min(...ahead) : null
}
