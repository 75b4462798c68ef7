import { may, type Role } from '#shared/permissions.ts'
import { type Instant, minuteMs } from '#shared/time.ts'
import type { Schedule } from './schedule.ts'

/**
 * Where an election stands and what comes next. Every screen, guard and job learns it here; nothing else derives it from
 * the times again.
 */

export const electionKinds = ['election', 'rehearsal'] as const
export type ElectionKind = (typeof electionKinds)[number]

export const resultsVisible = ['while voting', 'after close'] as const
export type ResultsVisible = (typeof resultsVisible)[number]

/** Whose nominees are voted for, and whose key seals the ballots: a rehearsal has those of the election that it rehearses. */
export const originalOf = ({ id, rehearsalOf }: { id: string; rehearsalOf: string | null }): string => rehearsalOf ?? id

/** What decides where an election stands: its times, and what was done about it. */
export interface Course extends Schedule {
  kind: ElectionKind
  /** Not announced yet: for those who run elections alone. */
  draft: boolean
  /** For good. */
  cancelledAt: Instant | null
  /** When the last ballot was counted. */
  countClosedAt: Instant | null
  certifiedAt: Instant | null
}

/** In their order. A cancelled election has left it, and reaches nothing any more. */
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
 * Always derived, never stored. Counted to the end it is over: no time that is moved opens it again. A rehearsal is open for
 * voting as long as it is on, whatever the time: that is what it is for.
 */
export function stageOf(election: Course, now: Instant): Stage {
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

/** A ballot that was let in at the last moment may still be on its way into the box; after this long none is. */
export const lastBallotsMs = minuteMs

/** Nobody can vote any more, and no ballot is on its way. */
export const allBallotsAreIn = (election: Course, now: Instant): boolean =>
  votingIsOver(stageOf(election, now)) && now >= election.votingCloses + lastBallotsMs

interface Freezable extends Course {
  /** Who is a member by then may vote; null for the opening of voting. */
  eligibilityDate: Instant | null
  rollFrozenAt: Instant | null
  /** When the freeze record was signed. */
  frozenAt: Instant | null
}

/** When the roll is drawn up. */
export const rollFreezes = ({
  eligibilityDate,
  votingOpens,
}: Pick<Freezable, 'eligibilityDate' | 'votingOpens'>): Instant => eligibilityDate ?? votingOpens

/** Whether the roll is to be drawn up now, or the freeze record to be signed. */
export function isFreezeDue(election: Freezable, now: Instant): boolean {
  // Nominations go on beside a rehearsal, and who becomes a member meanwhile may take part.
  if (election.kind === 'rehearsal') return false
  const stage = stageOf(election, now)
  if (stage === 'draft' || stage === 'cancelled' || hasReached(stage, 'counted')) return false
  return (
    (election.rollFrozenAt === null && rollFreezes(election) <= now) ||
    (election.frozenAt === null && election.votingOpens <= now)
  )
}

/** What an election goes through from its voting hours to its end, one after the other. */
export const closingSteps = ['voting', 'count', 'ties', 'certification', 'publication'] as const
export type ClosingStep = (typeof closingSteps)[number]

/** The step that is on; null when nothing is left to do. */
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

interface Datable extends Pick<Course, 'nominationOpens' | 'votingOpens' | 'votingCloses' | 'draft' | 'cancelledAt'> {
  id: string
  /** Its count was closed without a single ballot. */
  nobodyVoted: boolean
}

/**
 * The election that screens are about: the last one that has begun, so that a result stays in sight until the next
 * nomination opens; else the next one, or else the last there was. One that nobody voted in does not stand in the way, nor a
 * cancelled one once another takes its place. A draft is nobody's business yet.
 */
export function currentOf<Election extends Datable>(all: readonly Election[], now: Instant): Election | null {
  const byTime = all
    .filter((one) => !one.draft)
    .toSorted((a, b) => a.votingOpens - b.votingOpens || (a.id < b.id ? -1 : 1))
  const held = byTime.filter((one) => !one.nobodyVoted && !isReplaced(one, byTime))
  return held.findLast((one) => begins(one) <= now) ?? held[0] ?? byTime.at(-1) ?? null
}

/** That an election is cancelled is told from then on, however far off it was. */
const begins = ({ nominationOpens, cancelledAt }: Datable): Instant =>
  cancelledAt === null ? nominationOpens : Math.min(nominationOpens, cancelledAt)

const isReplaced = ({ cancelledAt }: Datable, all: readonly Datable[]): boolean =>
  cancelledAt !== null && all.some((other) => other.cancelledAt === null && other.votingCloses > cancelledAt)

/** When what may be done. The opening instant is inside a window, the closing one is not. */
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
  /** Of this election. */
  onRoll: boolean
  voted: boolean
}

/** What waits behind the link to the ballot: voting, the ballot that was cast, or why there is no voting now. */
export type VoteLink = 'vote' | 'see' | 'why not'

/** The link shows in its own window, which is longer than the hours of voting; administrators never see it. */
export function voteLinkFor(election: Course, { role, onRoll, voted }: LinkedVoter, now: Instant): VoteLink | null {
  const { voteLinkOpens: opens, voteLinkCloses: closes } = election
  if (!may({ role }, 'vote') || !isWithin({ opens, closes }, now)) return null
  if (voted) return 'see'
  return onRoll && stageOf(election, now) === 'voting' ? 'vote' : 'why not'
}

/** A proxy ballot is cast in the same hours as any other. */
export const votingOpen = (election: Course, now: Instant): boolean => stageOf(election, now) === 'voting'
