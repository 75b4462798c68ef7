import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { ballots, boardTrees, nominees, signedStatements, tallies, turnout, votes } from '#server/db/schema.ts'

/** The elections for which somebody's ballot lies in the box or waits to be confirmed. A rehearsal's do not count. */
export async function electionsWithBallots(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select election_id as id from turnout where not rehearsal and "cast" > 0
    union select election_id from pending_proxies`)
  return new Set(rows.map(({ id }) => id))
}

export const hasBallots = async (db: Queryable, electionId: string): Promise<boolean> =>
  (await electionsWithBallots(db)).has(electionId)

/** Whether anybody is nominated in an election, on the ballot or not. */
export async function hasNominees(db: Queryable, electionId: string): Promise<boolean> {
  const found = await db.select({ id: nominees.id }).from(nominees).where(eq(nominees.electionId, electionId)).limit(1)
  return found.length > 0
}

/** A rehearsal leaves nothing behind. */
export async function wipeRehearsal(tx: Queryable, electionId: string): Promise<void> {
  for (const table of [votes, boardTrees, signedStatements, tallies, turnout, ballots])
    await tx.delete(table).where(and(eq(table.electionId, electionId), eq(table.rehearsal, true)))
}
