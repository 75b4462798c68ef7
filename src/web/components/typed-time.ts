import { manila, type Instant, manilaAheadMs } from '#shared/time.ts'

/** An instant as a field for date and time holds it, by Manila's clock: `2025-03-29T17:00`. */
export const asTyped = (instant: Instant): string => new Date(instant + manilaAheadMs).toISOString().slice(0, 16)

/** What cannot be read as a time is `NaN`. */
export function readTime(typed: string): Instant {
  const [day = '', time = ''] = typed.split('T')
  return manila(day, time.slice(0, 5))
}
