import type { PgClient } from '#server/db/database.ts'
import { sameBytes } from '#shared/elections/board/bytes.ts'
import { leafHash, nodeHash, rootOf, splitOf } from '#shared/elections/board/merkle.ts'
import { sha256 } from './board-key.ts'
import { readTree, hashBytes, type TreeOf, readLeaves } from './tree.ts'

/** The hashes of a whole tree: 64 bytes for each leaf. */
interface Levels {
  size: number
  /** `levels[n]` holds the roots of all full subtrees of 2^n leaves, one after the other. */
  levels: Buffer[]
  usedAt: number
}
const perRead = 20_000
const idleMs = 10 * 60_000

interface TreeProofs {
  inclusion(position: number, size: number): Uint8Array[]
  consistency(from: number, to: number): Uint8Array[]
}

/**
 * Proofs about the tree of an election. Its hashes stay in memory while somebody asks, and only what was counted since is read
 * from the database.
 */
export function createTreeCache(db: PgClient) {
  const known = new Map<string, Promise<Levels>>()

  async function upToDate(of: TreeOf, before: Promise<Levels> | undefined): Promise<Levels> {
    const tree = await readTree(db, of)
    const held = await before?.catch(() => undefined)
    const levels = held ?? { size: 0, levels: [], usedAt: 0 }
    while (levels.size < tree.size) await readOn(of, levels, tree.size)
    if (!sameBytes(rootOfRange(levels, 0, tree.size), rootOf(sha256, tree)))
      throw new Error('the leaves of the board do not lead to its root')
    levels.usedAt = performance.now()
    return levels
  }

  async function readOn(of: TreeOf, tree: Levels, end: number): Promise<void> {
    const most = Math.min(perRead, end - tree.size)
    const read = await readLeaves<{ commitment: Buffer }>(db, of, 'commitment', { from: tree.size, most })
    if (read.length !== most) throw new Error('a leaf of the board is missing')
    for (const { commitment } of read) append(tree, leafHash(sha256, commitment))
  }

  /** What nobody has asked for in a while is dropped. */
  async function forgetIdle(): Promise<void> {
    for (const [key, held] of known) {
      const levels = await held.catch(() => null)
      if (!levels || performance.now() - levels.usedAt > idleMs) known.delete(key)
    }
  }

  return async (of: TreeOf): Promise<TreeProofs> => {
    await forgetIdle()
    const reading = upToDate(of, known.get(of.electionId))
    known.set(of.electionId, reading)
    const tree = await reading
    return {
      inclusion: (position, size) => inclusionIn(tree, position, 0, size),
      consistency: (from, to) => (from === 0 || from === to ? [] : consistencyIn(tree, from, 0, to, true)),
    }
  }
}

const at = (level: Buffer, place: number) => level.subarray(place * hashBytes, (place + 1) * hashBytes)

function append(tree: Levels, leaf: Uint8Array): void {
  let hash = leaf
  for (let depth = 0, place = tree.size; ; depth++, place = (place - 1) / 2) {
    const level = roomIn(tree, depth, place)
    level.set(hash, place * hashBytes)
    if (place % 2 === 0) break
    hash = nodeHash(sha256, at(level, place - 1), at(level, place))
  }
  tree.size++
}

function roomIn(tree: Levels, depth: number, place: number): Buffer {
  const held = tree.levels[depth] ?? Buffer.alloc(0)
  if (held.length >= (place + 1) * hashBytes) return held
  const grown = Buffer.alloc(Math.max(64, 2 * (place + 1)) * hashBytes)
  held.copy(grown)
  tree.levels[depth] = grown
  return grown
}

/** The root over the leaves from `start` up to `end`, split as RFC 6962 splits. */
function rootOfRange(tree: Levels, start: number, end: number): Uint8Array {
  const size = end - start
  if (size === 0) return sha256(new Uint8Array())
  const depth = Math.log2(size)
  const level = tree.levels[depth]
  if (Number.isInteger(depth) && start % size === 0 && level) return at(level, start / size)
  const split = start + splitOf(size)
  return nodeHash(sha256, rootOfRange(tree, start, split), rootOfRange(tree, split, end))
}

function inclusionIn(tree: Levels, position: number, start: number, end: number): Uint8Array[] {
  if (end - start <= 1) return []
  const split = start + splitOf(end - start)
  return position < split
    ? [...inclusionIn(tree, position, start, split), rootOfRange(tree, split, end)]
    : [...inclusionIn(tree, position, split, end), rootOfRange(tree, start, split)]
}

/** `whole`: what the earlier tree consists of so far is a root that the asker has already. */
function consistencyIn(tree: Levels, from: number, start: number, end: number, whole: boolean): Uint8Array[] {
  if (from === end) return whole ? [] : [rootOfRange(tree, start, end)]
  const split = start + splitOf(end - start)
  return from <= split
    ? [...consistencyIn(tree, from, start, split, whole), rootOfRange(tree, split, end)]
    : [...consistencyIn(tree, from, split, end, false), rootOfRange(tree, start, split)]
}
