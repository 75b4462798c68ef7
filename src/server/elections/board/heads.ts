import type pg from 'pg'
import { toHex } from '#shared/elections/board/bytes.ts'
import { rootOf } from '#shared/elections/board/merkle.ts'
import type { Instant } from '#shared/time.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { BoardKey } from './board-key.ts'
import { checkLastHead } from './check-head.ts'
import { sha256 } from './sha256.ts'
import { lastStatement, makeStatement, recordInForce } from './statements.ts'
import { readTree, type TreeOf } from './tree.ts'

type Db = Pick<pg.Pool, 'query'>

interface HeadNow extends TreeOf {
  now: Instant
  /** The count is closed: no leaf comes after this. */
  closed?: boolean
}

const minuteMs = 60_000

/**
 * Signs where the board stands. In a transaction that holds the lock of counting, so that heads and leaves come one after the
 * other.
 */
export async function makeHead(db: Db, key: BoardKey, { now, closed = false, ...of }: HeadNow): Promise<void> {
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

async function countBallots(db: Db, { electionId }: TreeOf): Promise<{ cast: number; counted: number }> {
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
  const isFresh = async (queries: Db, now: Instant) => {
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
