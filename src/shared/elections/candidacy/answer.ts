import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import type { Instant } from '../../time.ts'
import type { Schedule } from '../schedule.ts'

/** Only the approved are on the ballot. Where nominees are asked, they are `asked` until they answer. */
export const nomineeStatuses = ['approved', 'pending', 'asked', 'declined'] as const
export type NomineeStatus = (typeof nomineeStatuses)[number]

export const nomineeAnswers = ['accepted', 'declined'] as const
export type NomineeAnswer = (typeof nomineeAnswers)[number]

export const answerSchema = z.object({ answer: z.enum(nomineeAnswers) })

interface AskingElection extends Pick<Schedule, 'votingOpens'> {
  /** Whether nominees are asked to accept. */
  nomineesAccept: boolean
}

/** Up to the moment the ballot is fixed. Who nominated themselves was not asked. */
export function whyCannotAnswer(
  election: AskingElection,
  nominee: { ownNomination: boolean },
  now: Instant,
): Extract<ErrorCode, 'not-allowed' | 'candidacy-settled'> | null {
  if (!election.nomineesAccept || nominee.ownNomination) return 'not-allowed'
  return now < election.votingOpens ? null : 'candidacy-settled'
}

/** Accepting does not overrule an administrator who set the nominee back to pending; declining takes them off in any case. */
export function statusAfterAnswer(status: NomineeStatus, answer: NomineeAnswer): NomineeStatus {
  if (answer === 'declined') return 'declined'
  return status === 'pending' ? 'pending' : 'approved'
}

/** What approving makes of a nominee: an administrator does not accept for somebody else. */
export function statusWhenApproved(
  { nomineesAccept }: Pick<AskingElection, 'nomineesAccept'>,
  { answer, ownNomination }: { answer: NomineeAnswer | null; ownNomination: boolean },
): Exclude<NomineeStatus, 'pending'> {
  if (answer === 'declined') return 'declined'
  return nomineesAccept && !ownNomination && answer === null ? 'asked' : 'approved'
}
