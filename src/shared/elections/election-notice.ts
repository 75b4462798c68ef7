import { may, type Role } from '../permissions.ts'
import { showInstant } from '../time.ts'
import { closingText } from './schedule-text.ts'
import { votingIsOver, type Stage } from './lifecycle.ts'
import type { Schedule } from './schedule.ts'
import { votingText } from './voting/voting-text.ts'

/** The election as the server tells it to one person. */
export interface NoticedElection extends Schedule {
  stage: Stage
  nobodyVoted: boolean
  mayNominate: boolean
  voteLinkShown: boolean
  voted: boolean
}

interface NoticeLink {
  label: string
  href: string
  /** The election waits for this person to do it. */
  act?: true
}

/** One line about the election on the page where a person arrives, and where it leads them. */
interface ElectionNotice {
  text: string
  links: NoticeLink[]
}

/** An election that ended without a ballot is told of only where something can be done about it. */
export function electionNoticeFor(election: NoticedElection, role: Role): ElectionNotice | null {
  const links = may(role, 'run elections') ? administratorsLinks(election) : membersLinks(election)
  return election.nobodyVoted && links.length === 0 ? null : { text: textOf(election), links }
}

function textOf(election: NoticedElection): string {
  switch (election.stage) {
    case 'announced':
      return `Nominations open on ${showInstant(election.nominationOpens)}.`
    case 'nomination':
      return `Nominations are open until ${closingText(election.nominationCloses)}.`
    case 'campaign':
      return `Voting opens on ${showInstant(election.votingOpens)}.`
    case 'voting':
      return election.voted
        ? 'Your ballot was received.'
        : `Voting is open until ${closingText(election.votingCloses)}.`
    default:
      if (election.nobodyVoted) return 'Voting is over. Nobody voted.'
      return `Voting is over. The result is ${election.stage === 'certified' ? 'certified' : 'not certified yet'}.`
  }
}

const results = { label: votingText.results, href: '/election-result' }

/** The way to the ballot is there in its window and only then, also for who has voted. */
function membersLinks({ stage, mayNominate, voteLinkShown, voted, nobodyVoted }: NoticedElection): NoticeLink[] {
  const links: NoticeLink[] = []
  if (mayNominate) links.push({ label: 'Nominate', href: '/nominate', act: true })
  if (voteLinkShown) {
    const awaited = stage === 'voting' && !voted
    links.push({ label: voted ? 'See your ballot' : 'Vote', href: '/vote', ...(awaited && { act: true }) })
  }
  if (votingIsOver(stage) && !nobodyVoted) links.push(results)
  return links
}

function administratorsLinks({ stage, mayNominate, nobodyVoted }: NoticedElection): NoticeLink[] {
  const links: NoticeLink[] = []
  const held = votingIsOver(stage) && !nobodyVoted
  if (mayNominate) links.push({ label: 'Nominate', href: '/nominate' })
  if (held || stage === 'voting') links.push(results)
  const closing = held && stage !== 'certified'
  links.push({ label: closing ? 'Closing the election' : 'Election settings', href: '/admin/elections' })
  return links
}
