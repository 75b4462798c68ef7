import type { Instant } from '../../time.ts'

/** How long after certification observers can still look: until the salts of the roll are removed. */
const daysAfterCertification = 30

/** When observing ends; null while nobody knows, because nothing is certified yet. */
export const observingEnds = ({ certifiedAt }: { certifiedAt: Instant | null }): Instant | null =>
  certifiedAt === null ? null : certifiedAt + daysAfterCertification * 24 * 60 * 60 * 1000

export function observingIsOver(election: { certifiedAt: Instant | null }, now: Instant): boolean {
  const ends = observingEnds(election)
  return ends !== null && ends <= now
}
