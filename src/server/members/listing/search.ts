import { sql, type SQL } from 'drizzle-orm'
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
  list: MemberList,
  search: MemberSearch,
  most: number,
): Promise<string[]> {
  const conditions = await searchConditions(db, list, search)
  if (!conditions) return []
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${sql.join([list.listed, ...conditions], sql` and `)} order by ${list.order} limit ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** What a row of `users` must be for the search to find it; null when nothing that can be looked for was typed. */
export async function searchConditions(
  db: Queryable,
  { text }: Pick<MemberList, 'text'>,
  { typed, idPrefix }: MemberSearch,
): Promise<SQL[] | null> {
  const search = readSearch(await fold(db, typed), idPrefix)
  if (!search) return null
  const { parts, idNumbers } = search
  return [
    ...(idNumbers ? [sql`id_number between ${idNumbers.from} and ${idNumbers.to}`] : []),
    // Not `like`: the planner would guess how many fit, often far too few, and read and sort whole records.
    ...parts.map((part) => sql`strpos(${text}, ${part}) > 0`),
  ]
}

async function fold(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]?.folded ?? ''
}
