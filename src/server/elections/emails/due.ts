import { votingOpen, type Votable } from '#shared/elections/voting/eligibility.ts'
import type { Instant } from '#shared/time.ts'

export type EmailKind = 'cast' | 'reminder' | 'cancelled'

interface Emailed extends Votable {
  remindersRequestedAt: Instant | null
}

/** Later than this nobody wonders any more whether their ballot came in. */
const lastEmailMs = 2 * 24 * 60 * 60 * 1000

const isFresh = (election: Emailed, now: Instant) =>
  now >= election.votingOpens && now < election.votingCloses + lastEmailMs

/** Those who voted learn that an election was cancelled, and no longer that their ballot came in. */
const wasCancelled = ({ cancelledAt }: Emailed, now: Instant) => cancelledAt !== null && now < cancelledAt + lastEmailMs

/** Whether emails of this kind are written now. A reminder is of use only as long as one can vote. */
export const isDue: Record<EmailKind, (election: Emailed, now: Instant) => boolean> = {
  cast: (election, now) => election.cancelledAt === null && isFresh(election, now),
  cancelled: wasCancelled,
  reminder: (election, now) => election.remindersRequestedAt !== null && votingOpen(election, now),
}

/** Reminders that could not be sent in time are taken out of the queue. */
export const remindersAreStale = (election: Emailed, now: Instant): boolean =>
  election.remindersRequestedAt !== null &&
  !votingOpen(election, now) &&
  (isFresh(election, now) || wasCancelled(election, now))
