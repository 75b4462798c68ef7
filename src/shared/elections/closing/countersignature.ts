import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'

/** `certificate`: the hash of the one that was shown, so that nobody signs another. */
export const countersignSchema = z.object({ certificate: z.string().regex(/^[0-9a-f]{64}$/) })

/** One signature each, and none by the person who certified. */
export function whyCannotCountersign(
  { certifiedBy, signed }: { certifiedBy: string | null; signed: readonly string[] },
  person: { id: string },
): Extract<ErrorCode, 'not-certified' | 'certified-by-you' | 'already-countersigned'> | null {
  if (certifiedBy === null) return 'not-certified'
  if (certifiedBy === person.id) return 'certified-by-you'
  return signed.includes(person.id) ? 'already-countersigned' : null
}
