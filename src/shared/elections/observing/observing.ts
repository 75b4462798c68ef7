import { z } from 'zod'
import { email, required } from '../../members/fields.ts'
import type { Instant } from '../../time.ts'

/** Who is asked to observe one election: a person with a name and an address, not a member's account. */
export const observerSchema = z.object({
  firstName: required('First name', 100),
  lastName: required('Last name', 100),
  email: email(),
})
export type ObserverForm = z.infer<typeof observerSchema>

/** How long the link of an invitation works. */
export const invitationDays = 7

/** How long after certification observers can still look: until the salts of the roll are removed. */
const daysAfterCertification = 30

/** When observing ends; null while nobody knows, because nothing is certified yet. */
export const observingEnds = ({ certifiedAt }: { certifiedAt: Instant | null }): Instant | null =>
  certifiedAt === null ? null : certifiedAt + daysAfterCertification * 24 * 60 * 60 * 1000

export function observingIsOver(election: { certifiedAt: Instant | null }, now: Instant): boolean {
  const ends = observingEnds(election)
  return ends !== null && ends <= now
}
