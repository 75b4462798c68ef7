import type { Choices, Seat } from '../voting/ballot.ts'
import { fromHex, toHex } from './bytes.ts'
import { ballotHash, createLeafMaker } from './leaves.ts'
import type { Receipt } from './receipt-link.ts'
import { statementBytes, statementText, type Promised, type Signed } from './statements.ts'
import { hexOrNull, type Crypto } from './verify-board.ts'

/** The promise of a receipt as the site signed it: proof against the site, and it shows nobody's choice. */
export function promiseOf({
  electionId,
  ballot,
  signature,
}: Pick<Receipt, 'electionId' | 'ballot' | 'signature'>): Signed {
  const promised: Promised = { type: 'promise/1', election: electionId, ballot }
  return { statement: statementText(promised), signature }
}

/** The commitments of a promised ballot, and those of its receipt that were found on the board. */
interface Searched {
  promised: readonly Uint8Array[]
  onBoard: readonly string[]
}

/**
 * What a voter hands over when the promise was broken: the site's own words, and the commitments that are not on the board, where
 * that is known. What is on the board is published with the vote in it, so no such commitment may be listed. Then the missing ones
 * are left out as well: with all but one or two known, the hash in the promise gives the others away.
 */
export function proofOf(receipt: Receipt, fingerprint: string, searched: Searched | null): string {
  const commitments = searched?.promised.map(toHex)
  const listed = commitments?.some((one) => searched?.onBoard.includes(one)) ? undefined : commitments
  return `${JSON.stringify({ promise: promiseOf(receipt), fingerprint, commitments: listed }, null, 2)}\n`
}

/** Whether the site has signed this promise with this key. */
export function isPromiseSigned({ isSigned }: Crypto, receipt: Receipt, publicKey: string): boolean {
  const key = hexOrNull(publicKey)
  const signature = hexOrNull(receipt.signature)
  return (
    key !== null &&
    signature !== null &&
    isSigned(key, statementBytes('promise/1', promiseOf(receipt).statement), signature)
  )
}

/** The commitments of a ballot, one for each seat, as they will stand on the board. */
export const commitmentsOf = (
  { sha256 }: Pick<Crypto, 'sha256'>,
  { electionId, secret }: Pick<Receipt, 'electionId' | 'secret'>,
  seats: readonly Seat[],
  choices: Choices,
): Uint8Array[] =>
  createLeafMaker(sha256, electionId)
    .leavesOf(seats, fromHex(secret), choices)
    .map(({ commitment }) => commitment)

/** Whether the promise is about exactly these choices. */
export const isPromiseOf = (
  crypto: Pick<Crypto, 'sha256'>,
  receipt: Receipt,
  seats: readonly Seat[],
  choices: Choices,
): boolean =>
  choices.length === seats.length &&
  toHex(ballotHash(crypto.sha256, commitmentsOf(crypto, receipt, seats, choices))) === receipt.ballot
