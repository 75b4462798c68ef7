import { z } from 'zod'
import { isWithin } from '#shared/elections/lifecycle.ts'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'

/** Only the approved are on the ballot. Where nominees must accept, they are `asked` until they answer. */
export const nomineeStatuses = ['approved', 'pending', 'asked', 'declined'] as const
export type NomineeStatus = (typeof nomineeStatuses)[number]

export const nomineeAnswers = ['accepted', 'declined'] as const
export type NomineeAnswer = (typeof nomineeAnswers)[number]

export const answerSchema = z.object({ answer: z.enum(nomineeAnswers) })

interface AskingElection {
  /** Whether nominees are asked to accept. */
  nomineesAccept: boolean
}

/** Somebody who filed for candidacy has already accepted. */
export const isAskedToAccept = (election: AskingElection, nominee: { ownNomination: boolean }): boolean =>
  election.nomineesAccept && !nominee.ownNomination

/**
 * Until the ballot is fixed every candidate may withdraw and come back, whether nominated (asked or not) or self-filed. When
 * others may remove a nominee is in `whyCannotRemoveNominee` in `nomination/eligibility.ts`.
 */
export const whyCannotWithdraw = (
  { votingOpens }: Pick<Schedule, 'votingOpens'>,
  now: Instant,
): Extract<ErrorCode, 'candidacy-settled'> | null => (now < votingOpens ? null : 'candidacy-settled')

/** Answering, or withdrawing and coming back, does not overrule an administrator who set the nominee back to pending. */
export function statusAfterAnswer(status: NomineeStatus, answer: NomineeAnswer): NomineeStatus {
  if (status === 'pending') return 'pending'
  return answer === 'declined' ? 'declined' : 'approved'
}

/** The status after approval: an administrator cannot accept for somebody else. */
export function statusWhenApproved(
  election: AskingElection,
  nominee: { answer: NomineeAnswer | null; ownNomination: boolean },
): Exclude<NomineeStatus, 'pending'> {
  if (nominee.answer === 'declined') return 'declined'
  return nominee.answer === null && isAskedToAccept(election, nominee) ? 'asked' : 'approved'
}

interface CandidacyWindow extends Pick<Schedule, 'candidacyOpens' | 'candidacyCloses'> {
  /** Whether members may file for candidacy at all. */
  candidacyFiling: boolean
}

export const candidacyOpen = (election: CandidacyWindow, now: Instant): boolean =>
  election.candidacyFiling && isWithin({ opens: election.candidacyOpens, closes: election.candidacyCloses }, now)

interface WouldBeCandidate {
  alreadyNominated: boolean
  ms: string | null
  region: string | null
}

/** A seat belongs to a service, and a panel of the results to a region: a candidate needs both. */
export function whyCannotFile(
  election: CandidacyWindow,
  candidate: WouldBeCandidate,
  now: Instant,
): Extract<ErrorCode, 'candidacy-closed' | 'already-nominated' | 'candidate-incomplete'> | null {
  if (!candidacyOpen(election, now)) return 'candidacy-closed'
  if (candidate.alreadyNominated) return 'already-nominated'
  return candidate.ms && candidate.region ? null : 'candidate-incomplete'
}
