import { type StageFacts, votingOpen } from '#shared/elections/lifecycle.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { dayMs, minuteMs } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'

/** How long before reminders may be sent again. */
export const reminderPauseMs = dayMs

interface Reminded extends StageFacts {
  remindersRequestedAt: Instant | null
  rolledBackAt: Instant | null
}

/** Reminders help while people can vote, if they arrive, and if they are not sent every hour. */
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

/** Sent again after a lost reply, or pressed by two people at once, it is the same request. */
const sameRequestMs = 5 * minuteMs
export const isSameRequest = ({ remindersRequestedAt: last }: Reminded, now: Instant): boolean =>
  last !== null && now >= last && now - last < sameRequestMs

export type VoterEmailKind = 'cast' | 'reminder' | 'cancelled' | 'rollback'

/** After this nobody wonders any more whether their ballot was received. */
const lastEmailMs = 2 * dayMs

const isFresh = (election: Reminded, now: Instant) =>
  now >= election.votingOpens && now < election.votingCloses + lastEmailMs

/** After a cancellation voters are told about that, and no longer that their ballot was received. */
const wasCancelled = ({ cancelledAt }: Reminded, now: Instant) =>
  cancelledAt !== null && now < cancelledAt + lastEmailMs

/** Whether emails of this kind are sent now. A reminder is useful only while people can vote. */
export const isEmailDue: Record<VoterEmailKind, (election: Reminded, now: Instant) => boolean> = {
  cast: (election, now) => election.cancelledAt === null && isFresh(election, now),
  cancelled: wasCancelled,
  rollback: (election, now) =>
    election.rolledBackAt !== null && election.cancelledAt === null && now < election.rolledBackAt + lastEmailMs,
  reminder: (election, now) => election.remindersRequestedAt !== null && votingOpen(election, now),
}

/** Reminders that could not be sent in time are removed from the queue. */
export const remindersAreStale = (election: Reminded, now: Instant): boolean =>
  election.remindersRequestedAt !== null &&
  !votingOpen(election, now) &&
  (isFresh(election, now) || wasCancelled(election, now))
