import { and, eq, gte, ilike, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm'
import { boundsOf, isReference, type LogFilter } from '#shared/audit/filter.ts'
import { actsOf } from '#shared/audit/kinds.ts'
import { logText } from '#shared/audit/text.ts'
import { administratorsEmail } from '#server/db/administrators-email.ts'
import type { Queryable } from '#server/db/database.ts'
import { auditLog, memberOf, ownerOf, users } from '#server/db/schema.ts'

/** The entries that a filter lets through, as a condition. */
export async function wanted(db: Queryable, filter: LogFilter): Promise<SQL | undefined> {
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

/** What is typed may be part of a name, an ID number, the site itself, or the reference of what is gone. */
async function byOrAbout(db: Queryable, typed: string): Promise<SQL | undefined> {
  const ids = await peopleCalled(db, typed)
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

/** The few entries that name these people within: found by their indexes first, so that no other entry is taken apart. */
const namedIn = (db: Queryable, ids: string[]) =>
  db
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(or(inArray(ownerOf, ids), inArray(memberOf, ids)))

/** More than anybody means by a name. */
const mostPeople = 200

async function peopleCalled(db: Queryable, typed: string): Promise<string[]> {
  // Of administrators only: whoever reads the log may not come by a member's address, letter by letter.
  const email = sql.raw(administratorsEmail('users'))
  const words = typed.split(/\s+/).filter(Boolean)
  const holds = (word: string) => {
    const part = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    return or(ilike(users.fullName, part), ilike(users.idNumber, part), sql`${email} ilike ${part}`)
  }
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(...words.map(holds)))
    .limit(mostPeople)
  return found.map(({ id }) => id)
}
