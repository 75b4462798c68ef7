import { manila, sortableTime, type Instant } from '#shared/time.ts'

/** An instant for a date and time field, by Manila's clock: `2025-03-29T17:00`. */
export const asTyped = (instant: Instant): string => sortableTime(instant).replace(' ', 'T')

/** `NaN` if it is not a time. */
export function readTime(typed: string): Instant {
  const [day = '', time = ''] = typed.split('T')
  return manila(day, time.slice(0, 5))
}
