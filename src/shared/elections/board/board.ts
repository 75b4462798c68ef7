import type { ElectionKind, Stage } from '#shared/elections/lifecycle.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import type { Instant } from '#shared/time.ts'
import type { NamedNominee, Signed, Statement } from './statements.ts'

/** Leaves are fetched in pieces of this many: a full piece never changes. */
export const tileSize = 4096

/** Up to so many leaves, who checks a receipt fetches all of them, and so tells nobody which are theirs. */
export const wholeListUpTo = 100_000

/** Beyond that leaves are fetched in buckets, in which each hides among at least so many. */
const bucketLeaves = 500

/** By how many first bits of their nonces leaves are put into buckets. */
export const bucketBits = (size: number): number => Math.max(0, Math.floor(Math.log2(size / (2 * bucketLeaves))))

/** The first 24 bits of a nonce. */
export const nonceStart = (nonce: Uint8Array): number =>
  ((nonce[0] ?? 0) << 16) | ((nonce[1] ?? 0) << 8) | (nonce[2] ?? 0)
export const bucketOfStart = (start: number, bits: number): number => start >> (24 - bits)

/** The bucket that a nonce falls into. */
export const bucketOf = (nonce: Uint8Array, bits: number): number => bucketOfStart(nonceStart(nonce), bits)

/** An election that has a board, or will have one. */
export interface BoardChoice {
  id: string
  title: string
  votingOpens: Instant
  current: boolean
}

/** What everybody may know of the board of an election, without logging in. */
export interface Board {
  electionId: string
  title: string
  /** When this was read, by the site's clock. */
  now: Instant
  stage: Stage
  kind: ElectionKind
  seats: Seat[]
  /** As the freeze record has them; in a rehearsal as they stand. */
  nominees: NamedNominee[]
  publicKey: string
  fingerprint: string
  record: Signed | null
  /** And rollbacks, in their one order. */
  corrections: Signed[]
  /** The latest. */
  head: Signed | null
  /** Whether the openings of the leaves are published yet. */
  openingsShown: boolean
  certificate: Signed | null
  countersignatures: Signed[]
  /** Whose keys follow the board. */
  witnesses: Signed[]
  /** Whether the audit package can be downloaded now, by anybody. */
  packageReady: boolean
}

/** What a statement says. Whether the signature holds is for whoever believes it. */
export const parseSigned = <Of extends Statement>({ statement }: Signed): Of => JSON.parse(statement) as Of
