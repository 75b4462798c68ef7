import type { ErrorCode } from '../../errors.ts'
import type { Instant } from '../../time.ts'
import type { Course } from '../lifecycle.ts'
import { votingOpen } from './eligibility.ts'

/** So long nobody is reminded again. */
export const reminderPauseMs = 24 * 60 * 60_000

interface Reminded extends Course {
  /** The last time. */
  remindersRequestedAt: Instant | null
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
