import type { ErrorCode } from '../../errors.ts'
import type { Instant } from '../../time.ts'
import type { Schedule } from '../schedule.ts'
import { isWithin } from '../windows.ts'

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
