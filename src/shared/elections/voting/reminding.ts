import { type Course, votingOpen } from '#shared/elections/lifecycle.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { dayMs, minuteMs } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'

/** So long nobody is reminded again. */
export const reminderPauseMs = dayMs

interface Reminded extends Course {
  /** The last time. */
  remindersRequestedAt: Instant | null
  rolledBackAt: Instant | null
}

/** Reminders help while one can vote, if they arrive, and if they do not come by the hour. */
export function whyCannotRemind(
  election: Reminded,
  mailWorks: boolean,
  now: Instant,
): Extract<ErrorCode, 'voting-not-open' | 'mail-not-working' | 'reminded-lately'> | null {
  if (!votingOpen(election, now)) return 'voting-not-open'
  const { remindersRequestedAt: last } = election
  if (last !== null && now < last + reminderPauseMs) return 'reminded-lately'
  return mailWorks ? null : 'mail-not-working'
}

/** Sent again after a lost reply, or pressed by two at once, it was asked for already. */
const sameRequestMs = 5 * minuteMs
export const isSameRequest = ({ remindersRequestedAt: last }: Reminded, now: Instant): boolean =>
  last !== null && now >= last && now - last < sameRequestMs

export type VoterEmailKind = 'cast' | 'reminder' | 'cancelled' | 'rollback'

/** Later than this nobody wonders any more whether their ballot came in. */
const lastEmailMs = 2 * dayMs

const isFresh = (election: Reminded, now: Instant) =>
  now >= election.votingOpens && now < election.votingCloses + lastEmailMs

/** Those who voted learn that an election was cancelled, and no longer that their ballot came in. */
const wasCancelled = ({ cancelledAt }: Reminded, now: Instant) =>
  cancelledAt !== null && now < cancelledAt + lastEmailMs

/** Whether emails of this kind are written now. A reminder is of use only as long as one can vote. */
export const isEmailDue: Record<VoterEmailKind, (election: Reminded, now: Instant) => boolean> = {
  cast: (election, now) => election.cancelledAt === null && isFresh(election, now),
  cancelled: wasCancelled,
  rollback: (election, now) =>
    election.rolledBackAt !== null && election.cancelledAt === null && now < election.rolledBackAt + lastEmailMs,
  reminder: (election, now) => election.remindersRequestedAt !== null && votingOpen(election, now),
}

/** Reminders that could not be sent in time are taken out of the queue. */
export const remindersAreStale = (election: Reminded, now: Instant): boolean =>
  election.remindersRequestedAt !== null &&
  !votingOpen(election, now) &&
  (isFresh(election, now) || wasCancelled(election, now))
