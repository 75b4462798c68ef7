import { wholeListUpTo, type Board } from '#shared/elections/board/board.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import { ballotHash, type Secret } from '#shared/elections/board/leaves.ts'
import { type Head, signedTime } from '#shared/elections/board/statements.ts'
import { hasReached } from '#shared/elections/lifecycle.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { seatName } from '#shared/elections/voting/seats.ts'
import type { Instant } from '#shared/time.ts'
import type { BallotReceipt } from './receipt.ts'
import { ownLeaves, searchBuckets, type BucketLeaf, searchWholeList } from './search-board.ts'
import {
  verifyBoard,
  type BoardFault,
  type Crypto,
  type VerifiedBoard,
  isPromiseSigned,
  publicKeyFingerprint,
} from './verify-board.ts'

/** Where the board is read from. An error ends the check: no reply is no result. */
export interface BoardSource {
  /** Null for an election that does not exist. */
  board(electionId: string): Promise<Board | null>
  /** Concatenated commitments; `bypassCache`: from the site itself, not from a cache. */
  tile(tile: number, bypassCache: boolean): Promise<Uint8Array>
  bucket(size: number, bucket: number): Promise<BucketLeaf[]>
}

/** A typed code has only the secret: no promise, and the election must be chosen. */
export type ReceiptToCheck =
  | BallotReceipt
  | (Pick<BallotReceipt, 'electionId' | 'rehearsal'> & { secret: Secret; ballot?: undefined })

export interface CheckOptions {
  /** The site's key when the receipt was made, if this device remembers it. */
  knownKey?: string | undefined
  /** Progress from 0 to 1. */
  onProgress?: (part: number) => void
  /** Lets the page respond between two pieces of work. */
  pause?: () => Promise<void>
}

export interface FoundSeat {
  slot: string
  service: Seat['ms']
  /** Null for a seat left blank. */
  nominee: { name: string; rank: string } | null
}

/** Which board a result is about. */
interface About {
  title: string
  fingerprint: string
  head: Head | null
}

/** `onBoard`: the commitments of this receipt that were found. */
export type CheckResult =
  | ({ status: 'counted'; seats: FoundSeat[]; promised: boolean } & About)
  /** Ballots wait for a batch or the close; `closesAt` is when voting ends, if that was signed. `checkedAt` is the site's time. */
  | ({ status: 'not-yet'; voting: boolean; promised: boolean; closesAt: Instant | null; checkedAt: Instant } & About)
  /** The count is closed, and what the site promised is not on the board. */
  | ({ status: 'missing'; found: number; of: number; onBoard: readonly string[] } & About)
  /** A code alone proves no promise: it may belong to another election. */
  | ({ status: 'not-found' } & About)
  /** The leaves of this receipt are there, but they are not the promised ballot. */
  | ({ status: 'not-as-promised'; seats: FoundSeat[]; onBoard: readonly string[] } & About)
  /** The leaves do not give the root the site has signed. */
  | ({ status: 'wrong-root' } & About)
  | { status: 'broken-board'; fault: BoardFault }
  | { status: 'other-key'; before: string; now: string }
  | { status: 'promise-not-signed'; fingerprint: string }
  | { status: 'no-election' }
  | { status: 'rehearsal-over' }

/**
 * Looks for a receipt on the board: checks what the site has signed, fetches leaves without revealing which are meant, finds
 * those derived from the secret, and verifies the root. Nothing of the receipt leaves the device.
 */
export async function checkReceipt(
  crypto: Crypto,
  source: BoardSource,
  checked: ReceiptToCheck,
  { knownKey, onProgress = () => {}, pause = async () => {} }: CheckOptions = {},
): Promise<CheckResult> {
  const board = await source.board(checked.electionId)
  if (!board) return { status: checked.rehearsal ? 'rehearsal-over' : 'no-election' }
  // A rehearsal has no record: nobody may pass an election off as one.
  if ((board.kind === 'rehearsal') !== checked.rehearsal) return { status: 'broken-board', fault: 'wrong-record' }
  if (knownKey !== undefined && knownKey !== board.publicKey)
    return { status: 'other-key', before: publicKeyFingerprint(crypto, knownKey), now: board.fingerprint }
  const verification = verifyBoard(crypto, board)
  if (!verification.ok) return { status: 'broken-board', fault: verification.fault }
  const promise = checked.ballot === undefined ? null : checked
  if (promise && !isPromiseSigned(crypto, promise, board.publicKey))
    return { status: 'promise-not-signed', fingerprint: board.fingerprint }

  const { seats, nominees, head } = verification.board
  const about = { title: verification.board.record?.title ?? board.title, fingerprint: board.fingerprint, head }
  const own = ownLeaves(crypto, { electionId: board.electionId, secret: fromHex(checked.secret), seats, nominees })
  const search = head && head.size > wholeListUpTo ? searchBuckets : searchWholeList
  const searched = head ? await search(crypto, source, head, own, { onProgress, pause }) : { ok: true as const }
  if (!searched.ok) return { status: 'wrong-root', ...about }

  const found = own.found()
  const closed = head?.closed === true || hasReached(board.stage, 'counted')
  if (found.length === 0 && !closed)
    return {
      status: 'not-yet',
      voting: board.stage === 'voting',
      promised: promise !== null,
      closesAt: signedTime(verification.board, 'votingCloses'),
      checkedAt: board.now,
      ...about,
    }
  if (found.length === 0 && !promise) return { status: 'not-found', ...about }
  const onBoard = found.map(({ commitment }) => toHex(commitment))
  if (found.length < seats.length)
    return { status: 'missing', found: found.length, of: seats.length, onBoard, ...about }

  const foundSeats = found.map(({ nomineeId }, place) => foundSeat(verification.board, place, nomineeId))
  const hash = ballotHash(
    crypto.sha256,
    found.map(({ commitment }) => commitment),
  )
  if (promise && toHex(hash) !== promise.ballot)
    return { status: 'not-as-promised', seats: foundSeats, onBoard, ...about }
  return { status: 'counted', seats: foundSeats, promised: promise !== null, ...about }
}

function foundSeat({ seats, nominees }: VerifiedBoard, place: number, nomineeId: string | null): FoundSeat {
  const seat = seats[place]
  if (!seat) throw new RangeError('no such seat')
  const nominee = nominees.find(({ id }) => id === nomineeId)
  return {
    slot: seatName(seat, seats),
    service: seat.ms,
    nominee: nominee ? { name: nominee.name, rank: nominee.rank } : null,
  }
}
