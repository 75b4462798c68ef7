import { eq } from 'drizzle-orm'
import type { TieDecision } from '#shared/elections/closing/closing.ts'
import { signatureColumn } from '#server/accounts/administrator-queries.ts'
import type { Queryable } from '#server/db/database.ts'
import { tieDecisions, users } from '#server/db/schema.ts'

/** What was decided about ties, with the name of whoever recorded it. */
export async function readTieDecisions(
  db: Queryable,
  electionId: string,
): Promise<(TieDecision & { nomineeIds: string[] })[]> {
  return db
    .select({
      ms: tieDecisions.ms,
      nomineeIds: tieDecisions.nomineeIds,
      reason: tieDecisions.reason,
      decidedBy: signatureColumn('users'),
      decidedAt: tieDecisions.decidedAt,
    })
    .from(tieDecisions)
    .innerJoin(users, eq(users.id, tieDecisions.decidedBy))
    .where(eq(tieDecisions.electionId, electionId))
}
