import type { Place } from '#shared/check.ts'
import { votingText } from '#shared/elections/voting/text.ts'
import { may, type Who } from '#shared/permissions.ts'
import { showInstant } from '#shared/time.ts'
import { votingIsOver, type Stage } from './lifecycle.ts'
import { type Schedule, closingTime } from './schedule.ts'

/** The election as the server describes it to one person. */
export interface NoticedElection extends Schedule {
  stage: Stage
  nobodyVoted: boolean
  cancelledReason: string | null
  mayNominate: boolean
}

/** `main`: where the work of the day is. */
interface NoticeLink extends Place {
  main?: boolean
}

/** One line about the election on a person's first page, with a link. */
interface ElectionNotice {
  sentence: string
  links: NoticeLink[]
}

/** Members see it only while the strip under the header (`election-strip.ts`) is empty; administrators have no strip at their desk. */
export function electionNoticeFor(election: NoticedElection, reader: Who): ElectionNotice | null {
  if (may(reader, 'run elections')) return { sentence: textOf(election), links: administratorsLinks(election) }
  if (election.stage === 'cancelled') return { sentence: textOf(election), links: [] }
  const silent = election.stage === 'announced' || election.stage === 'campaign'
  return silent ? { sentence: textOf(election), links: [] } : null
}

/** Until one is announced; there may be a draft. */
export function noElectionNotice(reader: Who): ElectionNotice {
  const plan = { label: noElectionText.plan, href: '/admin/elections' }
  return { sentence: noElectionText.title, links: may(reader, 'run elections') ? [plan] : [] }
}

function textOf(election: NoticedElection): string {
  switch (election.stage) {
    case 'cancelled':
      return `The election was cancelled. ${election.cancelledReason ?? ''}`.trim()
    case 'announced':
      return `Nominations open on ${showInstant(election.nominationOpens)}.`
    case 'nomination':
      return `Nominations are open until ${closingTime(election.nominationCloses)}.`
    case 'campaign':
      return `Voting opens on ${showInstant(election.votingOpens)}.`
    case 'voting':
      return `Voting is open until ${closingTime(election.votingCloses)}.`
    default:
      if (election.nobodyVoted) return 'Voting is over. Nobody voted.'
      return `Voting is over. The result is ${election.stage === 'certified' ? 'certified' : 'not certified yet'}.`
  }
}

const results = { label: votingText.results, href: '/election-result' }

function administratorsLinks({ stage, mayNominate, nobodyVoted }: NoticedElection): NoticeLink[] {
  const held = votingIsOver(stage) && !nobodyVoted
  if (stage === 'voting') return [{ label: 'Election day', href: '/admin/election-day', main: true }, results]
  if (held && stage !== 'certified')
    return [{ label: 'Closing the election', href: '/admin/elections', main: true }, results]
  return [
    ...(mayNominate ? [{ label: 'Nominate', href: '/nominate' }] : []),
    ...(held ? [results] : []),
    { label: 'Election settings', href: '/admin/elections' },
  ]
}

/** What every election screen says until one is announced. */
export const noElectionText = {
  title: 'No election is planned yet',
  schedule: 'The schedule will be here once an election is announced.',
  nominate: 'Once an election is announced, you can nominate members here.',
  vote: 'Once an election is announced, you will find its candidates and the ballot here.',
  results: 'The results will be here once members have voted.',
  plan: 'Plan an election',
} as const

export const cancelledText = {
  title: 'The election was cancelled',
  by: (by: string, when: string) => `${by}, ${when}`,
  ballots: 'Ballots cast before that stay sealed and will not be counted.',
  signed: 'The site has signed this cancellation with its key.',
  was: 'This was the schedule.',
  toSchedule: 'About the election',
} as const
