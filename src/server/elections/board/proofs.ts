import type { PgClient } from '#server/db/database.ts'
import { bucketOfStart, nonceStart } from '#shared/elections/board/board.ts'
import { sameBytes } from '#shared/elections/board/bytes.ts'
import { leafHash, nodeHash, rootOf, splitOf } from '#shared/elections/board/merkle.ts'
import { sha256 } from './board-key.ts'
import {
  createUnpacker,
  leavesPerTile,
  range,
  readRoots,
  readTiles,
  tileDepth,
  tileOf,
  type BoardLeaf,
} from './tiles.ts'
import { readTree, hashBytes, type ElectionTree } from './tree.ts'

/** `levels[n]` holds the roots of all full subtrees of 2^n leaves (or 2^n tiles), in order. */
type Levels = Buffer[]

/** What stays in memory about a tree while proofs are requested. */
interface Known {
  fullTiles: number
  /** Above the tiles. */
  upper: Levels
  /** Inside tiles from which a leaf was requested: 64 bytes per leaf. */
  lower: Map<number, Levels>
  /** The first bytes of each nonce, by tile, once a bucket was requested. */
  starts: Uint32Array[]
  usedAt: number
}
const idleMs = 10 * 60_000
const tilesPerRead = 64

interface TreeProofs {
  inclusion(positions: readonly number[], size: number): Promise<Uint8Array[][]>
  consistency(from: number, to: number): Promise<Uint8Array[]>
  /** The positions of a bucket's leaves. */
  bucket(bucket: number, bits: number, size: number): Promise<number[]>
}

/**
 * Proofs about an election's tree, from the roots of its full tiles. They stay in memory while they are in demand, so only newly
 * counted leaves are read from the database. The last tile grows and is read each time.
 */
export function createTreeCache(db: PgClient) {
  const known = new Map<string, Promise<Known>>()

  async function upToDate(of: ElectionTree, size: number, before: Promise<Known> | undefined): Promise<Known> {
    const held = await before?.catch(() => undefined)
    const tree = held ?? { fullTiles: 0, upper: [], lower: new Map(), starts: [], usedAt: 0 }
    for (const root of await readRoots(db, of.electionId, range(tree.fullTiles, tileOf(size))))
      append(tree.upper, tree.fullTiles++, root)
    tree.usedAt = performance.now()
    return tree
  }

  /** Drops what nobody has requested for a while. */
  async function forgetIdle(): Promise<void> {
    for (const [key, held] of known) {
      const tree = await held.catch(() => null)
      if (!tree || performance.now() - tree.usedAt > idleMs) known.delete(key)
    }
  }

  return async (of: ElectionTree): Promise<TreeProofs> => {
    await forgetIdle()
    const frontier = await readTree(db, of)
    const reading = upToDate(of, frontier.size, known.get(of.electionId))
    known.set(of.electionId, reading)
    const tree = await reading
    const lastTile = tileOf(frontier.size)
    const growing = frontier.size % leavesPerTile === 0 ? [] : await readLeaves(db, of, [lastTile])
    const hashes = { upper: tree.upper, lower: new Map([...tree.lower, [lastTile, levelsOf(growing)]]) }
    if (!sameBytes(rootOfRange(hashes, 0, frontier.size), rootOf(sha256, frontier))) throw new WrongLeaves()

    /** Also loads the hashes inside these tiles. */
    async function load(tiles: readonly number[]): Promise<void> {
      const missing = [...new Set(tiles)].filter((tile) => !hashes.lower.has(tile)).toSorted((a, b) => a - b)
      for (const part of inParts(missing)) {
        const leaves = await readLeaves(db, of, part)
        for (const [n, tile] of part.entries()) {
          const levels = levelsOf(leaves.slice(n * leavesPerTile, (n + 1) * leavesPerTile))
          if (!sameBytes(at(levels[tileDepth], 0), at(tree.upper[0], tile))) throw new WrongLeaves()
          hashes.lower.set(tile, levels)
          tree.lower.set(tile, levels)
        }
      }
    }

    async function readStarts(): Promise<Uint32Array[]> {
      for (const part of inParts(range(tree.starts.length, tree.fullTiles))) {
        const leaves = await readLeaves(db, of, part)
        for (const [n, tile] of part.entries())
          tree.starts[tile] = startsOf(leaves.slice(n * leavesPerTile, (n + 1) * leavesPerTile))
      }
      return [...tree.starts, startsOf(growing)]
    }

    return {
      async inclusion(positions, size) {
        await load([...positions, size - 1].map(tileOf))
        return positions.map((position) => inclusionIn(hashes, position, 0, size))
      },
      async consistency(from, to) {
        if (from === 0 || from === to) return []
        await load([from - 1, to - 1].map(tileOf))
        return consistencyIn(hashes, from, 0, to, true)
      },
      async bucket(bucket, bits, size) {
        const found: number[] = []
        for (const [tile, starts] of (await readStarts()).entries())
          for (let n = 0; n < starts.length; n++)
            if (bucketOfStart(starts[n] ?? 0, bits) === bucket) found.push(tile * leavesPerTile + n)
        return found.filter((position) => position < size)
      },
    }
  }
}

