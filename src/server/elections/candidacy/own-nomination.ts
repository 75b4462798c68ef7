import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { nominees } from '#server/db/schema.ts'

/** A person's own nomination in an election, if they have one. */
export async function findOwnNomination(db: Queryable, electionId: string, userId: string) {
  const [found] = await db
    .select({
      nomineeId: nominees.id,
      status: nominees.status,
      answer: nominees.answer,
      /** They filed for candidacy themselves. */
      ownNomination: sql<boolean>`${nominees.nominatedBy} = ${nominees.userId}`,
    })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), eq(nominees.userId, userId)))
  return found ?? null
}
