import { dayInManila, manila, showInstant, type Instant } from '../time.ts'

const zone = ' (Manila)'
export const dayOf = (instant: Instant): string => showInstant(instant).split(',')[0] ?? ''
export const timeOf = (instant: Instant): string => showInstant(instant).replace(zone, '')
/** `5:00 PM` */
export const hourOf = (instant: Instant): string => timeOf(instant).replace(/^.*, /, '')
export const isMidnight = (instant: Instant): boolean => manila(dayInManila(instant)) === instant

/** `the end of 14 March 2025 (Manila)`: the midnight that closes a window belongs to the day before. */
export const closingText = (closes: Instant): string =>
  (isMidnight(closes) ? `the end of ${dayOf(closes - 1)}` : timeOf(closes)) + zone

/** The same within a sentence, after `at`: `5:00 PM on 29 March 2025 (Manila)`. */
export const closingMoment = (closes: Instant): string =>
  isMidnight(closes) ? closingText(closes) : `${hourOf(closes)} on ${dayOf(closes)}${zone}`
