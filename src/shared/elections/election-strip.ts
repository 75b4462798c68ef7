import { may, type Role } from '../permissions.ts'
import type { Instant } from '../time.ts'
import { stageOf, votingIsOver, type Course, type Stage } from './lifecycle.ts'
import { votesShown } from './results/results.ts'
import { scheduleFields } from './schedule.ts'
import { stripText } from './strip-text.ts'
import { untilText } from './until-text.ts'
import type { VoteLink } from './windows.ts'

export interface StripElection extends Course {
  resultsVisible: 'while voting' | 'after close'
  publishedAt: Instant | null
  /** Known once its count is closed. */
  nobodyVoted: boolean
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

interface StripLink {
  label: string
  href: string
}

export interface ElectionStrip {
  text: string
  link: StripLink | null
  /** What most members' link says: room is kept for it. */
  membersLink: string
}

/** A result is news for this long after it was certified, and so is that there will be none. */
export const resultNewsMs = 30 * 24 * 60 * 60 * 1000

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
  const { nominate, vote, results: show, elected } = stripText
  switch (stage) {
    case 'cancelled':
      return { text: stripText.cancelled, link: why, membersLink: stripText.why }
    case 'nomination':
      return {
        text: stripText.nominations(untilText(election.nominationCloses, now)),
        link: nominateLink(reader),
        membersLink: nominate,
      }
    case 'voting':
      return { ...whileVoting(election, turnout, reader, now), membersLink: vote }
    default:
      return {
        text: stripText[stage],
        link: resultLink(election, stage, reader),
        membersLink: stage === 'certified' ? elected : show,
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

function nominateLink({ role, mayNominate }: StripReader): StripLink | null {
  if (role === 'visitor') return { label: stripText.logInToNominate, href: '/nominate' }
  return mayNominate ? { label: stripText.nominate, href: '/nominate' } : null
}

const results = { label: stripText.results, href: '/election-result' }

function whileVoting(
  election: StripElection,
  turnout: Turnout | null,
  { role, onRoll, voted, voteLink }: StripReader,
  now: Instant,
): Pick<ElectionStrip, 'text' | 'link'> {
  const open = stripText.voting(untilText(election.votingCloses, now))
  if (role === 'visitor') return { text: open, link: { label: stripText.logInToVote, href: '/vote' } }
  if (voted) return { text: stripText.voted, link: votesShown(election, false, now) ? results : null }
  if (!onRoll && may({ role }, 'vote')) return { text: stripText.and(open, stripText.notOnRoll), link: null }
  return {
    text: turnout ? stripText.and(open, stripText.turnout(turnout)) : open,
    link: voteLink === 'vote' ? { label: stripText.vote, href: '/vote' } : null,
  }
}

/** Whoever may not open the results finds the elected on the leadership page, once they are published there. */
function resultLink(election: StripElection, stage: Stage, { role }: StripReader): StripLink | null {
  if (may({ role }, 'read results')) return stage === 'certified' ? { ...results, label: stripText.elected } : results
  return stage === 'certified' && election.publishedAt !== null
    ? { label: stripText.elected, href: '/leadership' }
    : null
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
