import type { Instant } from '../../time.ts'

/** How long after certification observers can still look: until the salts of the roll are removed. */
const daysAfterCertification = 30

interface Ended {
  certifiedAt: Instant | null
  cancelledAt: Instant | null
}

/** When observing ends; null while nobody knows, because nothing is certified yet and nothing cancelled. */
export function observingEnds({ certifiedAt, cancelledAt }: Ended): Instant | null {
  const ended = certifiedAt ?? cancelledAt
  return ended === null ? null : ended + daysAfterCertification * 24 * 60 * 60 * 1000
}

export function observingIsOver(election: Ended, now: Instant): boolean {
  const ends = observingEnds(election)
  return ends !== null && ends <= now
}
