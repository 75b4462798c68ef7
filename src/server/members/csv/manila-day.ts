import type { PlainDate } from '#shared/members/birthdate.ts'
import type { Clock } from '#server/clock.ts'

/** Today's date in Manila, which keeps UTC+8 all year. */
export function manilaDay(clock: Clock): PlainDate {
  return new Date(clock.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
