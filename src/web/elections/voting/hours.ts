import { isRehearsing, type Votable } from '#shared/elections/voting/eligibility.ts'
import { hasReached, stageOf } from '#shared/elections/lifecycle.ts'
import type { Instant } from '#shared/time.ts'

/** The voting hours of an election, as the server's clock has them. */
export type Hours = 'before' | 'open' | 'after'

export function hoursAt(election: Votable, test: boolean, now: Instant): Hours {
  const stage = stageOf(election, now)
  if (isRehearsing(election, test) || stage === 'voting') return 'open'
  return hasReached(stage, 'voting') ? 'after' : 'before'
}

const soonMinutes = 15

/** Minutes until voting closes, in its last quarter of an hour. */
export function closesInMinutes({ votingCloses }: Votable, now: Instant): number | null {
  const minutes = Math.ceil((votingCloses - now) / 60_000)
  return minutes > 0 && minutes <= soonMinutes ? minutes : null
}
