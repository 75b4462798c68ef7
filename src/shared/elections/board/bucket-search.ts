import { bucketBits, bucketOf } from './board.ts'
import { toHex } from './bytes.ts'
import type { BoardSource } from './check-receipt.ts'
import { leafHash, rootByInclusion } from './merkle.ts'
import type { OwnLeaves } from './own-leaves.ts'
import type { Head } from './statements.ts'
import { hexOrNull, type Crypto } from './verify-board.ts'
import type { Steps } from './whole-list-search.ts'

/** A leaf of a bucket, with its way to the root of the tree of the size that was asked for. */
export interface BucketLeaf {
  position: number
  commitment: string
  proof: string[]
}

/**
 * Fetches the buckets of the own leaves among as many decoys, in an order that tells nothing. The decoys come of the secret, too:
 * drawn anew at each check, they would give the real ones away to whoever compares two checks.
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

/** Far more than it takes to find enough that differ, unless there are hardly more buckets than seats. */
const mostDecoys = 1000

export function bucketsToFetch({ nonces, decoyNonce }: OwnLeaves, bits: number): number[] {
  const buckets = new Set(nonces.map((nonce) => bucketOf(nonce, bits)))
  const wanted = Math.min(2 * buckets.size, 2 ** bits)
  for (let n = 0; buckets.size < wanted && n < mostDecoys; n++) buckets.add(bucketOf(decoyNonce(n), bits))
  return [...buckets].toSorted((a, b) => a - b)
}
