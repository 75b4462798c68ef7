/** Milliseconds since 1970, as the server's clock counts them. Rules take it as an argument and never read a clock. */
export type Instant = number

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Manila keeps UTC+8 all year. */
const manilaOffset = '+08:00'
export const manilaAheadMs = 8 * 60 * 60 * 1000

/** `manila('2025-03-29', '17:00')`: the instant a wall clock in Manila shows that. */
export function manila(date: string, time = '00:00'): Instant {
  return Date.parse(`${date}T${time}:00${manilaOffset}`)
}

/** The calendar's day in Manila at this instant, as `2025-03-29`. */
export function dayInManila(instant: Instant): string {
  return new Date(instant + manilaAheadMs).toISOString().slice(0, 10)
}

/** How many of Manila's midnights lie between: 0 for the same day, 1 from a late evening to the next morning. */
export function daysInManila(from: Instant, to: Instant): number {
  return (Date.parse(dayInManila(to)) - Date.parse(dayInManila(from))) / dayMs
}

const manilaParts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Manila',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

const partsOf = (instant: Instant) =>
  Object.fromEntries(manilaParts.formatToParts(instant).map(({ type, value }) => [type, value]))

/** `29 March 2025, 5:00 PM (Manila)` */
export function showInstant(instant: Instant): string {
  const part = partsOf(instant)
  return `${part.day} ${part.month} ${part.year}, ${showTimeOfDay(instant)} (Manila)`
}

/** `5:00 PM`, in Manila. */
export function showTimeOfDay(instant: Instant): string {
  const part = partsOf(instant)
  return `${part.hour}:${part.minute} ${part.dayPeriod}`
}
