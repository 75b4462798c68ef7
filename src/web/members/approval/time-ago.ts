import type { Instant } from '#shared/time.ts'
import { showDay } from '#web/components/show-day.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `2 h ago`, `yesterday`, `12 Mar 2025`: how long somebody has waited. A clock that runs behind says `just now`. */
export function timeAgo(then: Instant, now: Instant): string {
  const past = now - then
  if (past < minute) return 'just now'
  if (past < hour) return `${Math.floor(past / minute)} min ago`
  if (past < day) return `${Math.floor(past / hour)} h ago`
  if (past < 2 * day) return 'yesterday'
  return past < 30 * day ? `${Math.floor(past / day)} days ago` : showDay(then)
}
