import { desc, lt } from 'drizzle-orm'
import type { AuditEntry } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditLog } from '#server/db/schema/operations.ts'

/** Newest first; `before` is the `seq` of the last entry on the previous page. */
export async function readAudit(db: Queryable, { before, limit }: { before?: number; limit: number }) {
  const rows = await db
    .select({ seq: auditLog.seq, hash: auditLog.hash, entry: auditLog.entry })
    .from(auditLog)
    .where(before === undefined ? undefined : lt(auditLog.seq, before))
    .orderBy(desc(auditLog.seq))
    .limit(limit)
  return rows.map(({ seq, hash, entry }) => ({ ...(JSON.parse(entry) as AuditEntry & { at: string }), seq, hash }))
}
