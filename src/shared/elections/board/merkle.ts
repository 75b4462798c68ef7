import { sameBytes, type Sha256 } from './bytes.ts'

/** The append-only tree of RFC 6962, as in certificate transparency logs: changing or removing a leaf changes the root. */

const leafMark = 0
const nodeMark = 1

export function leafHash(sha256: Sha256, data: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + data.length)
  input[0] = leafMark
  input.set(data, 1)
  return sha256(input)
}

export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + left.length + right.length)
  input[0] = nodeMark
  input.set(left, 1)
  input.set(right, 1 + left.length)
  return sha256(input)
}

/** All that is needed to append leaves to a tree: the roots of its full subtrees, the largest first. */
export interface Frontier {
  size: number
  roots: Uint8Array[]
}

export const emptyFrontier = (): Frontier => ({ size: 0, roots: [] })

/** Appends the leaf with this hash. Returns the root of every full subtree it completes: of 1, 2, 4 … leaves. */
export function appendLeaf(sha256: Sha256, frontier: Frontier, hash: Uint8Array): Uint8Array[] {
  const completed = [hash]
  let root = hash
  for (let size = frontier.size; size % 2 === 1; size = (size - 1) / 2) {
    const left = frontier.roots.pop()
    if (!left) throw new RangeError('the frontier does not fit its size')
    root = nodeHash(sha256, left, root)
    completed.push(root)
  }
  frontier.roots.push(root)
  frontier.size++
  return completed
}

export function rootOf(sha256: Sha256, { roots }: Frontier): Uint8Array {
  return (
    roots.reduceRight<Uint8Array | null>((right, left) => (right ? nodeHash(sha256, left, right) : left), null) ??
    sha256(new Uint8Array())
  )
}

export function treeRoot(sha256: Sha256, leaves: Iterable<Uint8Array>): Uint8Array {
  const frontier = emptyFrontier()
  for (const data of leaves) appendLeaf(sha256, frontier, leafHash(sha256, data))
  return rootOf(sha256, frontier)
}

/** How many full subtrees a tree of this size consists of. */
export function rootsIn(size: number): number {
  refuseBadSize(size)
  let roots = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) roots += rest % 2
  return roots
}

/** The largest power of two below `size`: where RFC 6962 splits a tree. */
export function splitOf(size: number): number {
  refuseBadSize(size)
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** With an infinite size the loops above would never end. */
function refuseBadSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('no tree has this size')
}

/** The root that a leaf and its inclusion proof give; null if the proof does not fit the position. */
export function rootByInclusion(
  sha256: Sha256,
  hash: Uint8Array,
  { position, size }: { position: number; size: number },
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (position < 0 || position >= size) return null
  let at = position
  let last = size - 1
  let root = hash
  for (const sibling of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sha256, sibling, root)
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2)
        last = Math.floor(last / 2)
      }
    } else root = nodeHash(sha256, root, sibling)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}

/** Whether the proof shows that the tree of `from` leaves is a prefix of the tree of `to` leaves. */
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
