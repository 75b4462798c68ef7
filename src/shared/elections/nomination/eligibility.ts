import { isWithin } from '#shared/elections/lifecycle.ts'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { may, type Who } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'

/** Members nominate in the window; administrators also before it, to prepare, and until their own later deadline. */
export function whyCannotNominate(
  schedule: Schedule,
  who: Who,
  now: Instant,
): Extract<ErrorCode, 'not-allowed' | 'nomination-not-open'> | null {
  if (!may(who, 'nominate')) return 'not-allowed'
  const open = may(who, 'manage nominees')
    ? now < schedule.adminNominationCloses
    : isWithin({ opens: schedule.nominationOpens, closes: schedule.nominationCloses }, now)
  return open ? null : 'nomination-not-open'
}

/** Nominees can be approved and set back to pending as long as administrators may nominate: approving puts somebody on the ballot. */
export function whyCannotApproveNominee(
  schedule: Pick<Schedule, 'adminNominationCloses'>,
  who: Who,
  now: Instant,
): Extract<ErrorCode, 'not-allowed' | 'nomination-over'> | null {
  if (!may(who, 'manage nominees')) return 'not-allowed'
  return now < schedule.adminNominationCloses ? null : 'nomination-over'
}

/**
 * Nominees are fixed when voting opens; after that nobody can remove one. Somebody who accepted or declined a nomination has made
 * it their own: the nominator can no longer undo it. When candidates themselves may withdraw is in `whyCannotWithdraw` in
 * `candidacy/candidacy.ts`.
 */
export function whyCannotRemoveNominee(
  schedule: Schedule,
  asker: Who & { isNominator: boolean; answeredByAnother: boolean },
  now: Instant,
): Extract<ErrorCode, 'not-allowed' | 'nomination-over' | 'nomination-answered'> | null {
  const manages = may(asker, 'manage nominees')
  if (!manages && !asker.isNominator) return 'not-allowed'
  const until = manages ? schedule.votingOpens : schedule.nominationCloses
  if (now >= until) return 'nomination-over'
  return asker.answeredByAnother && !manages ? 'nomination-answered' : null
}

/** Nobody nominates themselves: members who want to stand file for candidacy. */
export const isOwnNomination = (people: readonly { id: string }[], nominatorId: string): boolean =>
  people.some(({ id }) => id === nominatorId)

interface Nominatable {
  name: string
  ms: string | null
  region: string | null
}

/** `Cannot nominate: {names} missing 'ms'`, then the same for the region; null if all can be nominated. */
export function whyCannotBeNominated(people: readonly Nominatable[]): string | null {
  for (const field of ['ms', 'region'] as const) {
    const lacking = people.filter((person) => !person[field]).map((person) => person.name)
    if (lacking.length > 0) return `Cannot nominate: ${lacking.join(', ')} missing '${field}'`
  }
  return null
}
