import { electionNoticeFor, type NoticedElection } from '../elections/election-notice.ts'
import type { VoteLink } from '../elections/windows.ts'
import { may, type Role } from '../permissions.ts'
import { showInstant, type Instant } from '../time.ts'
import { homeText } from './home-text.ts'

export interface HomeLine {
  text: string
  link: { label: string; href: string } | null
}

/** The election of these days, as it stands for this member. */
export interface HomeElection extends NoticedElection {
  onRoll: boolean
  voted: boolean
  voteLink: VoteLink | null
}

export interface HomeFacts {
  role: Role
  election: HomeElection | null
  /** Without a page of its own it leads nowhere. */
  nextEvent: { title: string; startsAt: Instant; place: string; href: string | null } | null
  /** Where a nomination is accepted or declined that waits for this member. */
  nominationToAnswer: { href: string } | null
  ownPassword: boolean
  /** The association asks for a password of one's own before one may vote. */
  ownPasswordToVote: boolean
  hasRegion: boolean
}

const mostLines = 3

/** What somebody reads first when they come home: their vote, the next event, and what waits for them; three lines at most. */
export function homeLines(facts: HomeFacts): HomeLine[] {
  const { lines } = homeText
  if (may(facts, 'see dashboard counts'))
    return [{ text: lines.admin, link: { label: lines.toDashboard, href: '/admin' } }]
  if (may(facts, 'observe')) return [{ text: lines.observer, link: { label: lines.toObserving, href: '/observe' } }]
  return [mustDo(facts), voteLine(facts.election), eventLine(facts.nextEvent), ...waiting(facts)]
    .filter((line) => line !== null)
    .slice(0, mostLines)
}

const choosePassword = { label: homeText.lines.choose, href: '/reset-password' }

/** Without it the ballot is refused, so it comes before the vote itself. */
function mustDo({ election, ownPassword, ownPasswordToVote }: HomeFacts): HomeLine | null {
  const stands = ownPasswordToVote && !ownPassword && election?.voteLink === 'vote'
  return stands ? { text: homeText.lines.passwordToVote, link: choosePassword } : null
}

/** The strip above tells where the election stands; this is the member's own part in it. */
function voteLine(election: HomeElection | null): HomeLine | null {
  const { lines } = homeText
  if (!election) return null
  const about = { label: lines.aboutElection, href: '/election' }
  if (election.voteLink === 'vote') return { text: lines.notVoted, link: { label: lines.vote, href: '/vote' } }
  if (election.voteLink === 'see' && election.stage !== 'cancelled') return votedLine(election)
  if (election.stage === 'voting' && !election.onRoll) return { text: lines.notOnRoll, link: about }
  const notice = electionNoticeFor(election, { role: 'member' })
  return notice && { text: notice.text, link: about }
}

/** To a voter: first that the ballot is there, then what has come of the votes. */
function votedLine({ stage }: HomeElection): HomeLine {
  const { lines } = homeText
  const ballot = { label: lines.seeBallot, href: '/vote' }
  switch (stage) {
    case 'counting':
      return { text: lines.beingCounted, link: ballot }
    case 'counted':
      return { text: lines.counted, link: { label: lines.seeResults, href: '/election-result' } }
    case 'certified':
      return { text: lines.certified, link: { label: lines.seeElected, href: '/election-result' } }
    default:
      return { text: lines.received, link: ballot }
  }
}

function eventLine(event: HomeFacts['nextEvent']): HomeLine | null {
  if (!event) return null
  const { nextEvent, open } = homeText.lines
  return {
    text: nextEvent(event.title, showInstant(event.startsAt), event.place),
    link: event.href === null ? null : { label: open, href: event.href },
  }
}

/** Most pressing first. */
function waiting(facts: HomeFacts): (HomeLine | null)[] {
  const { lines } = homeText
  const { nominationToAnswer, ownPassword, hasRegion } = facts
  return [
    nominationToAnswer && { text: lines.nomination, link: { label: lines.answer, href: nominationToAnswer.href } },
    ownPassword || mustDo(facts) ? null : { text: lines.password, link: choosePassword },
    hasRegion ? null : { text: lines.region, link: { label: lines.ask, href: '/my-data' } },
  ]
}
