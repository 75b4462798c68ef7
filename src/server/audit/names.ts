import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { administratorsEmail } from '#server/db/administrators-email.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections, leaders, links, mailings, nominees, uploads, users, videos } from '#server/db/schema.ts'

export interface Named {
  /** Null for whose data was deleted: the row is there, and names nobody. */
  name: string | null
  /** Whose profile this leads to; null for what is no person, and for who was erased or removed. */
  memberId: string | null
  /** Of an administrator, also of one who was removed. */
  email?: string | null
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What ids of the log are called today: people, their files, elections, nominees, and what stands on the pages. */
export async function namesOf(db: Queryable, mentioned: readonly string[]): Promise<Map<string, Named>> {
  const ids = [...new Set(mentioned)].filter((id) => isId.test(id))
  const names = new Map<string, Named>()
  if (ids.length === 0) return names
  // One parameter, however many: an export asks for thousands at a time.
  const isAmong = (column: PgColumn) => sql`${column} = any(${sql.param(ids)}::uuid[])`
  const person = {
    memberId: users.id,
    name: users.fullName,
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
