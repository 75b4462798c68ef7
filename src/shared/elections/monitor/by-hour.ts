import { hourMs } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'

/** How many had voted, in all, when it was last looked within an hour. */
interface HourSeen {
  /** When the hour began. */
  hour: Instant
  cast: number
}

/** A span of one hour or more, and how many voted in it. */
export interface VotesInSpan {
  from: Instant
  until: Instant
  ballots: number
}

/** As many hide one another in a batch of the count: a span with fewer is not told by itself. */
const fewestTold = 10

/**
 * How many voted in which hour. Hours in which few did are joined with those after them, so that nobody who knows when one person
 * voted learns more; the last, which may still be going on, is joined with those before it.
 */
export function votedByHour(seen: readonly HourSeen[], now: Instant): VotesInSpan[] {
  const spans: VotesInSpan[] = []
  let before = 0
  let from: Instant | null = null
  const ordered = seen.toSorted((a, b) => a.hour - b.hour)
  for (const [place, { hour, cast }] of ordered.entries()) {
    from ??= hour
    const ballots = cast - before
    const isLast = place === ordered.length - 1
    if (ballots < fewestTold && !isLast) continue
    const until = Math.min(hour + hourMs, Math.max(now, hour))
    const last = spans.at(-1)
    if (ballots < fewestTold && last) spans[spans.length - 1] = { ...last, until, ballots: last.ballots + ballots }
    else if (ballots >= fewestTold) spans.push({ from, until, ballots })
    before = cast
    from = null
  }
  return spans
}
