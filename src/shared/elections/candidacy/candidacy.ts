import { z } from 'zod'
import { isWithin } from '#shared/elections/lifecycle.ts'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'

/** Only the approved are on the ballot. Where nominees are asked, they are `asked` until they answer. */
export const nomineeStatuses = ['approved', 'pending', 'asked', 'declined'] as const
export type NomineeStatus = (typeof nomineeStatuses)[number]

export const nomineeAnswers = ['accepted', 'declined'] as const
export type NomineeAnswer = (typeof nomineeAnswers)[number]

export const answerSchema = z.object({ answer: z.enum(nomineeAnswers) })

interface AskingElection {
  /** Whether nominees are asked to accept. */
  nomineesAccept: boolean
}

/** Who filed for candidacy themselves has accepted. */
export const isAskedToAccept = (election: AskingElection, nominee: { ownNomination: boolean }): boolean =>
  election.nomineesAccept && !nominee.ownNomination

/**
 * Up to the moment the ballot is fixed, whoever stands may withdraw, and come back: who was nominated, asked or not, and who
 * filed for candidacy. When others take a nominee away is `whyCannotRemoveNominee` in `nomination/eligibility.ts`.
 */
export const whyCannotWithdraw = (
  { votingOpens }: Pick<Schedule, 'votingOpens'>,
  now: Instant,
): Extract<ErrorCode, 'candidacy-settled'> | null => (now < votingOpens ? null : 'candidacy-settled')

/** An answer does not overrule an administrator who set the nominee back to pending, nor does withdrawing and coming back. */
export function statusAfterAnswer(status: NomineeStatus, answer: NomineeAnswer): NomineeStatus {
  if (status === 'pending') return 'pending'
  return answer === 'declined' ? 'declined' : 'approved'
}

/** What approving makes of a nominee: an administrator does not accept for somebody else. */
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

/** A seat is for a service, and a panel of the results for a region: a candidate without either could not be shown. */
export function whyCannotFile(
  election: CandidacyWindow,
  candidate: WouldBeCandidate,
  now: Instant,
): Extract<ErrorCode, 'candidacy-closed' | 'already-nominated' | 'candidate-incomplete'> | null {
  if (!candidacyOpen(election, now)) return 'candidacy-closed'
  if (candidate.alreadyNominated) return 'already-nominated'
  return candidate.ms && candidate.region ? null : 'candidate-incomplete'
}
