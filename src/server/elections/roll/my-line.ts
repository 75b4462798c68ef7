import { desc, eq, sql, and } from 'drizzle-orm'
import type { MyLine } from '#shared/elections/roll/roll-list.ts'
import type { Queryable } from '#server/db/database.ts'
import { ballots, elections, roll } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { findElection } from './list-roll.ts'

/** Somebody's lines on the rolls of all elections, the latest first. For themselves alone: the salt says whose a line is. */
export const linesOf = (db: Queryable, voterId: string, electionId?: string): Promise<MyLine[]> =>
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
    .leftJoin(
      ballots,
      and(eq(ballots.voterId, roll.voterId), eq(ballots.electionId, roll.electionId), eq(ballots.rehearsal, false)),
    )
    .where(and(eq(roll.voterId, voterId), electionId === undefined ? undefined : eq(roll.electionId, electionId)))
    .orderBy(desc(elections.votingOpens))

/** What a member sees of the roll: whether it is frozen, and their own line, with which an abstainer can show that nobody voted for them. */
export async function readMyLine(deps: Pick<Deps, 'db' | 'elections'>, memberId: string, id: string) {
  const election = await findElection(deps, id)
  const [line] = await linesOf(deps.db, memberId, election.id)
  return {
    electionId: election.id,
    election: election.title,
    rollFrozenAt: election.rollFrozenAt,
    certifiedAt: election.certifiedAt,
    line: line ?? null,
  }
}
