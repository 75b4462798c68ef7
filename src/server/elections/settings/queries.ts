import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import {
  ballots,
  boardTrees,
  elections,
  nominees,
  signedStatements,
  tallies,
  turnout,
  boardTiles,
} from '#server/db/schema.ts'

/** The elections and rehearsals with a ballot in the box or waiting to be confirmed. */
export async function electionsWithBallots(db: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select election_id as id from turnout where "cast" > 0
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

/** How many were asked to accept and have not answered. */
export const countUnanswered = (db: Queryable, electionId: string): Promise<number> =>
  db.$count(nominees, and(eq(nominees.electionId, electionId), eq(nominees.status, 'asked')))

/**
 * The rehearsal of an election follows its settings, and has its own box and board. Call it in a transaction that holds the
 * election.
 */
export async function storeRehearsal(
  tx: Queryable,
  electionId: string,
  settings: Omit<typeof elections.$inferInsert, 'kind' | 'rehearsalOf'>,
): Promise<void> {
  await tx
    .insert(elections)
    .values({ ...settings, kind: 'rehearsal', rehearsalOf: electionId })
    .onConflictDoUpdate({ target: elections.rehearsalOf, set: settings })
}

/**
 * A rehearsal leaves nothing behind. Everything to delete is named here, and nothing cascades, so that no slip can delete an
 * election with ballots or signed statements. Call it in a transaction that holds the election and the counting lock.
 */
export async function wipeRehearsal(tx: Queryable, electionId: string): Promise<void> {
  // Waits for ballots that are being cast.
  const [rehearsal] = await tx
    .select({ id: elections.id })
    .from(elections)
    .where(eq(elections.rehearsalOf, electionId))
    .for('update')
  if (!rehearsal) return
  for (const table of [boardTiles, boardTrees, signedStatements, tallies, turnout, ballots])
    await tx.delete(table).where(eq(table.electionId, rehearsal.id))
  await tx.delete(elections).where(eq(elections.id, rehearsal.id))
}
