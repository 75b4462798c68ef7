import { and, asc, gt, lte, max } from 'drizzle-orm'
import { csvLine } from '#shared/csv.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditLog } from '#server/db/schema.ts'
import type { AuditEntry } from './audit.ts'
import { namesOf, type Named } from './log-queries.ts'

const batch = 1000

const heading = [
  'seq',
  'time',
  'actor',
  'action',
  'subject',
  'detail',
  'entry',
  'previous_hash',
  'hash',
  'actor_name',
  'actor_email',
]

/**
 * The whole log as it was when the export began, oldest first, with the names of those who acted as they are today. `entry` is the exact text that was hashed: each `hash` is
 * the SHA-256 of `previous_hash` and `entry` put together, so anybody can check the chain.
 */
export async function* logAsCsv(db: Queryable): AsyncGenerator<string, void, undefined> {
  const [newest] = await db.select({ seq: max(auditLog.seq) }).from(auditLog)
  const last = newest?.seq ?? 0
  yield csvLine(heading)
  for (let seen = 0; seen < last;) {
    const rows = await db
      .select({
        seq: auditLog.seq,
        entry: auditLog.entry,
        previousHash: auditLog.previousHash,
        hash: auditLog.hash,
      })
      .from(auditLog)
      .where(and(gt(auditLog.seq, seen), lte(auditLog.seq, last)))
      .orderBy(asc(auditLog.seq))
      .limit(batch)
    if (rows.length === 0) return
    const entries = rows.map((row) => ({ ...row, said: JSON.parse(row.entry) as Said }))
    const names = await namesOf(
      db,
      entries.map(({ said }) => said.actor),
    )
    yield entries.map((entry) => asLine(entry, names.get(entry.said.actor))).join('')
    seen = rows.at(-1)?.seq ?? last
  }
}

type Said = AuditEntry & { at: string }

interface Row {
  seq: number
  said: Said
  entry: string
  previousHash: string
  hash: string
}

function asLine({ seq, said, entry, previousHash, hash }: Row, by: Named | undefined): string {
  const { at, actor, action, subject, detail } = said
  return csvLine([
    seq,
    at,
    actor,
    action,
    subject ?? null,
    detail ? JSON.stringify(detail) : null,
    entry,
    previousHash,
    hash,
    by?.name ?? null,
    by?.email ?? null,
  ])
}
