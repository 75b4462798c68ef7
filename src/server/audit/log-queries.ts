import { and, desc, lt, type SQL } from 'drizzle-orm'
import { nameWithEmail } from '#shared/accounts/administrators.ts'
import type { AuditDetail } from '#shared/audit/actions.ts'
import { mention, type NamedEntry } from '#shared/audit/entry-text.ts'
import { referenceOf, type LogFilter } from '#shared/audit/filter.ts'
import { logText } from '#shared/audit/text.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditLog } from '#server/db/schema.ts'
import type { AuditEntry } from './audit.ts'
import { wanted } from './log-filter.ts'
import { namesOf, type Named } from './names.ts'

const entriesPerPage = 50

interface PageOfLog extends LogFilter {
  /** The number of the last entry of the page before. */
  before?: number | undefined
  /** Which entries at all, for who may not read every one. */
  among?: SQL | undefined
}

/** A page of the log, newest first, with the names its ids have today. The log itself holds none. */
export async function readLogPage(db: Queryable, { before, among, ...filter }: PageOfLog) {
  const rows = await db
    .select({ seq: auditLog.seq, hash: auditLog.hash, entry: auditLog.entry })
    .from(auditLog)
    .where(and(among, await wanted(db, filter), before === undefined ? undefined : lt(auditLog.seq, before)))
    .orderBy(desc(auditLog.seq))
    .limit(entriesPerPage + 1)
  const shown = await withNames(db, rows.slice(0, entriesPerPage))
  return { entries: shown, next: rows.length > entriesPerPage ? (shown.at(-1)?.seq ?? null) : null }
}

interface Row {
  seq: number
  hash: string
  entry: string
}

/** Entries as they are told: with names, and without ids but for those that lead somewhere. */
export async function withNames(db: Queryable, rows: readonly Row[]) {
  const read = rows.map((row) => ({ ...row, ...(JSON.parse(row.entry) as AuditEntry & { at: string }) }))
  const names = await namesOf(
    db,
    read.flatMap(({ actor, subject, detail }) => [actor, subject ?? '', ...Object.values(detail ?? {}).map(String)]),
  )
  return read.map(({ seq, hash, at, action, actor, subject = null, detail = {} }) => {
    // A nomination that was deleted is known by whose it was.
    const found = names.get(subject ?? '') ?? names.get(String(detail['member'] ?? ''))
    const isGone = subject !== null && /-/.test(subject) && found?.name == null
    const about = subject === actor ? logText.oneself : mention({ action, subject, name: found?.name ?? null, detail })
    const named: NamedEntry = {
      action,
      by: actor === 'system' ? null : nameOf(actor, names),
      about,
      reference: isGone ? referenceOf(subject) : null,
      detail: tellNames(detail, names),
    }
    return { seq, at: Date.parse(at), hash, actor, memberId: found?.memberId ?? null, ...named }
  })
}

/** Who has no name any more is told apart by a reference. */
function nameOf(id: string, names: ReadonlyMap<string, Named>): string {
  const found = names.get(id)
  if (!found) return logText.gone(logText.somebodyGone, referenceOf(id))
  if (found.name === null) return logText.gone(logText.former, referenceOf(id))
  return nameWithEmail(found.name, found.email ?? null)
}

const tellNames = (detail: AuditDetail, names: ReadonlyMap<string, Named>): AuditDetail =>
  Object.fromEntries(
    Object.entries(detail).map(([fact, value]) => [
      fact,
      names.has(String(value)) ? nameOf(String(value), names) : value,
    ]),
  )
