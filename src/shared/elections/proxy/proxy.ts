import { z } from 'zod'
import { smallFileMaxBytes } from '../../members/files.ts'
import { severalLines } from '../../plain-text.ts'
import { shortText } from '../../short-text.ts'
import { ballotSchema } from '../voting/ballot-form.ts'

/** A ballot that an administrator casts on a member's behalf, and by what right. */
export const proxyBallotSchema = ballotSchema.extend({
  voterId: z.uuid(),
  authority: shortText(500, 'This is too long')
    .min(5, 'Please state the authority, for example “signed letter” and its date')
    .regex(severalLines, 'This text contains a character we cannot save'),
  /** The signed form, if it was sent. */
  formId: z.uuid().optional(),
})
export type ProxyBallotForm = z.infer<typeof proxyBallotSchema>

/** The form as it was signed: scanned, or photographed. */
export const proxyFormTypes = ['.pdf', '.jpg', '.jpeg', '.png'] as const
const proxyFormMaxBytes = smallFileMaxBytes

/** Asked before anything is sent, by the name alone; the server looks at what the file is. */
export function whyNotProxyForm(file: {
  name: string
  size: number
}): 'proxy-form-type' | 'candidate-file-too-large' | null {
  const name = file.name.toLowerCase()
  if (!proxyFormTypes.some((ending) => name.endsWith(ending))) return 'proxy-form-type'
  return file.size > proxyFormMaxBytes ? 'candidate-file-too-large' : null
}

/** How a proxy ballot is listed: by whom it was cast, and by whom confirmed where a second administrator was asked for. */
export const proxyLabel = (by: string, confirmedBy: string | null): string =>
  confirmedBy === null ? `by proxy: ${by}` : `by proxy: ${by}, confirmed by ${confirmedBy}`

/** Why a proxy ballot that waits can no longer be confirmed. */
export type Lapse = 'voting is over' | 'has voted' | 'not a member'
