import { z } from 'zod'
import { isSecret } from './ballot.ts'

/** What a voter sends. One choice per seat, in the order of the ballot. */
export const ballotSchema = z.object({
  choices: z.array(z.uuid().nullable()).min(1).max(50),
  secret: z.string().max(32).refine(isSecret),
  /** The voter was asked about the seats left blank and meant it. */
  blanksConfirmed: z.boolean().default(false),
})
export type BallotForm = z.infer<typeof ballotSchema>

/** What the site gives for a ballot: its signed promise to count it. With the secret it is the voter's receipt. */
export interface BallotPromise {
  /** Over all commitments of the ballot. */
  ballot: string
  signature: string
}
