import type { PgClient } from '#server/db/database.ts'
import { uuidBytes, uuidText } from '#shared/elections/board/bytes.ts'
import { blankId, createLeafMaker, type Leaf } from '#shared/elections/board/leaves.ts'
import type { Service } from '#shared/members/enums.ts'
import { sha256 } from './board-key.ts'
import { assertMatches } from './mismatch.ts'

/**
 * How the board is stored: a row holds a fixed number of consecutive leaves. A leaf is a byte for its service, the nominee and
 * the nonce; its commitment is derived from them. A full tile never changes and is stored with its root; the last one grows.
 */
export const tileDepth = 8
export const leavesPerTile = 2 ** tileDepth

const nonceAt = 17
const leafBytes = 33
const tileBytes = leavesPerTile * leafBytes
/** Never change these: boards are stored with them. */
const serviceBytes: Record<Service, number> = { PA: 1, PN: 2, PAF: 3, TAS: 4 }
const serviceOf = new Map(Object.entries(serviceBytes).map(([service, byte]) => [byte, service as Service]))

export const tileOf = (position: number): number => Math.floor(position / leavesPerTile)

export function packLeaves(leaves: readonly Pick<Leaf, 'service' | 'nomineeId' | 'nonce'>[]): Buffer {
  const packed = Buffer.alloc(leaves.length * leafBytes)
  for (const [n, { service, nomineeId, nonce }] of leaves.entries()) {
    const at = n * leafBytes
    packed[at] = serviceBytes[service as Service]
    packed.set(uuidBytes(nomineeId ?? blankId), at + 1)
    packed.set(nonce, at + nonceAt)
  }
  return packed
}

export interface BoardLeaf extends Leaf {
  service: Service
}

/** Unpacks leaves of one election, given the position of the first on the board. */
export function createUnpacker(electionId: string): (packed: Buffer, first?: number) => BoardLeaf[] {
  const maker = createLeafMaker(sha256, electionId)
  const nominees = new Map<string, string | null>()
  /** There are few of them, and looking one up is faster than formatting it again. */
  function nomineeIn(leaf: Buffer): string | null {
    const bytes = leaf.toString('latin1', 1, nonceAt)
    const known = nominees.get(bytes)
    if (known !== undefined) return known
    const text = uuidText(leaf.subarray(1, nonceAt))
    const nomineeId = text === blankId ? null : text
    nominees.set(bytes, nomineeId)
    return nomineeId
  }
  return (packed, first = 0) => {
    const length = packed.length / leafBytes
    assertMatches(Number.isInteger(length), 'leaf-place', { n: first + Math.floor(length) })
    return Array.from({ length }, (_, n) => {
      const leaf = packed.subarray(n * leafBytes, (n + 1) * leafBytes)
      const service = serviceOf.get(leaf[0] ?? 0)
      assertMatches(service !== undefined, 'leaf-nominee', { n: first + n })
      const nomineeId = nomineeIn(leaf)
      const nonce = leaf.subarray(nonceAt)
      return { service, nomineeId, nonce, commitment: maker.commitmentOf(service, nomineeId, nonce) }
    })
  }
}

/** From `from` up to, but not including, `to`. */
export const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n)

interface Tile {
  /** Packed. */
  leaves: Buffer
  /** Null while it is not full. */
  root: Buffer | null
}

/** The tiles named, in order; fewer if the board ends before. */
export async function readTiles(db: PgClient, electionId: string, tiles: readonly number[]): Promise<Tile[]> {
  const { rows } = await db.query<Tile & { tile: number }>(
    'select tile, leaves, root from board_tiles where election_id = $1 and tile = any($2::int[]) order by tile',
    [electionId, tiles],
  )
  // Only the last tile of the board may be short.
  for (const [n, { tile, leaves }] of rows.entries())
    assertMatches(tile === tiles[n] && (leaves.length === tileBytes || n === rows.length - 1), 'leaf-place', {
      n: (tiles[n] ?? 0) * leavesPerTile,
    })
  return rows
}

/** The roots of these tiles, which must be full. */
export async function readRoots(db: PgClient, electionId: string, tiles: readonly number[]): Promise<Buffer[]> {
  const { rows } = await db.query<{ root: Buffer | null }>(
    'select root from board_tiles where election_id = $1 and tile = any($2::int[]) order by tile',
    [electionId, tiles],
  )
  const roots = rows.flatMap(({ root }) => root ?? [])
  assertMatches(roots.length === tiles.length, 'board-changed')
  return roots
}

/** Single leaves, in the order in which their positions are given. */
export async function readLeavesAt(
  db: PgClient,
  electionId: string,
  positions: readonly number[],
): Promise<BoardLeaf[]> {
  const { rows } = await db.query<{ leaf: Buffer }>(
    `select substring(leaves from position % $3 * $4 + 1 for $4) as leaf
     from unnest($2::int[]) with ordinality as asked (position, place)
       join board_tiles on election_id = $1 and tile = position / $3
     order by place`,
    [electionId, positions, leavesPerTile, leafBytes],
  )
  return createUnpacker(electionId)(Buffer.concat(rows.map(({ leaf }) => leaf)))
}

interface Appended {
  /** The number of leaves on the board. */
  end: number
  leaves: readonly Leaf[]
  /** The roots of the tiles that become full. */
  roots: readonly Uint8Array[]
}

/** Appends leaves to the board. Call it in the transaction that checked where the board ends. */
export async function appendToTiles(db: PgClient, electionId: string, { end, leaves, roots }: Appended): Promise<void> {
  const first = tileOf(end)
  const inLast = end % leavesPerTile
  const [last] = inLast === 0 ? [] : await readTiles(db, electionId, [first])
  const begun = last?.leaves ?? Buffer.alloc(0)
  assertMatches(begun.length === inLast * leafBytes, 'board-changed')
  const bytes = Buffer.concat([begun, packLeaves(leaves)])
  const tiles = Array.from({ length: Math.ceil(bytes.length / tileBytes) }, (_, n) => ({
    leaves: bytes.subarray(n * tileBytes, (n + 1) * tileBytes),
    root: roots[n] ?? null,
  }))
  await db.query(
    `insert into board_tiles (election_id, tile, leaves, root)
     select $1, $2::int + place - 1, leaves, root
     from unnest($3::bytea[], $4::bytea[]) with ordinality as t (leaves, root, place)
     on conflict (election_id, tile) do update set leaves = excluded.leaves, root = excluded.root`,
    [electionId, first, tiles.map((tile) => tile.leaves), tiles.map(({ root }) => root)],
  )
}
