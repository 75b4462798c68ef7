import { type PgClient, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import type { Leaf } from '#shared/elections/board/leaves.ts'
import { appendLeaf, emptyFrontier, leafHash, rootsIn, type Frontier, rootOf } from '#shared/elections/board/merkle.ts'
import { minuteMs, type Instant } from '#shared/time.ts'
import { sha256, type BoardKey } from './board-key.ts'
import { lastStatement, makeStatement, recordInForce } from './statements.ts'

export interface TreeOf {
  electionId: string
}

export const hashBytes = 32

/** Where the tree of an election stands. */
export async function readTree(db: PgClient, { electionId }: TreeOf): Promise<Frontier> {
  const { rows } = await db.query<{ size: number; roots: Buffer }>(
    'select size, roots from board_trees where election_id = $1',
    [electionId],
  )
  const [found] = rows
  if (!found) return emptyFrontier()
  const roots = Array.from({ length: rootsIn(found.size) }, (_, n) =>
    found.roots.subarray(n * hashBytes, (n + 1) * hashBytes),
  )
  return { size: found.size, roots }
}

/**
 * Adds leaves to the tree and its board, in the order given. In the caller's transaction, which holds the lock of counting: two
 * at once would take the same places.
 */
export async function appendLeaves(db: PgClient, of: TreeOf, leaves: readonly Leaf[]): Promise<void> {
  const tree = await readTree(db, of)
  const first = tree.size
  for (const { commitment } of leaves) appendLeaf(sha256, tree, leafHash(sha256, commitment))
  const written = await db.query(
    `insert into votes (election_id, position, service, nominee_id, nonce, commitment)
     select $1, $2::int + v.place - 1, v.service, v.nominee_id, decode(v.nonce, 'hex'), decode(v.commitment, 'hex')
     from unnest($3::text[], $4::uuid[], $5::text[], $6::text[]) with ordinality as v (service, nominee_id, nonce, commitment, place)
     order by v.place`,
    [
      of.electionId,
      first,
      asArray(leaves.map(({ service }) => service)),
      asArray(leaves.map(({ nomineeId }) => nomineeId ?? 'NULL')),
      asArray(leaves.map(({ nonce }) => hex(nonce))),
      asArray(leaves.map(({ commitment }) => hex(commitment))),
    ],
  )
  if (written.rowCount !== leaves.length)
    throw new Error('not every leaf was written; nothing of this batch is counted')
  await db.query(
    `insert into board_trees (election_id, size, roots) values ($1, $2, $3)
     on conflict (election_id) do update set size = excluded.size, roots = excluded.roots`,
    [of.electionId, tree.size, Buffer.concat(tree.roots)],
  )
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

/** As PostgreSQL writes an array. The driver would look for commas and quotes, of which ids, digits and services have none. */
const asArray = (plain: readonly string[]) => `{${plain.join(',')}}`

interface HeadNow extends TreeOf {
  now: Instant
  /** The count is closed: no leaf comes after this. */
  closed?: boolean
}

/**
 * Signs where the board stands. In a transaction that holds the lock of counting, so that heads and leaves come one after the
 * other.
 */
export async function makeHead(db: PgClient, key: BoardKey, { now, closed = false, ...of }: HeadNow): Promise<void> {
  const before = await lastStatement(db, of, 'head/1')
  const tree = await readTree(db, of)
  const number = before ? before.said.number + 1 : 0
  await makeStatement(
    db,
    key,
    {
      type: 'head/1',
      election: of.electionId,
      number,
      previous: before?.hash ?? null,
      record: await recordInForce(db, of.electionId),
      // Nodes differ by a moment; from head to head time does not go back.
      minute: new Date(Math.max(now - (now % minuteMs), Date.parse(before?.said.minute ?? '') || 0)).toISOString(),
      size: tree.size,
      root: toHex(rootOf(sha256, tree)),
      ...(await countBallots(db, of)),
      closed,
    },
    number,
  )
}

async function countBallots(db: PgClient, { electionId }: TreeOf): Promise<{ cast: number; counted: number }> {
  const { rows } = await db.query<{ cast: number; counted: number }>(
    `select coalesce(sum("cast"), 0)::int as cast, coalesce(sum(counted), 0)::int as counted from turnout
     where election_id = $1`,
    [electionId],
  )
  return rows[0] ?? { cast: 0, counted: 0 }
}

/** At least one a minute, so that whoever collects heads sees that the board is alive, and no silence hides anything. */
export async function keepHeadsComing(
  { db, pool, clock, boardKey }: Pick<Deps, 'db' | 'pool' | 'clock' | 'boardKey'>,
  electionId: string,
): Promise<void> {
  const of = { electionId }
  const isFresh = async (queries: PgClient, now: Instant) => {
    const last = await lastStatement(queries, of, 'head/1')
    return last !== null && Date.parse(last.said.minute) >= now - (now % minuteMs)
  }
  if (await isFresh(pool, clock.now())) return
  await inTransaction({ db, lock: 'counting' }, async (_tx, client) => {
    const now = clock.now()
    if ((await isFresh(client, now)) || (await lastStatement(client, of, 'cancellation/1'))) return
    await checkLastHead(client, boardKey, of)
    await makeHead(client, boardKey, { ...of, now })
  })
}

/** Somebody changed the board or the box by other ways than the site's. Nothing is counted or signed over it. */
export class BoardDiffers extends Error {
  override name = 'BoardDiffers'
}

/**
 * That board and box are still as the last head says. Asked before every batch and every head, in the transaction that holds the
 * lock of counting: otherwise the site would sign whatever somebody wrote into the database, and whoever marks all other ballots
 * as counted would see one counted alone.
 */
export async function checkLastHead(db: PgClient, key: BoardKey, of: TreeOf): Promise<void> {
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

async function countBox(db: PgClient, { electionId }: TreeOf): Promise<{ ballots: number; counted: number }> {
  const { rows } = await db.query<{ ballots: number; counted: number }>(
    `select count(*)::int as ballots, (count(*) filter (where counted))::int as counted from ballots
     where election_id = $1`,
    [electionId],
  )
  return rows[0] ?? { ballots: 0, counted: 0 }
}
