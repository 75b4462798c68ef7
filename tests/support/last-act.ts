import { desc, ne } from 'drizzle-orm'
import type { AuditEntry } from '#server/audit/audit.ts'
import { auditLog } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** What somebody did last, by the log; what the site does by itself meanwhile is nobody's doing. */
export async function lastAct({ db }: Pick<Deps, 'db'>): Promise<AuditEntry | null> {
  const [last] = await db
    .select({ entry: auditLog.entry })
    .from(auditLog)
    .where(ne(auditLog.actor, 'system'))
    .orderBy(desc(auditLog.seq))
    .limit(1)
  return last ? (JSON.parse(last.entry) as AuditEntry) : null
}
