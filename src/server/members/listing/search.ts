import { sql } from 'drizzle-orm'
import { countedUpTo, membersPerPage, readSearch } from '#shared/members/listing/listing.ts'
import type { Queryable } from '#server/db/database.ts'
import type { MemberList } from './list-scopes.ts'

interface MemberSearch {
  typed: string
  idPrefix: string
}

/** One page of a search and how many it found (beyond `countedUpTo`: one more than that). */
export async function searchPage(
  db: Queryable,
  list: MemberList,
  { page, ...search }: MemberSearch & { page: number },
): Promise<{ ids: string[]; count: number }> {
  const until = page * membersPerPage
  const countable = countedUpTo + 1
  const found = await searchFirst(db, list, search, Math.max(until, countable))
  return { ids: found.slice(until - membersPerPage, until), count: Math.min(found.length, countable) }
}

/** The first so many that fit, in the order of the list. */
export async function searchFirst(
  db: Queryable,
  { listed, order, text }: MemberList,
  { typed, idPrefix }: MemberSearch,
  most: number,
): Promise<string[]> {
  const search = readSearch(await fold(db, typed), idPrefix)
  if (!search) return []
  const { parts, idNumbers } = search
  const conditions = [
    listed,
    ...(idNumbers ? [sql`id_number between ${idNumbers.from} and ${idNumbers.to}`] : []),
    // Not `like`: the planner would guess how many fit, often far too few, and read and sort whole records.
    ...parts.map((part) => sql`strpos(${text}, ${part}) > 0`),
  ]
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${sql.join(conditions, sql` and `)} order by ${order} limit ${most}`,
  )
  return rows.map(({ id }) => id)
}

async function fold(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]?.folded ?? ''
}
