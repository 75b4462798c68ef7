import { count, eq, or, sql } from 'drizzle-orm'
import { readLogPage } from '#server/audit/queries.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditLog, electionOf } from '#server/db/schema.ts'

const about = (electionId: string) => or(eq(auditLog.subject, electionId), sql`${electionOf} = ${electionId}`)

/**
 * What was done to this election, newest first, and how many other entries the log has. Those are about members and the site, and
 * none of an observer's business; that none of them was changed or removed is shown by the check of the whole chain.
 */
export async function readElectionLog(db: Queryable, electionId: string, before: number | undefined) {
  const { entries, next } = await readLogPage(db, { before, among: about(electionId) })
  const [all] = await db.select({ entries: count() }).from(auditLog)
  const [theirs] = await db.select({ entries: count() }).from(auditLog).where(about(electionId))
  return {
    entries: entries.map(({ seq, at, action, by, about, reference, detail, hash }) => ({
      seq,
      at,
      action,
      by,
      about,
      reference,
      detail,
      hash,
    })),
    next,
    others: (all?.entries ?? 0) - (theirs?.entries ?? 0),
  }
}
