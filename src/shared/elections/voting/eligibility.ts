import type { ErrorCode } from '../../errors.ts'
import { may, type Role } from '../../permissions.ts'
import type { Instant } from '../../time.ts'
import { stageOf, type Course } from '../lifecycle.ts'

export interface Voter {
  role: Role
  ownPassword: boolean
  /**
   * Of this election: whoever joined after it was frozen votes in the next. A rehearsal has no roll, and every member may take
   * part.
   */
  onRoll: boolean
}

interface VotingTerms {
  /** The association asks for a password of one's own before one may vote. */
  ownPasswordToVote: boolean
}

export type WhyCannotVote = Extract<
  ErrorCode,
  'admin-may-not-vote' | 'voting-not-open' | 'own-password-first' | 'not-on-roll'
>

/** Why this person may not cast a ballot of their own now. Whether they already did is decided where ballots are kept. */
export function whyCannotVote(election: Course, voter: Voter, terms: VotingTerms, now: Instant): WhyCannotVote | null {
  if (!may(voter, 'vote')) return 'admin-may-not-vote'
  if (!votingOpen(election, now)) return 'voting-not-open'
  if (!voter.onRoll) return 'not-on-roll'
  return terms.ownPasswordToVote && !voter.ownPassword ? 'own-password-first' : null
}

/** A proxy ballot is cast in the same hours as any other. */
export const votingOpen = (election: Course, now: Instant): boolean => stageOf(election, now) === 'voting'
