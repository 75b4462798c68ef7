import { manilaAheadMs, type Instant } from '#shared/time.ts'

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `12 Mar 2025`, by Manila's calendar. Spelt out here because engines differ on `Sep`, and server and browser must agree. */
export function showDay(instant: Instant): string {
  const day = new Date(instant + manilaAheadMs)
  return `${day.getUTCDate()} ${shortMonths[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** `1964-10-05` -> `5 October 1964`. A plain date has no zone to shift it. */
export function showPlainDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}
