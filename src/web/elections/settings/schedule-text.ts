import type { PostponedField } from '#shared/elections/settings/postponing.ts'
import { showInstant, type Instant } from '#shared/time.ts'

const manilaAhead = 8 * 60 * 60_000
const aDay = 24 * 60 * 60_000
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Spelt out here because engines differ in their words, and server and browser must agree. */
const weekdayOf = (instant: Instant): string => weekdays[new Date(instant + manilaAhead).getUTCDay()] ?? ''

/** `Saturday, 29 March 2025, 5:00 PM (Manila)` */
const showMoment = (instant: Instant): string => `${weekdayOf(instant)}, ${showInstant(instant)}`

const isMidnight = (instant: Instant) => (instant + manilaAhead) % aDay === 0
const showDate = (instant: Instant) => `${weekdayOf(instant)}, ${showInstant(instant).replace(/, [^,]*$/, '')}`

/** Midnight is told as the day that begins with it: `the start of Saturday, 1 March 2025 (Manila)`. */
export const showOpening = (instant: Instant): string =>
  isMidnight(instant) ? `the start of ${showDate(instant)} (Manila)` : showMoment(instant)

/** … or, for a closing, as the day that ends with it. */
export const showClosing = (instant: Instant): string =>
  isMidnight(instant) ? `the end of ${showDate(instant - 1)} (Manila)` : showMoment(instant)

export const showTime = (field: PostponedField, instant: Instant): string =>
  field.endsWith('Opens') ? showOpening(instant) : showClosing(instant)
