import { z } from 'zod'
import { dayInManila, manila, type Instant } from '../time.ts'

/** On the screen where it is turned off, and in the email that says so. */
export const digestTitle = 'Daily email'

export const digestSchema = z.object({ on: z.boolean() })

/** When the daily email leaves: before the day's work begins. */
export const digestTime = '07:00'

/**
 * The day whose email is due, or null. Each day is looked at once, from the morning on: what comes in later waits for the next
 * morning. A site that was not running in the morning makes up for it.
 */
export function digestDay(now: Instant, lastDay: string | null): string | null {
  const today = dayInManila(now)
  return now >= manila(today, digestTime) && (lastDay === null || lastDay < today) ? today : null
}
