import type { ErrorCode } from '../errors.ts'
import { manila, dayInManila, showInstant, type Instant } from '../time.ts'
import type { LinkForm } from './schemas.ts'

/** When and where a link of section Events takes place; any of it may be unknown. */
export interface EventTimes {
  startsAt: Instant | null
  endsAt: Instant | null
}

type EventFields = Pick<LinkForm, 'section' | 'startsAt' | 'endsAt' | 'place'>

/** Why the date or place of an event is refused, or null. Only events have them. */
export function whyNotEvent({ section, startsAt, endsAt, place }: EventFields): ErrorCode | null {
  if (startsAt === null && endsAt === null && place.trim() === '') return null
  if (section !== 'Events') return 'event-only'
  if (startsAt === null) return 'event-start-required'
  return endsAt !== null && endsAt <= startsAt ? 'event-end-before-start' : null
}

const aDay = 24 * 60 * 60_000

/** An event without an end lasts until the end of its day in Manila; one without a date is never over. */
export function isOver({ startsAt, endsAt }: EventTimes, now: Instant): boolean {
  if (startsAt === null) return false
  return now >= (endsAt ?? manila(dayInManila(startsAt)) + aDay)
}

/**
 * The next event first, then those without a date as they come, then what is over, the latest first. Links of other
 * sections have no date, and stay as they come.
 */
export function inOrderOfDate<Link extends EventTimes>(
  links: readonly Link[],
  now: Instant,
): (Link & { over: boolean })[] {
  const judged = links.map((link) => ({ ...link, over: isOver(link, now) }))
  const start = (link: Link) => link.startsAt ?? 0
  return [
    ...judged.filter(({ startsAt, over }) => startsAt !== null && !over).toSorted((a, b) => start(a) - start(b)),
    ...judged.filter(({ startsAt }) => startsAt === null),
    ...judged.filter(({ over }) => over).toSorted((a, b) => start(b) - start(a)),
  ]
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const manilaAhead = 8 * 60 * 60_000
const zone = ' (Manila)'

/** `Sat 29 March 2025, 8:00 AM` */
const showMoment = (instant: Instant) =>
  `${weekdays[new Date(instant + manilaAhead).getUTCDay()]} ${showInstant(instant).replace(zone, '')}`

/** `Sat 29 March 2025, 8:00 AM to 5:00 PM (Manila)`; the end with its day when that is another one. */
export function showEventTimes({ startsAt, endsAt }: EventTimes): string | null {
  if (startsAt === null) return null
  if (endsAt === null) return showMoment(startsAt) + zone
  const end = showMoment(endsAt)
  const sameDay = dayInManila(startsAt) === dayInManila(endsAt)
  return `${showMoment(startsAt)} to ${sameDay ? end.replace(/^.*, /, '') : end}${zone}`
}
