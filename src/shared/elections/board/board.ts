import type { ElectionKind, Stage } from '#shared/elections/lifecycle.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import type { Instant } from '#shared/time.ts'
import type { NamedNominee, Signed, Statement } from './statements.ts'

/** Leaves are fetched in tiles of this size: a full tile never changes. */
export const tileSize = 4096

/** Up to this many leaves, somebody checking a receipt fetches all of them, and so reveals to nobody which are theirs. */
export const wholeListUpTo = 100_000

/** Beyond that, leaves are fetched in buckets, where each hides among at least this many. */
const bucketLeaves = 500

/** How many leading bits of the nonce determine the bucket. */
export const bucketBits = (size: number): number => Math.max(0, Math.floor(Math.log2(size / (2 * bucketLeaves))))

/** The first 24 bits of a nonce. */
export const nonceStart = (nonce: Uint8Array): number =>
  ((nonce[0] ?? 0) << 16) | ((nonce[1] ?? 0) << 8) | (nonce[2] ?? 0)
export const bucketOfStart = (start: number, bits: number): number => start >> (24 - bits)

export const bucketOf = (nonce: Uint8Array, bits: number): number => bucketOfStart(nonceStart(nonce), bits)

/** An election that has a board, or will have one. */
export interface BoardChoice {
  id: string
  title: string
  votingOpens: Instant
  current: boolean
}

/** The public part of an election's board, available without a login. */
export interface Board {
  electionId: string
  title: string
  /** When this was read, by the site's clock. */
  now: Instant
  stage: Stage
  kind: ElectionKind
  seats: Seat[]
  /** As in the freeze record; in a rehearsal, as they are now. */
  nominees: NamedNominee[]
  publicKey: string
  fingerprint: string
  record: Signed | null
  /** With rollbacks, in their common order. */
  corrections: Signed[]
  head: Signed | null
  /** Whether the openings of the leaves are already published. */
  openingsShown: boolean
  certificate: Signed | null
  countersignatures: Signed[]
  witnesses: Signed[]
  /** Whether anybody can download the audit package now. */
  packageReady: boolean
}

/** The content of a statement. Callers who rely on it must check the signature. */
export const parseSigned = <Of extends Statement>({ statement }: Signed): Of => JSON.parse(statement) as Of
