import { and, desc, eq, gte, ilike, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { likePattern, type Queryable } from '#server/db/database.ts'
import {
  auditLog,
  elections,
  leaders,
  links,
  mailings,
  memberOf,
  nominees,
  ownerOf,
  uploads,
  users,
  videos,
  wholeName,
} from '#server/db/schema.ts'
import { administratorsEmail } from '#server/db/schema/accounts.ts'
import { nameWithEmail } from '#shared/accounts/administrators.ts'
import type { AuditDetail } from '#shared/audit/actions.ts'
import { mention, type NamedEntry } from '#shared/audit/entry-text.ts'
import { boundsOf, isReference, referenceOf, type LogFilter } from '#shared/audit/filter.ts'
import { actsOf } from '#shared/audit/kinds.ts'
import { logText } from '#shared/audit/text.ts'
import { isUuid } from '#shared/uuid.ts'
import type { AuditEntry } from './audit.ts'

const entriesPerPage = 50

interface PageOfLog extends LogFilter {
  /** The number of the last entry on the previous page. */
  before?: number | undefined
  /** Limits the entries for readers who may not see all of them. */
  among?: SQL | undefined
}

/** A page of the log, newest first. The log stores only ids, so the names are the present ones. */
export async function readLogPage(db: Queryable, { before, among, ...filter }: PageOfLog) {
  const rows = await db
    .select({ seq: auditLog.seq, hash: auditLog.hash, entry: auditLog.entry })
    .from(auditLog)
    .where(and(among, await filterSql(db, filter), before === undefined ? undefined : lt(auditLog.seq, before)))
    .orderBy(desc(auditLog.seq))
    .limit(entriesPerPage + 1)
  const entries = await withNames(db, rows.slice(0, entriesPerPage))
  return { entries, next: rows.length > entriesPerPage ? (entries.at(-1)?.seq ?? null) : null }
}

interface Row {
  seq: number
  hash: string
  entry: string
}

/** Entries with names for ids; only ids that lead somewhere remain. */
export async function withNames(db: Queryable, rows: readonly Row[]) {
  const read = rows.map((row) => ({ ...row, ...(JSON.parse(row.entry) as AuditEntry & { at: string }) }))
  const names = await namesOf(
    db,
    read.flatMap(({ actor, subject, detail }) => [
      actor,
      subject ?? '',
      ...Object.values(detail ?? {}).flatMap((value) => String(value).split(', ')),
    ]),
  )
  return read.map(({ seq, hash, at, action, actor, subject = null, detail = {} }) => {
    // A deleted nomination is known by its nominee, a deleted document by its owner.
    const found = names.get(subject ?? '') ?? names.get(String(detail['member'] ?? detail['owner'] ?? ''))
    const isGone = subject !== null && /-/.test(subject) && found?.name == null
    const about = subject === actor ? logText.oneself : mention({ action, subject, name: found?.name ?? null, detail })
    const named: NamedEntry = {
      action,
      by: actor === 'system' ? null : nameOf(actor, names),
      about,
      reference: isGone ? referenceOf(subject) : null,
      detail: withNamesForIds(detail, names),
    }
    return { seq, at: Date.parse(at), hash, actor, memberId: found?.memberId ?? null, ...named }
  })
}

/** A person whose name was deleted is shown with a reference instead. */
function nameOf(id: string, names: ReadonlyMap<string, Named>): string {
  const found = names.get(id)
  if (!found) return logText.gone(logText.somebodyGone, referenceOf(id))
  if (found.name === null) return logText.gone(logText.former, referenceOf(id))
  return nameWithEmail(found.name, found.email ?? null)
}

const withNamesForIds = (detail: AuditDetail, names: ReadonlyMap<string, Named>): AuditDetail =>
  Object.fromEntries(
    Object.entries(detail).map(([fact, value]) => [
      fact,
      typeof value === 'string'
        ? value
            .split(', ')
            .map((part) => (names.has(part) ? nameOf(part, names) : part))
            .join(', ')
        : value,
    ]),
  )

/** The filter as an SQL condition. */
export async function filterSql(db: Queryable, filter: LogFilter): Promise<SQL | undefined> {
  const { kind, action, actor, person } = filter
  const { since, before } = boundsOf(filter)
  return and(
    kind && inArray(auditLog.action, actsOf(kind)),
    action && eq(auditLog.action, action),
    actor ? eq(auditLog.actor, actor) : undefined,
    since === null ? undefined : gte(auditLog.at, new Date(since).toISOString()),
    before === null ? undefined : lt(auditLog.at, new Date(before).toISOString()),
    person ? await byOrAbout(db, person) : undefined,
  )
}

/** The typed text may be part of a name, an ID number, the site itself, or the reference of something deleted. */
async function byOrAbout(db: Queryable, typed: string): Promise<SQL | undefined> {
  const ids = await findPeople(db, typed)
  const isSite = typed.length > 2 && logText.site.toLowerCase().includes(typed.toLowerCase())
  return or(
    ids.length > 0 ? inArray(auditLog.actor, ids) : sql`false`,
    ids.length > 0 ? inArray(auditLog.subject, ids) : undefined,
    ids.length > 0 ? inArray(auditLog.seq, namedIn(db, ids)) : undefined,
    isSite ? eq(auditLog.actor, 'system') : undefined,
    isReference(typed) ? like(auditLog.subject, `${typed.toLowerCase()}%`) : undefined,
    isReference(typed) ? like(auditLog.actor, `${typed.toLowerCase()}%`) : undefined,
  )
}

/** The few entries whose detail names these people. Finds them by index first, so that no other entry is parsed. */
const namedIn = (db: Queryable, ids: string[]) =>
  db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(or(inArray(ownerOf, ids), inArray(memberOf, ids)))

/** More people than anybody means by a name. */
const mostPeople = 200

async function findPeople(db: Queryable, typed: string): Promise<string[]> {
  // Only administrators': a reader of the log must not be able to find out a member's address letter by letter.
  const email = sql.raw(administratorsEmail('users'))
  const parts = typed.split(/\s+/).filter(Boolean).map(likePattern)
  const holds = (part: string) => or(ilike(wholeName, part), ilike(users.idNumber, part), sql`${email} ilike ${part}`)
  // Uses the index on all words of a member's record.
  const indexed = parts.map((part) => sql`line like fold_text(${part})`)
  const isCalled = sql`${users.id} = any(array(select id from member_lines where ${and(...indexed)}))`
  const isAdministrator = sql`${users.id} = any(array(select user_id from administrators))`
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(or(isCalled, isAdministrator), ...parts.map(holds)))
    .limit(mostPeople)
  return found.map(({ id }) => id)
}

