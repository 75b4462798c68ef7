import { dayInManila, type Instant } from '../time.ts'
import { hourOf, isMidnight } from './schedule-text.ts'

const dayParts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Manila',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `Friday, 14 March` */
export function weekdayOf(instant: Instant): string {
  const part = Object.fromEntries(dayParts.formatToParts(instant).map(({ type, value }) => [type, value]))
  return `${part.weekday}, ${part.day} ${part.month}`
}

/**
 * Until when, as short as it can be said: `5:00 PM` or `midnight` on the last day, `Friday, 14 March` before it, with the
 * hour if the day is not whole.
 */
export function untilText(closes: Instant, now: Instant): string {
  const whole = isMidnight(closes)
  const lastMoment = closes - 1
  if (dayInManila(lastMoment) === dayInManila(now)) return whole ? 'midnight' : hourOf(closes)
  return whole ? weekdayOf(lastMoment) : `${weekdayOf(closes)}, ${hourOf(closes)}`
}
