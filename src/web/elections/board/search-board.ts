import { bucketBits, bucketOf, tileSize } from '#shared/elections/board/board.ts'
import { sameBytes, toHex } from '#shared/elections/board/bytes.ts'
import { createLeafMaker, type Leaf } from '#shared/elections/board/leaves.ts'
import { leafHash, rootByInclusion, appendLeaf, emptyFrontier, rootOf } from '#shared/elections/board/merkle.ts'
import type { NamedNominee, Head } from '#shared/elections/board/statements.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import type { BoardSource, CheckOptions } from './check-receipt.ts'
import { type Crypto, hexOrNull } from './verify-board.ts'

interface Ballot {
  electionId: string
  secret: Uint8Array
  seats: readonly Seat[]
  nominees: readonly NamedNominee[]
}

/**
 * Every leaf the secret could have given: for each seat one per nominee of its service, and a blank. So the voter's leaves are
 * found before their openings are published, whatever was made of the ballot.
 */
export function ownLeaves({ sha256 }: Pick<Crypto, 'sha256'>, { electionId, secret, seats, nominees }: Ballot) {
  const maker = createLeafMaker(sha256, electionId)
  const nonceAt = maker.nonces(secret)
  const nonces = seats.map((_, place) => nonceAt(place))
  const possible = new Map<number, (Leaf & { place: number })[]>()
  for (const [place, nonce] of nonces.entries()) {
    const service = seats[place]?.ms ?? ''
    const choices = [null, ...nominees.filter((one) => one.service === service).map(({ id }) => id)]
    for (const nomineeId of choices) {
      const commitment = maker.commitmentOf(service, nomineeId, nonce)
      const start = firstBytes(commitment, 0)
      possible.set(start, [...(possible.get(start) ?? []), { place, service, nomineeId, nonce, commitment }])
    }
  }
  const found: (Leaf | undefined)[] = seats.map(() => undefined)

  return {
    nonces,
    /** Nonces of seats that do not exist: they look like any other, and are the same in every check. */
    decoyNonce: (n: number) => nonceAt(seats.length + n),
    /** Records the leaf if it is one of them. `bytes` may hold many leaves: this one starts at `at`. */
    note(bytes: Uint8Array, at = 0): boolean {
      const candidates = possible.get(firstBytes(bytes, at))
      const own = candidates?.find(({ commitment }) => sameBytes(commitment, bytes.subarray(at, at + 32)))
      if (own) found[own.place] = own
      return own !== undefined
    },
    /** Those found, in the order of the seats. */
    found: () => found.filter((leaf) => leaf !== undefined),
  }
}

type OwnLeaves = ReturnType<typeof ownLeaves>

/** Four bytes distinguish almost every other leaf from the voter's with a single lookup. */
const firstBytes = (bytes: Uint8Array, at: number): number =>
  (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0

/** A leaf of a bucket, with its proof for the tree of the requested size. */
export interface BucketLeaf {
  position: number
  commitment: string
  proof: string[]
}

/**
 * Fetches the buckets of the voter's leaves among as many decoys, in random order. The decoys are derived from the secret too:
 * new ones for each check would reveal the real ones to somebody who compares two checks.
 */
export async function searchBuckets(
  { sha256 }: Crypto,
  source: Pick<BoardSource, 'bucket'>,
  { size, root }: Head,
  own: OwnLeaves,
  { onProgress, pause }: Steps,
): Promise<{ ok: boolean }> {
  const buckets = bucketsToFetch(own, bucketBits(size))
  let ok = true
  for (const [done, bucket] of buckets.entries()) {
    for (const { position, commitment, proof } of await source.bucket(size, bucket)) {
      const leaf = hexOrNull(commitment)
      if (!leaf || !own.note(leaf)) continue
      const path = proof.map(hexOrNull)
      const leadsTo = path.every((hash) => hash !== null)
        ? rootByInclusion(sha256, leafHash(sha256, leaf), { position, size }, path)
        : null
      ok &&= leadsTo !== null && toHex(leadsTo) === root
    }
    onProgress((done + 1) / buckets.length)
    await pause()
  }
  return { ok }
}

/** Far more than needed to find enough different ones, unless there are hardly more buckets than seats. */
const mostDecoys = 1000

export function bucketsToFetch({ nonces, decoyNonce }: OwnLeaves, bits: number): number[] {
  const buckets = new Set(nonces.map((nonce) => bucketOf(nonce, bits)))
  const wanted = Math.min(2 * buckets.size, 2 ** bits)
  for (let n = 0; buckets.size < wanted && n < mostDecoys; n++) buckets.add(bucketOf(decoyNonce(n), bits))
  return [...buckets].toSorted((a, b) => a - b)
}

const hashBytes = 32
/** How many leaves are hashed before the page may draw and scroll again: a few milliseconds on a slow phone. */
const leavesPerPause = 256
/** How many tiles are fetched in parallel. */
const ahead = 3

type Steps = Required<Pick<CheckOptions, 'onProgress' | 'pause'>>

/** Fetches every leaf, so that nobody learns which are meant, and computes the root from them. */
export async function searchWholeList(
  { sha256 }: Crypto,
  source: Pick<BoardSource, 'tile'>,
  { size, root }: Head,
  own: OwnLeaves,
  { onProgress, pause }: Steps,
): Promise<{ ok: boolean }> {
  const tiles = Math.ceil(size / tileSize)
  const wanted = (tile: number) => Math.min(tileSize, size - tile * tileSize) * hashBytes
  const coming: Promise<Uint8Array>[] = []
  const order = (tile: number) => {
    if (tile >= tiles) return
    const fetched = fetchTile(source, tile, wanted(tile))
    // If one fails while others are read, the error is thrown in its turn.
    fetched.catch(() => {})
    coming.push(fetched)
  }
  for (let tile = 0; tile < ahead; tile++) order(tile)

  const tree = emptyFrontier()
  for (let tile = 0; tile < tiles; tile++) {
    const bytes = await coming[tile]
    order(tile + ahead)
    if (!bytes || bytes.length < wanted(tile)) return { ok: false }
    for (let at = 0; at < wanted(tile); at += hashBytes) {
      own.note(bytes, at)
      appendLeaf(sha256, tree, leafHash(sha256, bytes.subarray(at, at + hashBytes)))
      if (tree.size % leavesPerPause !== 0) continue
      onProgress(tree.size / size)
      await pause()
    }
  }
  onProgress(1)
  return { ok: toHex(rootOf(sha256, tree)) === root }
}

/** The last tile grows, and a cache may hold an older version: then it is fetched again. */
async function fetchTile(source: Pick<BoardSource, 'tile'>, tile: number, wanted: number): Promise<Uint8Array> {
  const bytes = await source.tile(tile, false)
  return bytes.length < wanted ? source.tile(tile, true) : bytes
}
