import type { ErrorCode } from '../errors.ts'
import { may, type Role } from '../permissions.ts'
import type { Instant } from '../time.ts'
import type { Schedule } from './schedule.ts'

/** When what may be done. The opening instant is inside a window, the closing one is not. */
export interface Window {
  opens: Instant
  closes: Instant
}

export interface ElectionWindows extends Pick<
  Schedule,
  'voteLinkOpens' | 'voteLinkCloses' | 'candidacyOpens' | 'candidacyCloses'
> {
  /** Whether members may file for candidacy at all. */
  candidacyFiling: boolean
}

export const votingHours = ({ votingOpens, votingCloses }: Pick<Schedule, 'votingOpens' | 'votingCloses'>): Window => ({
  opens: votingOpens,
  closes: votingCloses,
})

export const isWithin = ({ opens, closes }: Window, now: Instant): boolean => opens <= now && now < closes

/** Administrators never vote for themselves, so they are not led there. */
export const voteLinkShown = (election: ElectionWindows, role: Role, now: Instant): boolean =>
  may(role, 'vote') && isWithin({ opens: election.voteLinkOpens, closes: election.voteLinkCloses }, now)

export const candidacyOpen = (election: ElectionWindows, now: Instant): boolean =>
  election.candidacyFiling && isWithin({ opens: election.candidacyOpens, closes: election.candidacyCloses }, now)

interface WouldBeCandidate {
  alreadyNominated: boolean
  ms: string | null
  region: string | null
}

/** A seat is for a service, and a panel of the results for a region: a candidate without either could not be shown. */
export function whyCannotFile(
  election: ElectionWindows,
  candidate: WouldBeCandidate,
  now: Instant,
): Extract<ErrorCode, 'candidacy-closed' | 'already-nominated' | 'candidate-incomplete'> | null {
  if (!candidacyOpen(election, now)) return 'candidacy-closed'
  if (candidate.alreadyNominated) return 'already-nominated'
  return candidate.ms && candidate.region ? null : 'candidate-incomplete'
}