class WrongLeaves extends Error {
  override message = 'the leaves of the board do not lead to its root'
}

function* inParts(tiles: readonly number[]): Generator<number[]> {
  for (let from = 0; from < tiles.length; from += tilesPerRead) yield tiles.slice(from, from + tilesPerRead)
}

async function readLeaves(db: PgClient, { electionId }: ElectionTree, tiles: readonly number[]): Promise<BoardLeaf[]> {
  const unpack = createUnpacker(electionId)
  return (await readTiles(db, electionId, tiles)).flatMap(({ leaves }) => unpack(leaves))
}

const startsOf = (leaves: readonly BoardLeaf[]) => Uint32Array.from(leaves, ({ nonce }) => nonceStart(nonce))

function levelsOf(leaves: readonly BoardLeaf[]): Levels {
  const levels: Levels = []
  for (const [place, { commitment }] of leaves.entries()) append(levels, place, leafHash(sha256, commitment))
  return levels
}

const at = (level: Buffer = Buffer.alloc(0), place: number) =>
  level.subarray(place * hashBytes, (place + 1) * hashBytes)

function append(levels: Levels, first: number, root: Uint8Array): void {
  let hash = root
  for (let depth = 0, place = first; ; depth++, place = (place - 1) / 2) {
    const level = roomIn(levels, depth, place)
    level.set(hash, place * hashBytes)
    if (place % 2 === 0) break
    hash = nodeHash(sha256, at(level, place - 1), at(level, place))
  }
}

function roomIn(levels: Levels, depth: number, place: number): Buffer {
  const held = levels[depth] ?? Buffer.alloc(0)
  if (held.length >= (place + 1) * hashBytes) return held
  const grown = Buffer.alloc(Math.max(64, 2 * (place + 1)) * hashBytes)
  held.copy(grown)
  levels[depth] = grown
  return grown
}

interface Hashes {
  upper: Levels
  lower: ReadonlyMap<number, Levels>
}

/** The root over the leaves from `start` to `end`, split as in RFC 6962. */
function rootOfRange(hashes: Hashes, start: number, end: number): Uint8Array {
  const size = end - start
  if (size === 0) return sha256(new Uint8Array())
  const depth = Math.log2(size)
  if (Number.isInteger(depth) && start % size === 0) {
    const isBelow = depth < tileDepth
    const levels = isBelow ? hashes.lower.get(tileOf(start)) : hashes.upper
    const level = levels?.[isBelow ? depth : depth - tileDepth]
    return at(level, isBelow ? (start % leavesPerTile) / size : start / size)
  }
  const split = start + splitOf(size)
  return nodeHash(sha256, rootOfRange(hashes, start, split), rootOfRange(hashes, split, end))
}

function inclusionIn(hashes: Hashes, position: number, start: number, end: number): Uint8Array[] {
  if (end - start <= 1) return []
  const split = start + splitOf(end - start)
  return position < split
    ? [...inclusionIn(hashes, position, start, split), rootOfRange(hashes, split, end)]
    : [...inclusionIn(hashes, position, split, end), rootOfRange(hashes, start, split)]
}

/** `whole`: the earlier tree so far is a subtree whose root the reader already has. */
function consistencyIn(hashes: Hashes, from: number, start: number, end: number, whole: boolean): Uint8Array[] {
  if (from === end) return whole ? [] : [rootOfRange(hashes, start, end)]
  const split = start + splitOf(end - start)
  return from <= split
    ? [...consistencyIn(hashes, from, start, split, whole), rootOfRange(hashes, split, end)]
    : [...consistencyIn(hashes, from, split, end, false), rootOfRange(hashes, start, split)]
}
