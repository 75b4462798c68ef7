import { may, type Role } from '../permissions.ts'
import type { Instant } from '../time.ts'
import type { Schedule } from './schedule.ts'

/** When what may be done. The opening instant is inside a window, the closing one is not. */
export interface Window {
  opens: Instant
  closes: Instant
}

export const votingHours = ({ votingOpens, votingCloses }: Pick<Schedule, 'votingOpens' | 'votingCloses'>): Window => ({
  opens: votingOpens,
  closes: votingCloses,
})

export const isWithin = ({ opens, closes }: Window, now: Instant): boolean => opens <= now && now < closes

/** Administrators never vote for themselves, so they are not led there. */
export const voteLinkShown = (
  { voteLinkOpens, voteLinkCloses }: Pick<Schedule, 'voteLinkOpens' | 'voteLinkCloses'>,
  role: Role,
  now: Instant,
): boolean => may(role, 'vote') && isWithin({ opens: voteLinkOpens, closes: voteLinkCloses }, now)
