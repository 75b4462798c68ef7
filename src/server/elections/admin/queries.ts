import { and, eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { ballots, pendingProxies, tallies, turnout, votes } from '#server/db/schema.ts'

/** Whether anybody's ballot lies in the box or waits to be confirmed. A rehearsal's do not count. */
export async function hasBallots(tx: Queryable, electionId: string): Promise<boolean> {
  const cast = await tx
    .select({ cast: turnout.cast })
    .from(turnout)
    .where(and(eq(turnout.electionId, electionId), eq(turnout.rehearsal, false)))
  if (cast.some((region) => region.cast > 0)) return true
  const [waiting] = await tx
    .select({ voterId: pendingProxies.voterId })
    .from(pendingProxies)
    .where(eq(pendingProxies.electionId, electionId))
    .limit(1)
  return waiting !== undefined
}

/** A rehearsal leaves nothing behind. */
export async function wipeRehearsal(tx: Queryable, electionId: string): Promise<void> {
  for (const table of [votes, tallies, turnout, ballots])
    await tx.delete(table).where(and(eq(table.electionId, electionId), eq(table.rehearsal, true)))
}
