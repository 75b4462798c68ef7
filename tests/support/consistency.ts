import { sameBytes, type Sha256 } from '#shared/elections/board/bytes.ts'
import { nodeHash, rootsIn } from '#shared/elections/board/merkle.ts'

/** Whether the proof shows that the tree of `from` leaves is the beginning of the tree of `to` leaves. */
export function isConsistent(
  sha256: Sha256,
  from: { size: number; root: Uint8Array },
  to: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (from.size > to.size) return false
  if (from.size === to.size) return proof.length === 0 && sameBytes(from.root, to.root)
  if (from.size === 0) return proof.length === 0
  const path = isPowerOfTwo(from.size) ? [from.root, ...proof] : [...proof]
  let at = from.size - 1
  let last = to.size - 1
  while (at % 2 === 1) {
    at = (at - 1) / 2
    last = Math.floor(last / 2)
  }
  const [first, ...rest] = path
  if (!first) return false
  let before = first
  let after = first
  for (const sibling of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      before = nodeHash(sha256, sibling, before)
      after = nodeHash(sha256, sibling, after)
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2)
        last = Math.floor(last / 2)
      }
    } else after = nodeHash(sha256, after, sibling)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && sameBytes(before, from.root) && sameBytes(after, to.root)
}

const isPowerOfTwo = (size: number) => rootsIn(size) === 1
