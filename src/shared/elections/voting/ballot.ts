import { z } from 'zod'
import { blankId, isSecret, maxSeats } from '#shared/elections/board/leaves.ts'
import { type StageFacts, votingOpen } from '#shared/elections/lifecycle.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import { may, type Role } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'

/** One line of the ballot: `PA 2` takes one nominee of the Army. */
export interface Seat {
  slot: string
  ms: Service
}

/** One choice per seat, in the order of the seats; null for a seat left blank. */
export type Choices = readonly (string | null)[]

type BallotRefusal =
  /** `No nominee found for vote at index {n}` */
  { why: 'no-nominee'; index: number } | { why: 'wrong-length' } | { why: 'blanks-unconfirmed' }

/**
 * All or nothing: a choice that is unknown, not approved, of another service or chosen twice refuses the whole ballot.
 * `serviceOf` knows only the approved nominees of this election.
 */
export function whyRefuseBallot(
  seats: readonly Seat[],
  serviceOf: (nomineeId: string) => Service | undefined,
  choices: Choices,
  blanksConfirmed: boolean,
): BallotRefusal | null {
  if (choices.length !== seats.length) return { why: 'wrong-length' }
  const index = choices.findIndex(
    (chosen, place) => chosen !== null && (serviceOf(chosen) !== seats[place]?.ms || choices.indexOf(chosen) !== place),
  )
  if (index >= 0) return { why: 'no-nominee', index }
  return !blanksConfirmed && choices.includes(null) ? { why: 'blanks-unconfirmed' } : null
}

export interface Voter {
  role: Role
  ownPassword: boolean
  /**
   * Of this election: members who joined after it was frozen vote in the next. A rehearsal has no roll, and every member may take
   * part.
   */
  onRoll: boolean
}

interface VotingTerms {
  /** The association requires a password of one's own for voting. */
  ownPasswordToVote: boolean
}

export type WhyCannotVote = Extract<
  ErrorCode,
  'admin-may-not-vote' | 'voting-not-open' | 'own-password-first' | 'not-on-roll' | 'not-in-good-standing'
>

interface RollTerms {
  /** The roll lists only members in good standing. */
  goodStandingOnly: boolean
}

export const whyNotOnRoll = ({ goodStandingOnly }: RollTerms): 'not-on-roll' | 'not-in-good-standing' =>
  goodStandingOnly ? 'not-in-good-standing' : 'not-on-roll'

/** Why this person may not cast their own ballot now. Whether they already did is decided by the ballot box. */
export function whyCannotVote(
  election: StageFacts & RollTerms,
  voter: Voter,
  terms: VotingTerms,
  now: Instant,
): WhyCannotVote | null {
  if (!may(voter, 'vote')) return 'admin-may-not-vote'
  if (!votingOpen(election, now)) return 'voting-not-open'
  if (!voter.onRoll) return whyNotOnRoll(election)
  return terms.ownPasswordToVote && !voter.ownPassword ? 'own-password-first' : null
}

/** One choice per seat, in the order of the ballot. */
const choice = z
  .uuid()
  .nullable()
  .transform((id) => (id === blankId ? null : id))

export const ballotSchema = z.object({
  choices: z.array(choice).min(1).max(maxSeats),
  secret: z.string().max(32).refine(isSecret),
  /** The voter was asked about the blank seats and confirmed them. */
  blanksConfirmed: z.boolean().default(false),
})
export type BallotForm = z.infer<typeof ballotSchema>

/** What the voter gets for a ballot: the site's signed promise to count it. With the secret it is the receipt. */
export interface BallotPromise {
  /** The hash of all commitments of the ballot. */
  ballot: string
  signature: string
}
