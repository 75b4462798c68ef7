import { z } from 'zod'
import { isNonce } from './tracker.ts'

/** What a voter sends. One choice per seat, in the order of the ballot. */
export const ballotSchema = z.object({
  choices: z.array(z.uuid().nullable()).min(1).max(50),
  nonce: z.string().refine(isNonce),
  /** The voter was asked about the seats left blank and meant it. */
  blanksConfirmed: z.boolean().default(false),
  test: z.boolean().default(false),
})
export type BallotForm = z.infer<typeof ballotSchema>

/** What a voter can look up on the public board: one tracker per service voted for. */
export interface Receipt {
  trackers: { contest: string; tracker: string }[]
}
