import { may, type Role } from '../permissions.ts'
import { showInstant, type Instant } from '../time.ts'
import { closingWords } from './closing-words.ts'
import { isOver } from './eligibility.ts'
import type { Phase, Schedule } from './phases.ts'
import { votingText } from './voting-text.ts'

/** The election as the server tells it to one person. */
export interface ToldElection extends Schedule {
  phase: Phase
  shuffledAt: Instant | null
  certifiedAt: Instant | null
  nobodyVoted: boolean
  mayNominate: boolean
  voteLinkShown: boolean
  voted: boolean
}

export interface PointerLink {
  label: string
  href: string
  /** The election waits for this person to do it. */
  act?: true
}

/** One line about the election on the page where a person arrives, and where it leads them. */
export interface Pointer {
  words: string
  links: PointerLink[]
}

/** An election that ended without a ballot is told of only where something can be done about it. */
export function pointerTo(election: ToldElection, role: Role): Pointer | null {
  // Counted to the end, it is over, whatever its times say.
  const now = { ...election, phase: isOver(election) ? 'closed' : election.phase } as const
  const links = may(role, 'run elections') ? administratorsLinks(now) : membersLinks(now)
  return now.nobodyVoted && links.length === 0 ? null : { words: wordsOf(now), links }
}

function wordsOf(election: ToldElection): string {
  switch (election.phase) {
    case 'announced':
      return `Nominations open on ${showInstant(election.nominationOpens)}.`
    case 'nomination':
      return `Nominations are open until ${closingWords(election.nominationCloses)}.`
    case 'campaign':
      return `Voting opens on ${showInstant(election.votingOpens)}.`
    case 'voting':
      return election.voted
        ? 'Your ballot was received.'
        : `Voting is open until ${closingWords(election.votingCloses)}.`
    case 'closed':
      if (election.nobodyVoted) return 'Voting is over. Nobody voted.'
      return `Voting is over. The result is ${election.certifiedAt === null ? 'not certified yet' : 'certified'}.`
  }
}

const results = { label: votingText.results, href: '/election-result' }

/** The way to the ballot is there in its window and only then, also for who has voted. */
function membersLinks({ phase, mayNominate, voteLinkShown, voted, nobodyVoted }: ToldElection): PointerLink[] {
  const links: PointerLink[] = []
  if (mayNominate) links.push({ label: 'Nominate', href: '/nominate', act: true })
  if (voteLinkShown) {
    const awaited = phase === 'voting' && !voted
    links.push({ label: voted ? 'See your ballot' : 'Vote', href: '/vote', ...(awaited && { act: true }) })
  }
  if (phase === 'closed' && !nobodyVoted) links.push(results)
  return links
}

function administratorsLinks({ phase, mayNominate, certifiedAt, nobodyVoted }: ToldElection): PointerLink[] {
  const links: PointerLink[] = []
  const counted = phase === 'closed' && !nobodyVoted
  if (mayNominate) links.push({ label: 'Nominate', href: '/nominate' })
  if (counted || phase === 'voting') links.push(results)
  const closing = counted && certifiedAt === null
  links.push({ label: closing ? 'Closing the election' : 'Election settings', href: '/admin/elections' })
  return links
}
