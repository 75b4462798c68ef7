import { votingIsOver, type Stage } from '../elections/lifecycle.ts'
import type { VoteLink } from '../elections/windows.ts'
import { pages } from '../pages.ts'
import { may, type Who } from '../permissions.ts'
import { homeText } from './home-text.ts'

interface MenuItem {
  label: string
  href: string
}

/** What the menu needs to know of the election of these days. */
export interface MenuElection {
  stage: Stage
  nobodyVoted: boolean
  mayNominate: boolean
  voteLink: VoteLink | null
}

/** The page of the election that fits this person now. */
export function electionPageFor(who: Who, election: MenuElection | null): string {
  if (may(who, 'observe')) return pages.observe.path
  if (election?.voteLink === 'vote') return pages.vote.path
  if (election?.stage === 'nomination' && election.mayNominate) return pages.nominate.path
  const held = election !== null && votingIsOver(election.stage) && !election.nobodyVoted
  return held && may(who, 'read results') ? pages.electionResult.path : pages.election.path
}

/** The pages of somebody's own, as far as they may open them; logging out is a button of its own. */
export function accountMenu(who: Who & { id: string }, election: MenuElection | null): MenuItem[] {
  const { menu } = homeText
  const own = `/member/${who.id}`
  const isMember = may(who, 'vote')
  return [
    ...(may(who, 'see dashboard counts') ? [{ label: menu.dashboard, href: pages.admin.path }] : []),
    ...(isMember
      ? [
          { label: menu.profile, href: own },
          { label: menu.card, href: `${own}#card` },
        ]
      : []),
    ...(may(who, 'list members') ? [{ label: menu.members, href: pages.members.path }] : []),
    { label: menu.election, href: electionPageFor(who, election) },
    { label: menu.security, href: pages.security.path },
  ]
}
