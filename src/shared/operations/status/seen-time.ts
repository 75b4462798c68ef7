import { hourMs, type Instant } from '#shared/time.ts'

/** The newest instant at which the site is known to have run. */
export interface SeenTime {
  at: Instant
  /** How often the time was confirmed: whatever was seen before the last of these counts no longer. */
  confirmed: number
}

export const laterSeen = (one: SeenTime, other: SeenTime): SeenTime =>
  (one.confirmed - other.confirmed || one.at - other.at) < 0 ? other : one

/** When something is done about an election that cannot be undone. */
export interface Milestone {
  at: Instant
  closesVoting: boolean
}

/** `behind`: the site has already seen a later time. `leapt`, `leapt over close`: by so much that it may not be true. */
export type TimeDoubt = 'behind' | 'leapt' | 'leapt over close'

/** Clocks agree within this; beyond it one of them is wrong, not merely imprecise. */
export const largestOffsetMs = 5_000

/**
 * Whether a time may be acted upon, after the site was off or its clock was set. From the time alone nobody can tell a machine
 * that was off for two days from one whose clock is two days ahead; only where it matters does somebody have to say so.
 */
export function whyDoubtTime(seen: Instant, now: Instant, milestones: readonly Milestone[]): TimeDoubt | null {
  if (now < seen - largestOffsetMs) return 'behind'
  if (now - seen <= hourMs) return null
  const passed = milestones.filter(({ at }) => seen < at && at <= now)
  if (passed.length === 0) return null
  return passed.some(({ closesVoting }) => closesVoting) ? 'leapt over close' : 'leapt'
}
