import type { Instant } from '#shared/time.ts'

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

/** `512 KB`, `3.4 MB`: as the limits are written, 1 MB is 1,048,576 bytes. */
export function showBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  return kilobytes < 1000 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}

/** `1 ballot`, `2,000 ballots` */
export const showCount = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`

const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const manilaAhead = 8 * 60 * 60_000

/** `12 Mar 2025`, by Manila's calendar. Spelt out here because engines differ on `Sep`, and server and browser must agree. */
export function showDay(instant: Instant): string {
  const day = new Date(instant + manilaAhead)
  return `${day.getUTCDate()} ${shortMonths[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** `1964-10-05` -> `5 October 1964`. A plain date has no zone to shift it. */
export function showPlainDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}
