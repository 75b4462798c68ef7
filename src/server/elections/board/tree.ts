import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PgClient, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import type { Leaf } from '#shared/elections/board/leaves.ts'
import { appendLeaf, emptyFrontier, leafHash, rootsIn, type Frontier, rootOf } from '#shared/elections/board/merkle.ts'
import { minuteMs, type Instant } from '#shared/time.ts'
import { sha256, type BoardKey } from './board-key.ts'
import { assertMatches } from './mismatch.ts'
import type { SignedElection } from './signed-election.ts'
import { lastStatement, makeStatement, type StoredStatement } from './statements.ts'
import { appendToTiles, tileDepth } from './tiles.ts'

export interface ElectionTree {
  electionId: string
}

export const hashBytes = 32

/** The current state of an election's tree. */
export async function readTree(db: PgClient, { electionId }: ElectionTree): Promise<Frontier> {
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

/** Appends leaves to the tree and its board, in order. Call it in the transaction that checked the state of the board. */
export async function appendLeaves(
  db: PgClient,
  { electionId, tree }: BoardPosition,
  leaves: readonly Leaf[],
): Promise<void> {
  const end = tree.size
  const roots: Uint8Array[] = []
  for (const { commitment } of leaves) {
    const completed = appendLeaf(sha256, tree, leafHash(sha256, commitment))
    const tileRoot = completed[tileDepth]
    if (tileRoot) roots.push(tileRoot)
    // Serve others between two tiles.
    if (tileRoot) await nextTurn()
  }
  await appendToTiles(db, electionId, { end, leaves, roots })
  await db.query(
    `insert into board_trees (election_id, size, roots) values ($1, $2, $3)
     on conflict (election_id) do update set size = excluded.size, roots = excluded.roots`,
    [electionId, tree.size, Buffer.concat(tree.roots)],
  )
}

/** The state of board and ballot box at the last head. The next head continues from here, not from anything read again. */
export interface BoardPosition extends ElectionTree {
  head: StoredStatement<'head/2'> | null
  /** The hash of the record that is binding now; null for a rehearsal. */
  record: string | null
  tree: Frontier
  box: BoxFigures
}

/** Counted in the box itself: the turnout figures are for screens, and could be tampered with for a moment. */
interface BoxFigures {
  ballots: number
  /** Of these, on the board. */
  counted: number
  proxies: number
  helped: number
}

/**
 * Checks that board, box and log still match the last head. Called before every batch and every head, in the transaction that
 * holds the counting lock. Otherwise the site would sign whatever somebody wrote into the database, and by marking all other
 * ballots as counted somebody could watch a single one being counted.
 */
export async function checkLastHead(db: PgClient, signed: SignedElection): Promise<BoardPosition> {
  const { id: electionId, head, hashes } = signed
  const { size, root, ballots, counted, log, number } = head?.content ?? beforeFirst
  const tree = await readTree(db, { electionId })
  assertMatches(tree.size === size && (root === null || toHex(rootOf(sha256, tree)) === root), 'board-changed')
  const box = await countBox(db, electionId)
  assertMatches(box.counted === counted, 'box-counted')
  assertMatches(box.ballots >= ballots, 'box-shrunk')
  assertMatches(log.entries === 0 || (await logHashAt(db, log.entries)) === log.lastHash, 'head-log', { n: number })
  return { electionId, head, record: hashes.at(-1) ?? null, tree, box }
}

const beforeFirst = { number: 0, size: 0, root: null, ballots: 0, counted: 0, log: { entries: 0, lastHash: '' } }

/** The board of an election that is being frozen. */
export const emptyBoard = (electionId: string, record: string): BoardPosition => ({
  electionId,
  head: null,
  record,
  tree: emptyFrontier(),
  box: { ballots: 0, counted: 0, proxies: 0, helped: 0 },
})

interface NextHead {
  now: Instant
  /** The count is closed: no leaves follow. */
  closed?: boolean
}

/** Signs the state of the board. Call it in the transaction that checked the state, so that heads and leaves stay in one sequence. */
export async function makeHead(
  db: PgClient,
  key: BoardKey,
  { electionId, head: before, record, tree, box: { ballots, counted, proxies, helped } }: BoardPosition,
  { now, closed = false }: NextHead,
): Promise<void> {
  const number = before ? before.content.number + 1 : 0
  await makeStatement(
    db,
    key,
    {
      type: 'head/2',
      election: electionId,
      number,
      previous: before?.hash ?? null,
      record,
      // The clocks of nodes differ slightly, but time never goes back from head to head.
      minute: new Date(Math.max(now - (now % minuteMs), Date.parse(before?.content.minute ?? '') || 0)).toISOString(),
      size: tree.size,
      root: toHex(rootOf(sha256, tree)),
      ballots,
      counted,
      proxies,
      helped,
      log: await readLogEnd(db),
      closed,
    },
    number,
  )
}

async function countBox(db: PgClient, electionId: string): Promise<BoxFigures> {
  const { rows } = await db.query<BoxFigures>(
    `select count(*)::int as ballots, (count(*) filter (where counted))::int as counted,
       count(proxy_by)::int as proxies, (count(*) filter (where helped))::int as helped
     from ballots where election_id = $1`,
    [electionId],
  )
  return rows[0] ?? { ballots: 0, counted: 0, proxies: 0, helped: 0 }
}

async function readLogEnd(db: PgClient): Promise<{ entries: number; lastHash: string }> {
  const { rows } = await db.query<{ entries: number; lastHash: string }>(
    'select seq::int as entries, hash as "lastHash" from audit_log order by seq desc limit 1',
  )
  return rows[0] ?? { entries: 0, lastHash: '' }
}

async function logHashAt(db: PgClient, entry: number): Promise<string | null> {
  const { rows } = await db.query<{ hash: string }>('select hash from audit_log where seq = $1', [entry])
  return rows[0]?.hash ?? null
}

/** Signs at least one head a minute, so observers see that the board is alive, and silence cannot hide anything. */
export async function keepHeadsComing(
  { db, pool, clock, signed }: Pick<Deps, 'db' | 'pool' | 'clock' | 'signed'>,
  electionId: string,
): Promise<void> {
  const isFresh = async (queries: PgClient, now: Instant) => {
    const last = await lastStatement(queries, electionId, 'head/2')
    return last !== null && Date.parse(last.content.minute) >= now - (now % minuteMs)
  }
  if (!(await isFresh(pool, clock.now())))
    await inTransaction({ db, lock: 'counting' }, async (_tx, client) => {
      const now = clock.now()
      if ((await isFresh(client, now)) || (await lastStatement(client, electionId, 'cancellation/1'))) return
      const state = await checkLastHead(client, await signed.read(client, electionId))
      await makeHead(client, signed.key, state, { now })
    })
  // Note at once what was signed: otherwise the database could still be reset to before a head nobody has fetched yet.
  await signed.readNow(electionId, async () => {})
}
