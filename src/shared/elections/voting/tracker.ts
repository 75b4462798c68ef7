import type { ContestChoice } from './ballot.ts'

/** 128 random bits from the voter's own browser, as 32 hexadecimal digits. They make a receipt unguessable, and a retry recognisable. */
export type Nonce = string
export const isNonce = (value: string): value is Nonce => /^[0-9a-f]{32}$/.test(value)

/**
 * The text whose SHA-256 is a contest's tracker. Who knows the election, the contest, the choices and the nonce can compute
 * it again; who lacks the nonce can neither guess it nor tell from it what was chosen.
 */
export function trackerText(electionId: string, { contest, nominees }: ContestChoice, nonce: Nonce): string {
  return ['ballot tracker 1', electionId, contest, nominees.toSorted().join(','), nonce].join('\n')
}
