import { z } from 'zod'
import { ballotSchema } from '#shared/elections/voting/ballot.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { freeText } from '#shared/short-text.ts'

/** A ballot that an administrator casts for a member, and by what right. */
export const proxyBallotSchema = ballotSchema.extend({
  voterId: z.uuid(),
  authority: freeText(500).min(5, 'Please state the authority, for example “signed letter” and its date'),
  formId: z.uuid().optional(),
})
export type ProxyBallotForm = z.infer<typeof proxyBallotSchema>

interface ProxyVoterFacts {
  /** Approved and not withdrawn; administrators do not vote. */
  isMember: boolean
  onRoll: boolean
  voted: boolean
}

/** Who a proxy ballot may be cast for: a member on the roll who has not voted. */
export function whyCannotCastProxyFor({
  isMember,
  onRoll,
  voted,
}: ProxyVoterFacts): Extract<ErrorCode, 'user-not-found' | 'already-voted' | 'proxy-voter-not-on-roll'> | null {
  if (!isMember) return 'user-not-found'
  if (voted) return 'already-voted'
  return onRoll ? null : 'proxy-voter-not-on-roll'
}

export type Lapse = 'voting is over' | 'has voted' | 'not a member'

/** Why a waiting proxy ballot can no longer be confirmed. */
export function lapseOf({ open, voted, mayVote }: { open: boolean; voted: boolean; mayVote: boolean }): Lapse | null {
  if (!open) return 'voting is over'
  if (voted) return 'has voted'
  return mayVote ? null : 'not a member'
}

/** The second administrator must not be the one who asked. */
export const whyCannotConfirmProxy = (askedBy: string, adminId: string): 'needs-another-admin' | null =>
  askedBy === adminId ? 'needs-another-admin' : null
