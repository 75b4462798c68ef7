import { votingOpen, type Votable } from '#shared/elections/voting/eligibility.ts'
import type { Instant } from '#shared/time.ts'

export type EmailKind = 'cast' | 'reminder'

interface Lettered extends Votable {
  remindersRequestedAt: Instant | null
}

/** Later than this nobody wonders any more whether their ballot came in. */
const lastLetterMs = 2 * 24 * 60 * 60 * 1000

const isFresh = (election: Lettered, now: Instant) =>
  now >= election.votingOpens && now < election.votingCloses + lastLetterMs

/** Whether emails of this kind are written now. A reminder is of use only as long as one can vote. */
export const isDue: Record<EmailKind, (election: Lettered, now: Instant) => boolean> = {
  cast: isFresh,
  reminder: (election, now) => election.remindersRequestedAt !== null && votingOpen(election, now),
}

/** Reminders that could not be sent in time are taken out of the queue. */
export const remindersAreStale = (election: Lettered, now: Instant): boolean =>
  election.remindersRequestedAt !== null && !votingOpen(election, now) && isFresh(election, now)
