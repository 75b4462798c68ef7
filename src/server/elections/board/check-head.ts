import type pg from 'pg'
import { toHex } from '#shared/elections/board/bytes.ts'
import { rootOf } from '#shared/elections/board/merkle.ts'
import type { BoardKey } from './board-key.ts'
import { sha256 } from './sha256.ts'
import { lastStatement } from './statements.ts'
import { readTree, type TreeOf } from './tree.ts'

type Db = Pick<pg.Pool, 'query'>

/** Somebody changed the board or the box by other ways than the site's. Nothing is counted or signed over it. */
export class BoardDiffers extends Error {
  override name = 'BoardDiffers'
}

/**
 * That board and box are still as the last head says. Asked before every batch and every head, in the transaction that holds the
 * lock of counting: otherwise the site would sign whatever somebody wrote into the database, and whoever marks all other ballots
 * as counted would see one counted alone.
 */
export async function checkLastHead(db: Db, key: BoardKey, of: TreeOf): Promise<void> {
  const last = await lastStatement(db, of, 'head/1')
  const isOurs = (head: NonNullable<typeof last>) =>
    key.isSigned('head/1', head.signed) && head.said.election === of.electionId
  if (last && !isOurs(last)) throw new BoardDiffers('the last head is not signed by this site')
  const { size, root, cast, counted } = last?.said ?? { size: 0, root: null, cast: 0, counted: 0 }
  const tree = await readTree(db, of)
  if (tree.size !== size || (root !== null && toHex(rootOf(sha256, tree)) !== root))
    throw new BoardDiffers('the board is not as the last head says')
  const box = await countBox(db, of)
  if (box.counted !== counted) throw new BoardDiffers('other ballots are marked as counted than the last head says')
  if (box.ballots < cast) throw new BoardDiffers('fewer ballots are in the box than the last head says')
}

async function countBox(db: Db, { electionId }: TreeOf): Promise<{ ballots: number; counted: number }> {
  const { rows } = await db.query<{ ballots: number; counted: number }>(
    `select count(*)::int as ballots, (count(*) filter (where counted))::int as counted from ballots
     where election_id = $1`,
    [electionId],
  )
  return rows[0] ?? { ballots: 0, counted: 0 }
}
