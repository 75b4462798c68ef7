import type { Instant } from '../time.ts'
import type { Schedule } from './schedule.ts'

/**
 * Where an election stands and what comes next. Every screen, guard and job learns it here; nothing else derives it from
 * the times again.
 */

/** What decides where an election stands: its times, and what was done at its end. */
export interface Course extends Schedule {
  /** When the last ballot was counted. */
  countClosedAt: Instant | null
  certifiedAt: Instant | null
}

/** In their order. */
export const stages = ['announced', 'nomination', 'campaign', 'voting', 'counting', 'counted', 'certified'] as const
export type Stage = (typeof stages)[number]

/** Always derived, never stored. Counted to the end it is over: no time that is moved opens it again. */
export function stageOf(election: Course, now: Instant): Stage {
  if (election.certifiedAt !== null) return 'certified'
  if (election.countClosedAt !== null) return 'counted'
  if (now < election.nominationOpens) return 'announced'
  if (now < election.nominationCloses) return 'nomination'
  if (now < election.votingOpens) return 'campaign'
  return now < election.votingCloses ? 'voting' : 'counting'
}

export const hasReached = (stage: Stage, milestone: Stage): boolean =>
  stages.indexOf(stage) >= stages.indexOf(milestone)

export const votingIsOver = (stage: Stage): boolean => hasReached(stage, 'counting')

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

interface Datable extends Pick<Schedule, 'nominationOpens' | 'votingOpens'> {
  id: string
  /** Its count was closed without a single ballot. */
  nobodyVoted: boolean
}

/**
 * The election that screens are about: the last one that has begun, so that a result stays in sight until the next
 * nomination opens; else the next one, or else the last there was. One that nobody voted in does not stand in the way.
 */
export function currentOf<Election extends Datable>(all: readonly Election[], now: Instant): Election | null {
  const byTime = all.toSorted((a, b) => a.votingOpens - b.votingOpens || (a.id < b.id ? -1 : 1))
  const held = byTime.filter((one) => !one.nobodyVoted)
  return held.findLast((one) => one.nominationOpens <= now) ?? held[0] ?? byTime.at(-1) ?? null
}
