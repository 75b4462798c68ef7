import { may, type Role } from '#shared/permissions.ts'
import { type Instant, minuteMs } from '#shared/time.ts'
import type { Schedule } from './schedule.ts'

/** The stage of an election and what comes next. Every screen, guard and job asks here; nothing else derives it from the times. */

export const electionKinds = ['election', 'rehearsal'] as const
export type ElectionKind = (typeof electionKinds)[number]

export const resultsVisible = ['while voting', 'after close'] as const
export type ResultsVisible = (typeof resultsVisible)[number]

/** The election with the nominees and the ballot key: a rehearsal uses those of the election it rehearses. */
export const originalOf = ({ id, rehearsalOf }: { id: string; rehearsalOf: string | null }): string => rehearsalOf ?? id

/** What determines the stage of an election: its times, and what was done about it. */
export interface StageFacts extends Schedule {
  kind: ElectionKind
  /** Not announced yet: only for those who run elections. */
  draft: boolean
  /** Cannot be undone. */
  cancelledAt: Instant | null
  /** When the last ballot was counted. */
  countClosedAt: Instant | null
  certifiedAt: Instant | null
}

/** In order. A cancelled election has left the sequence. */
export const stages = [
  'draft',
  'announced',
  'nomination',
  'campaign',
  'voting',
  'counting',
  'counted',
  'certified',
] as const
export type Stage = (typeof stages)[number] | 'cancelled'

/**
 * Always derived, never stored. Once counted it is over: moving a time does not reopen it. A rehearsal is open for voting as long
 * as it runs: that is its purpose.
 */
export function stageOf(election: StageFacts, now: Instant): Stage {
  if (election.kind === 'rehearsal') return 'voting'
  if (election.cancelledAt !== null) return 'cancelled'
  if (election.draft) return 'draft'
  if (election.certifiedAt !== null) return 'certified'
  if (election.countClosedAt !== null) return 'counted'
  if (now < election.nominationOpens) return 'announced'
  if (now < election.nominationCloses) return 'nomination'
  if (now < election.votingOpens) return 'campaign'
  return now < election.votingCloses ? 'voting' : 'counting'
}

export const hasReached = (stage: Stage, milestone: (typeof stages)[number]): boolean =>
  stage !== 'cancelled' && stages.indexOf(stage) >= stages.indexOf(milestone)

export const votingIsOver = (stage: Stage): boolean => hasReached(stage, 'counting')

/** A ballot accepted at the last moment may still be on its way into the box; after this long none is. */
export const lastBallotsMs = minuteMs

/** Nobody can vote any more, and no ballot is on its way. */
export const allBallotsAreIn = (election: StageFacts, now: Instant): boolean =>
  votingIsOver(stageOf(election, now)) && now >= election.votingCloses + lastBallotsMs

interface Freezable extends StageFacts {
  /** Members as of this date may vote; null means when voting opens. */
  eligibilityDate: Instant | null
  rollFrozenAt: Instant | null
  /** When the freeze record was signed. */
  frozenAt: Instant | null
}

export const rollFreezes = ({
  eligibilityDate,
  votingOpens,
}: Pick<Freezable, 'eligibilityDate' | 'votingOpens'>): Instant => eligibilityDate ?? votingOpens

/** Whether it is time to draw up the roll or to sign the freeze record. */
export function isFreezeDue(election: Freezable, now: Instant): boolean {
  // During a rehearsal nominations continue, and new members may take part.
  if (election.kind === 'rehearsal') return false
  const stage = stageOf(election, now)
  if (stage === 'draft' || stage === 'cancelled' || hasReached(stage, 'counted')) return false
  return (
    (election.rollFrozenAt === null && rollFreezes(election) <= now) ||
    (election.frozenAt === null && election.votingOpens <= now)
  )
}

/** The steps of an election from voting to its end. */
export const closingSteps = ['voting', 'count', 'ties', 'certification', 'publication'] as const
export type ClosingStep = (typeof closingSteps)[number]

/** The current step; null if nothing is left to do. */
export function nextStep(stage: Stage, facts: { openTies: number; published: boolean }): ClosingStep | null {
  switch (stage) {
    case 'certified':
      return facts.published ? null : 'publication'
    case 'counted':
      return facts.openTies > 0 ? 'ties' : 'certification'
    case 'counting':
      return 'count'
    default:
      return 'voting'
  }
}

interface Datable extends Pick<
  StageFacts,
  'nominationOpens' | 'votingOpens' | 'votingCloses' | 'draft' | 'cancelledAt'
> {
  id: string
  /** The count was closed without a single ballot. */
  nobodyVoted: boolean
}

/**
 * The election that screens are about: the last one that has begun, so that a result stays visible until the next nomination
 * opens; else the next one, or else the last one. An election nobody voted in does not get in the way, nor does a cancelled one
 * once another replaces it. Drafts are ignored.
 */
export function currentOf<Election extends Datable>(all: readonly Election[], now: Instant): Election | null {
  const byTime = all
    .filter((one) => !one.draft)
    .toSorted((a, b) => a.votingOpens - b.votingOpens || (a.id < b.id ? -1 : 1))
  const held = byTime.filter((one) => !one.nobodyVoted && !isReplaced(one, byTime))
  return held.findLast((one) => begins(one) <= now) ?? held[0] ?? byTime.at(-1) ?? null
}

/** A cancellation is shown at once, however far off the election was. */
const begins = ({ nominationOpens, cancelledAt }: Datable): Instant =>
  cancelledAt === null ? nominationOpens : Math.min(nominationOpens, cancelledAt)

const isReplaced = ({ cancelledAt }: Datable, all: readonly Datable[]): boolean =>
  cancelledAt !== null && all.some((other) => other.cancelledAt === null && other.votingCloses > cancelledAt)

/** When something may be done. The opening instant is inside, the closing one is not. */
export interface Window {
  opens: Instant
  closes: Instant
}

export const votingHours = ({ votingOpens, votingCloses }: Pick<Schedule, 'votingOpens' | 'votingCloses'>): Window => ({
  opens: votingOpens,
  closes: votingCloses,
})

export const isWithin = ({ opens, closes }: Window, now: Instant): boolean => opens <= now && now < closes

interface LinkedVoter {
  role: Role
  onRoll: boolean
  voted: boolean
}

/** What the link to the ballot leads to: voting, the ballot that was cast, or why there is no voting now. */
export type VoteLink = 'vote' | 'see' | 'why not'

/** The link has its own window, which is longer than the voting hours; administrators never see it. */
export function voteLinkFor(election: StageFacts, { role, onRoll, voted }: LinkedVoter, now: Instant): VoteLink | null {
  const { voteLinkOpens: opens, voteLinkCloses: closes } = election
  if (!may({ role }, 'vote') || !isWithin({ opens, closes }, now)) return null
  if (voted) return 'see'
  return onRoll && stageOf(election, now) === 'voting' ? 'vote' : 'why not'
}

/** A proxy ballot is cast in the same hours as any other. */
export const votingOpen = (election: StageFacts, now: Instant): boolean => stageOf(election, now) === 'voting'
