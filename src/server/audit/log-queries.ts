import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { administratorsEmail } from '#server/db/administrators-email.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditLog, elections, uploads, users } from '#server/db/schema.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import type { AuditDetail, AuditEntry } from './audit.ts'

const entriesPerPage = 50

interface LogFilter {
  /** The number of the last entry of the page before. */
  before?: number | undefined
  action?: AuditAction | undefined
  actor?: string | undefined
  /** Which entries at all, for who may not read every one. */
  among?: SQL | undefined
}

/** A page of the log, newest first, with the names its ids have today. The log itself holds none. */
export async function readLogPage(db: Queryable, { before, action, actor, among }: LogFilter) {
  const wanted: SQL[] = among ? [among] : []
  if (before !== undefined) wanted.push(lt(auditLog.seq, before))
  if (action !== undefined) wanted.push(eq(auditLog.action, action))
  if (actor !== undefined) wanted.push(eq(auditLog.actor, actor))
  const rows = await db
    .select({ seq: auditLog.seq, hash: auditLog.hash, entry: auditLog.entry })
    .from(auditLog)
    .where(and(...wanted))
    .orderBy(desc(auditLog.seq))
    .limit(entriesPerPage + 1)
  const shown = rows
    .slice(0, entriesPerPage)
    .map(({ seq, hash, entry }) => ({ seq, hash, ...(JSON.parse(entry) as AuditEntry & { at: string }) }))
  const names = await namesOf(
    db,
    shown.flatMap(({ actor, subject, detail }) => [actor, subject ?? '', ...Object.values(detail ?? {}).map(String)]),
  )
  return {
    entries: shown.map((entry) => ({
      seq: entry.seq,
      at: Date.parse(entry.at),
      action: entry.action,
      actor: entry.actor,
      actorName: names.get(entry.actor)?.name ?? null,
      /** Of an administrator, also of one who was removed. */
      actorEmail: names.get(entry.actor)?.email ?? null,
      subject: entry.subject ?? null,
      subjectName: names.get(entry.subject ?? '')?.name ?? null,
      /** Whose profile the subject leads to. */
      memberId: names.get(entry.subject ?? '')?.memberId ?? null,
      detail: withNames(entry.detail ?? {}, names),
      hash: entry.hash,
    })),
    next: rows.length > entriesPerPage ? (shown.at(-1)?.seq ?? null) : null,
  }
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface Named {
  name: string
  /** Null for who was erased or removed, and for an election: there is no profile to open. */
  memberId: string | null
  email?: string | null
}

const withNames = (detail: AuditDetail, names: ReadonlyMap<string, Named>): AuditDetail =>
  Object.fromEntries(Object.entries(detail).map(([fact, value]) => [fact, names.get(String(value))?.name ?? value]))

/** People and elections by their id, and files by their owner's. */
export async function namesOf(db: Queryable, mentioned: readonly string[]): Promise<Map<string, Named>> {
  const ids = [...new Set(mentioned)].filter((id) => isId.test(id))
  const names = new Map<string, Named>()
  if (ids.length === 0) return names
  const people = await db
    .select({
      id: users.id,
      name: users.fullName,
      gone: sql<boolean>`${users.erasedAt} is not null or ${users.formerAdmin}`,
      email: sql<string | null>`${sql.raw(administratorsEmail('users'))}`,
    })
    .from(users)
    .where(inArray(users.id, ids))
  for (const { id, name, gone, email } of people) names.set(id, { name, memberId: gone ? null : id, email })
  const files = await db
    .select({ id: uploads.id, memberId: users.id, name: users.fullName })
    .from(uploads)
    .innerJoin(users, eq(users.id, uploads.ownerId))
    .where(inArray(uploads.id, ids))
  for (const { id, name, memberId } of files) names.set(id, { name, memberId })
  const titles = await db
    .select({ id: elections.id, name: elections.title })
    .from(elections)
    .where(inArray(elections.id, ids))
  for (const { id, name } of titles) names.set(id, { name, memberId: null })
  return names
}
