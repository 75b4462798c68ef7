import type { PgClient } from '#server/db/database.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import {
  appendToTiles,
  createUnpacker,
  leavesPerTile,
  range,
  readTiles,
  tileDepth,
  type BoardLeaf,
} from '#server/elections/board/tiles.ts'
import { appendLeaf, emptyFrontier, leafHash } from '#shared/elections/board/merkle.ts'

/** The board of an election as tests read and bend it: leaf by leaf. */

export async function readBoardLeaves(db: PgClient, electionId: string): Promise<BoardLeaf[]> {
  const { rows } = await db.query('select count(*)::int as tiles from board_tiles where election_id = $1', [electionId])
  const unpack = createUnpacker(electionId)
  const leaves: BoardLeaf[] = []
  for (const part of range(0, Math.ceil(rows[0].tiles / 100)))
    for (const tile of await readTiles(db, electionId, range(part * 100, (part + 1) * 100)))
      leaves.push(...unpack(tile.leaves))
  return leaves
}

/** How many leaves stand on boards: of one election, or of all. */
export async function countLeaves(db: PgClient, electionId: string | null = null): Promise<number> {
  const { rows } = await db.query(
    `select coalesce(sum(length(leaves)), 0)::int / 33 as leaves from board_tiles where $1::uuid is null or election_id = $1`,
    [electionId],
  )
  return rows[0].leaves
}

/** Puts other leaves in the place of those that are there; what was stored of the tree, and signed, stays. */
export async function writeBoardLeaves(db: PgClient, electionId: string, leaves: BoardLeaf[]): Promise<void> {
  await db.query('delete from board_tiles where election_id = $1', [electionId])
  const tree = emptyFrontier()
  const perWrite = 100 * leavesPerTile
  for (let end = 0; end < leaves.length; end += perWrite) {
    const part = leaves.slice(end, end + perWrite)
    const roots = part.flatMap(
      ({ commitment }) => appendLeaf(sha256, tree, leafHash(sha256, commitment))[tileDepth] ?? [],
    )
    await appendToTiles(db, electionId, { end, leaves: part, roots })
  }
}
