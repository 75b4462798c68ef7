import type { Service } from '../../members/enums.ts'

/** One line of the ballot: `PA 2` takes one nominee of the Army. */
export interface Seat {
  slot: string
  ms: Service
}

/** One choice per seat, in the seats' order; null for a seat left blank. */
export type Choices = readonly (string | null)[]

export type BallotRefusal =
  /** `No nominee found for vote at index {n}` */
  { why: 'no-nominee'; index: number } | { why: 'wrong-length' } | { why: 'blanks-unconfirmed' }

/**
 * All of it or none: a choice that is unknown, not approved, of another service or chosen twice refuses the whole ballot.
 * `serviceOf` knows the approved nominees of this election only.
 */
export function whyRefuseBallot(
  seats: readonly Seat[],
  serviceOf: (nomineeId: string) => Service | undefined,
  choices: Choices,
  blanksConfirmed: boolean,
): BallotRefusal | null {
  if (choices.length !== seats.length) return { why: 'wrong-length' }
  const index = choices.findIndex(
    (chosen, place) => chosen !== null && (serviceOf(chosen) !== seats[place]?.ms || choices.indexOf(chosen) !== place),
  )
  if (index >= 0) return { why: 'no-nominee', index }
  return !blanksConfirmed && choices.includes(null) ? { why: 'blanks-unconfirmed' } : null
}

/**
 * The secret of a receipt, as 32 hexadecimal digits: 128 random bits from the voter's own browser. The leaves of the ballot are
 * derived from it, and a request that is sent twice is recognised by it.
 */
export type Secret = string

export const isSecret = (value: string): value is Secret => /^[0-9a-f]{32}$/.test(value)
