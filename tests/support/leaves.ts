import { createLeafMaker } from '#shared/elections/board/leaves.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { defaultElection } from '#shared/elections/settings/defaults.ts'
import { sha256 } from '#server/elections/board/sha256.ts'
import type { SentBallot } from './election.ts'

/** The commitments under which a ballot comes to stand on the board, in the order of its seats. */
export const commitmentsOf = (
  electionId: string,
  { choices, secret = '' }: SentBallot,
  seats: readonly Seat[] = defaultElection.seats,
): string[] =>
  createLeafMaker(sha256, electionId)
    .leavesOf(seats, fromHex(secret), choices)
    .map(({ commitment }) => toHex(commitment))
