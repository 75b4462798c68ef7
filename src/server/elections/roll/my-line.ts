import { desc, eq, sql, and } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { ballots, elections, roll, users } from '#server/db/schema.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { findElection, type Election } from '#server/elections/election-cache.ts'
import { rollFreezes } from '#shared/elections/lifecycle.ts'
import { type MyLine, saltsKeptMs } from '#shared/elections/roll/roll.ts'
import type { Instant } from '#shared/time.ts'

/** Somebody's lines on the rolls of all elections, the latest first. Only for themselves: the salt tells whose line it is. */
export const rollLinesOf = (db: Queryable, voterId: string, electionId?: string): Promise<MyLine[]> =>
  db
    .select({
      electionId: elections.id,
      election: elections.title,
      line: sql<string>`encode(${roll.line}, 'hex')`,
      salt: sql<string | null>`encode(${roll.salt}, 'hex')`,
      serial: roll.serial,
      region: roll.region,
      added: roll.added,
      struck: roll.struck,
      voted: sql<boolean>`${ballots.voterId} is not null`,
      byProxy: sql<boolean>`${ballots.proxyBy} is not null`,
    })
    .from(roll)
    .innerJoin(elections, eq(elections.id, roll.electionId))
    .leftJoin(ballots, and(eq(ballots.voterId, roll.voterId), eq(ballots.electionId, roll.electionId)))
    .where(and(eq(roll.voterId, voterId), electionId === undefined ? undefined : eq(roll.electionId, electionId)))
    .orderBy(desc(elections.votingOpens))

/**
 * What members see of the roll: whether it is frozen, and their own line. With it somebody who did not vote can prove that nobody
 * voted for them.
 */
export async function readMyLine(deps: Pick<Deps, 'db' | 'elections'>, memberId: string, id: string) {
  const election = await findElection(deps, id)
  const { rollFrozenAt } = election
  const [line] = await rollLinesOf(deps.db, memberId, election.id)
  return {
    electionId: election.id,
    election: election.title,
    rollFrozenAt,
    certifiedAt: election.certifiedAt,
    line: line ?? null,
    joinedLater: !line && (await hasJoinedLater(deps.db, election, memberId)),
    rollClosedAt: closedAt(election),
    goodStandingOnly: election.goodStandingOnly,
  }
}

/** Members approved by then are on it, even if it was frozen a little later or voting was postponed since. */
const closedAt = (election: Election): Instant => Math.min(rollFreezes(election), election.rollFrozenAt ?? Infinity)

/** Whether somebody became a member after the roll was frozen. */
export async function hasJoinedLater(db: Queryable, election: Election, memberId: string): Promise<boolean> {
  if (election.rollFrozenAt === null) return false
  const [member] = await db.select({ approvedAt: users.approvedAt }).from(users).where(eq(users.id, memberId))
  return (member?.approvedAt ?? 0) > closedAt(election)
}

const perStatement = 10_000

/**
 * Some time after certification or cancellation nobody needs to find a person's line any more: the link between them is deleted,
 * with the key it was made with; the lines stay. In batches; an interrupted run continues next time.
 */
export async function removeSalts(
  { pool, clock, log, vault, signed }: Pick<Deps, 'pool' | 'clock' | 'log' | 'vault' | 'signed'>,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from elections e where coalesce(certified_at, cancelled_at) <= $1 and (
       exists (select from roll r where r.election_id = e.id and salt is not null)
       or exists (select from installation i where i.key = 'vault ' || e.id || ' roll' and i.value <> 'destroyed'))`,
    [toTimestamp(clock.now() - saltsKeptMs)],
  )
  for (const { id } of rows) {
    // Write access to the database is not enough to end an election.
    if (!(await signed.isEnded(id))) continue
    let removed = 0
    while (!signal?.aborted) {
      const { rowCount } = await pool.query(
        `update roll set salt = null, serial = null where election_id = $1 and voter_id in (
           select voter_id from roll where election_id = $1 and salt is not null limit $2)`,
        [id, perStatement],
      )
      if (!rowCount) break
      removed += rowCount
    }
    if (signal?.aborted) return
    await vault.destroy(id, 'roll')
    log.info({ election: id, lines: removed }, 'salts were removed from the roll')
  }
}
