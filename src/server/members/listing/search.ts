import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '#server/db/database.ts'
import { membersPerPage, readSearch } from '#shared/members/listing/listing.ts'
import { foldPhone } from '#shared/members/phone.ts'
import type { MemberList } from './queries.ts'

interface MemberSearch {
  typed: string
  idPrefix: string
}

/** One page of those who fit, and how many do in all: every one of them is on some page. */
export async function pageOf(
  db: Queryable,
  { fits, order, page }: { fits: SQL; order: SQL; page: number },
): Promise<{ ids: string[]; count: number }> {
  const offset = (page - 1) * membersPerPage
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${fits} order by ${order} limit ${membersPerPage} offset ${offset}`,
  )
  const isLast = rows.length > 0 && rows.length < membersPerPage
  const count = isLast || (page === 1 && rows.length === 0) ? offset + rows.length : await countFitting(db, fits)
  return { ids: rows.map(({ id }) => id), count }
}

async function countFitting(db: Queryable, fits: SQL): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(sql`select count(*)::int as people from users where ${fits}`)
  return rows[0]?.people ?? 0
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

/** Where somebody is chosen by searching, so many who fit are looked at, for some of them cannot be chosen, and so many offered. */
export const maxSearched = 50
export const maxOffered = 20
export const searchSchema = z.object({ q: z.string().max(100).default('') })

/** What a row of `users` must be for the search to find it; null when nothing that can be looked for was typed. */
export async function searchConditions(
  db: Queryable,
  { listed, text, contact }: Pick<MemberList, 'listed' | 'text' | 'contact'>,
  { typed, idPrefix }: MemberSearch,
): Promise<SQL[] | null> {
  const search = readSearch(await fold(db, typed), idPrefix)
  if (!search) return null
  const { parts, idNumbers } = search
  // Not `like`: the planner would guess how many fit, often far too few, and read and sort whole records.
  const found = parts.map((part) =>
    contact && part.includes('@') ? sql`strpos(email, ${part.trim()}) > 0` : sql`strpos(${text}, ${part}) > 0`,
  )
  const phone = contact ? phoneIn(typed) : null
  if (phone) return [eitherOf(listed, [sql.join(found, sql` and `), sql`strpos(cellphone_number, ${phone}) > 0`])]
  return [...(idNumbers ? [sql`id_number between ${idNumbers.from} and ${idNumbers.to}`] : []), ...found]
}

/**
 * Each looked for by itself: together they are in no index, and whole records would be read. With `is true` the planner keeps
 * what was found in a hash table, whatever it believes the number to be; compared one by one, a number that all have in common
 * takes as long as the members squared.
 */
const eitherOf = (listed: SQL, conditions: SQL[]): SQL =>
  sql`(id in (${sql.join(
    conditions.map((condition) => sql`select id from users where ${listed} and ${condition}`),
    sql` union all `,
  )})) is true`

/** A phone number, or the end of one, however it is written. Shorter figures are rather part of a serial or a unit. */
function phoneIn(typed: string): string | null {
  const folded = foldPhone(typed)
  return /^\d{6,11}$/.test(folded) ? folded : null
}

async function fold(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]?.folded ?? ''
}
