import { hourMs } from '#shared/time.ts'
import type { Instant } from '#shared/time.ts'

/** How many had voted in total at the last check within an hour. */
interface HourSeen {
  /** The start of the hour. */
  hour: Instant
  cast: number
}

/** A span of one or more hours, and how many voted in it. */
interface VotesInSpan {
  from: Instant
  until: Instant
  ballots: number
}

/** A span with fewer votes is not shown alone. As many hide each other in a batch of the count. */
const fewestTold = 10

/**
 * How many voted in which hour. Hours with few voters are joined with the following ones, so that knowing when one person voted
 * reveals nothing more; the last hour, which may still be running, is joined with earlier ones.
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