export interface Named {
  /** Null if the data was deleted: the row exists, but has no name. */
  name: string | null
  /** The member whose profile to link to; null if it is no person, or the person was deleted or removed. */
  memberId: string | null
  /** For administrators, including former ones. */
  email?: string | null
}

/** The present names of ids in the log: people, their files, elections, nominees, and content. */
export async function namesOf(db: Queryable, mentioned: readonly string[]): Promise<Map<string, Named>> {
  const ids = [...new Set(mentioned)].filter((id) => isUuid(id))
  const names = new Map<string, Named>()
  if (ids.length === 0) return names
  // One array parameter for any number of ids: an export looks up thousands at a time.
  const isAmong = (column: PgColumn) => sql`${column} = any(${sql.param(ids)}::uuid[])`
  const person = {
    memberId: users.id,
    name: wholeName,
    erasedAt: users.erasedAt,
    isFormer: users.formerAdmin,
    email: sql<string | null>`${sql.raw(administratorsEmail('users'))}`,
  }
  const people = [
    await db
      .select({ id: users.id, ...person })
      .from(users)
      .where(isAmong(users.id)),
    await db
      .select({ id: uploads.id, ...person })
      .from(uploads)
      .innerJoin(users, eq(users.id, uploads.ownerId))
      .where(isAmong(uploads.id)),
    await db
      .select({ id: nominees.id, ...person })
      .from(nominees)
      .innerJoin(users, eq(users.id, nominees.userId))
      .where(isAmong(nominees.id)),
  ]
  for (const { id, name, memberId, erasedAt, isFormer, email } of people.flat())
    names.set(id, { name: erasedAt ? null : name, memberId: erasedAt || isFormer ? null : memberId, email })
  const things = [
    await db.select({ id: leaders.id, name: leaders.name }).from(leaders).where(isAmong(leaders.id)),
    await db.select({ id: mailings.id, name: mailings.subject }).from(mailings).where(isAmong(mailings.id)),
    ...(await Promise.all(
      [elections, links, videos].map((table) =>
        db.select({ id: table.id, name: table.title }).from(table).where(isAmong(table.id)),
      ),
    )),
  ]
  for (const { id, name } of things.flat()) names.set(id, { name, memberId: null })
  return names
}
