import { hourMs, type Instant } from '#shared/time.ts'

/** The latest time at which the site is known to have run. */
export interface SeenTime {
  at: Instant
  /** How often the time was confirmed: times seen before the last confirmation no longer count. */
  confirmed: number
}

export const laterSeen = (one: SeenTime, other: SeenTime): SeenTime =>
  (one.confirmed - other.confirmed || one.at - other.at) < 0 ? other : one

/** A time at which something irreversible happens to an election. */
export interface Milestone {
  at: Instant
  closesVoting: boolean
}

/** `behind`: the site has already seen a later time. `leapt`, `leapt over close`: the step is too big to be trusted. */
export type TimeDoubt = 'behind' | 'leapt' | 'leapt over close'

/** A difference up to this is normal; a larger one means that a clock is wrong. */
export const largestOffsetMs = 5_000

/**
 * Whether the site may act on the time, after it was off or its clock was set. A machine that was off for two days
 * looks like one whose clock is two days ahead, so a person has to confirm the time, but only where it matters.
 */
export function whyDoubtTime(seen: Instant, now: Instant, milestones: readonly Milestone[]): TimeDoubt | null {
  if (now < seen - largestOffsetMs) return 'behind'
  if (now - seen <= hourMs) return null
  const passed = milestones.filter(({ at }) => seen < at && at <= now)
  if (passed.length === 0) return null
  return passed.some(({ closesVoting }) => closesVoting) ? 'leapt over close' : 'leapt'
}
