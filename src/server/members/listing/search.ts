import { sql, type SQL } from 'drizzle-orm'
import type { ListQuery } from '#shared/members/listing/listing-query.ts'
import { membersPerPage, readSearch } from '#shared/members/listing/listing.ts'
import type { Queryable } from '#server/db/database.ts'
import type { MemberList } from './list-scopes.ts'

interface MemberSearch {
  typed: string
  idPrefix: string
}

type Filters = Pick<ListQuery, 'service' | 'region'>

/** One page of those who fit what was typed and chosen, and how many do in all: every one of them is on some page. */
export async function searchPage(
  db: Queryable,
  list: MemberList,
  { page, service, region, ...search }: MemberSearch & Filters & { page: number },
): Promise<{ ids: string[]; count: number }> {
  const typed = search.typed === '' ? [] : await searchConditions(db, list, search)
  if (!typed) return { ids: [], count: 0 }
  const fits = sql.join([list.listed, ...filterConditions({ service, region }), ...typed], sql` and `)
  const offset = (page - 1) * membersPerPage
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${fits} order by ${list.order} limit ${membersPerPage} offset ${offset}`,
  )
  const isLast = rows.length > 0 && rows.length < membersPerPage
  const count = isLast || (page === 1 && rows.length === 0) ? offset + rows.length : await countFitting(db, fits)
  return { ids: rows.map(({ id }) => id), count }
}

async function countFitting(db: Queryable, fits: SQL): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(sql`select count(*)::int as people from users where ${fits}`)
  return rows[0]?.people ?? 0
}

const filterConditions = ({ service, region }: Filters): SQL[] => [
  ...(service ? [sql`ms = ${service}`] : []),
  ...(region ? [sql`region = ${region}`] : []),
]

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
