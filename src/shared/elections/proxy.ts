import { z } from 'zod'
import { severalLines } from '../plain-text.ts'
import { ballotSchema } from './ballot-form.ts'

/** A ballot that an administrator casts on a member's behalf, and by what right. */
export const proxyBallotSchema = ballotSchema.omit({ test: true }).extend({
  voterId: z.uuid(),
  authority: z
    .string()
    .trim()
    .min(5, 'Please state the authority, for example “signed letter of 20 March 2025”')
    .max(500, 'This is too long')
    .regex(severalLines, 'This text holds a character we cannot keep'),
  /** The signed form, if it was sent. */
  formId: z.uuid().optional(),
})
export type ProxyBallotForm = z.infer<typeof proxyBallotSchema>
