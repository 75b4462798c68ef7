import { may, type Role } from '../permissions.ts'
import type { Instant } from '../time.ts'
import { stageOf, type Course } from './lifecycle.ts'
import type { Schedule } from './schedule.ts'

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

/** What the link to the ballot offers: to vote, or to see the ballot that was cast. */
export type VoteLink = 'vote' | 'see'

/**
 * The link shows in its own window, which is longer than the hours of voting. Nobody is offered to vote who cannot: not after
 * the close, not off the roll, and administrators never.
 */
export function voteLinkFor(election: Course, { role, onRoll, voted }: LinkedVoter, now: Instant): VoteLink | null {
  const { voteLinkOpens: opens, voteLinkCloses: closes } = election
  if (!may({ role }, 'vote') || !isWithin({ opens, closes }, now)) return null
  if (voted) return 'see'
  return onRoll && stageOf(election, now) === 'voting' ? 'vote' : null
}
