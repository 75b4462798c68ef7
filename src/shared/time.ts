/** Milliseconds since 1970 by the server's clock. Rules take the time as an argument and never read a clock. */
export type Instant = number

/** A calendar day, `2026-01-31`, without time and zone. Of two days the later one is also the greater string. */
export type PlainDate = string

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
/** Budgets use seconds. */
export const hourSeconds = hourMs / 1000
export const daySeconds = dayMs / 1000

/** Manila keeps UTC+8 all year. */
const manilaOffset = '+08:00'
export const manilaAheadMs = 8 * hourMs

/** `manila('2025-03-29', '17:00')`: the instant at which it is this time in Manila. */
export function manila(date: string, time = '00:00'): Instant {
  return Date.parse(`${date}T${time}:00${manilaOffset}`)
}

/** The calendar day in Manila at this instant, like `2025-03-29`. */
export function dayInManila(instant: Instant): PlainDate {
  return clockInManila(instant).toISOString().slice(0, 10)
}

/** `2025-03-29 09:05`: Manila time in a format that spreadsheets can read and sort. */
export const sortableTime = (instant: Instant): string =>
  clockInManila(instant).toISOString().slice(0, 16).replace('T', ' ')

/** The midnight in Manila at the start of this instant's day. */
export const startOfDay = (instant: Instant): Instant => manila(dayInManila(instant))
export const isMidnight = (instant: Instant): boolean => startOfDay(instant) === instant

/** The number of midnights in Manila in between: 0 for the same day, 1 from a late evening to the next morning. */
export const daysInManila = (from: Instant, to: Instant): number => (startOfDay(to) - startOfDay(from)) / dayMs

/** Written here because engines differ in their abbreviations, such as `Sep`, and server and browser must agree. */
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
export const months = 'January February March April May June July August September October November December'.split(' ')

/** A date whose UTC fields show the time in Manila. */
const clockInManila = (instant: Instant) => new Date(instant + manilaAheadMs)

export const weekdayOf = (instant: Instant): string => weekdays[clockInManila(instant).getUTCDay()] ?? ''

/** `29 March 2025, 5:00 PM (Manila)` */
export const showInstant = (instant: Instant): string => showMoment(instant) + inManila

/** Follows a time, once per sentence. */
export const inManila = ' (Manila)'

/** `29 March 2025, 5:00 PM` */
export const showMoment = (instant: Instant): string => `${showDate(instant)}, ${showTimeOfDay(instant)}`

/** `29 March 2025` */
export function showDate(instant: Instant): string {
  const day = clockInManila(instant)
  return `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** `12 Mar 2025` */
export const showDay = (instant: Instant): string => showDate(instant).replace(/ (\w{3})[a-z]*/, ' $1')

/** `5:00 PM` */
export function showTimeOfDay(instant: Instant): string {
  const clock = clockInManila(instant)
  const hour = clock.getUTCHours()
  return `${hour % 12 || 12}:${String(clock.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** For narrow screens: a line never breaks within `5:00 PM`. */
export const withWholeTimes = (text: string): string => text.replaceAll(/ (?=[AP]M\b)/g, '\u00a0')

/** `1964-10-05` -> `5 October 1964`. A plain date has no zone, so no zone may shift it. */
export function showPlainDate(date: PlainDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

/** True for a `YYYY-MM-DD` that exists; nobody alive was born before 1900. */
export function isPlainDate(value: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value
}

export const addDays = (day: PlainDate, days: number): PlainDate =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
