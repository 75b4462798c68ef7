import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '#server/db/database.ts'
import { membersPerPage, readSearch } from '#shared/members/listing/listing.ts'
import { foldPhone } from '#shared/members/phone.ts'
import { orderSql, type MemberList } from './queries.ts'

/**
 * A search takes one of two ways. Up to a thousand who fit are looked up by the index `member_lines_search` and sorted. Of more than
 * that only the page is wanted, and those who fit are met soon enough by walking along the list in its order, from a place that
 * is known or from its beginning. Where they all stand together far from there, they are looked up and sorted after all.
 */
interface Wanted {
  list: MemberList
  /** What a row of `member_lines` must be. */
  fits: SQL
}

/** Nobody counts further: of more it is said that they are more. */
const countedUpTo = 1000
/** In how many members of the list to look for a page before giving up. */
const walked = 2000

/** A page, and another one of which it is known who is the first on it: a page deep in the list is found from there. */
interface Place {
  page: number
  /** On each page. */
  rows?: number
  near?: { page: number; idNumber: string } | undefined
}

export interface FoundPage {
  ids: string[]
  count: number
  /** Set when there are more than `count`. */
  more?: true
  withdrawn?: number
}

/** One page of those who fit: every one of them is on some page. */
export async function pageOf(db: Queryable, wanted: Wanted, place: Place): Promise<FoundPage> {
  const limit = place.rows ?? membersPerPage
  const offset = (place.page - 1) * limit
  const isBeyond = offset >= countedUpTo && place.near !== undefined
  const found = isBeyond ? null : await lookUp(db, wanted, { offset, limit, most: countedUpTo })
  if (found) return found
  const ids = await walkTo(db, wanted, place)
  if (ids) return { ids, count: countedUpTo, more: true }
  return lookUpAll(db, wanted, { offset, limit })
}

/** The first so many that fit, in the order of the list. */
export async function searchFirst(
  db: Queryable,
  list: MemberList,
  search: MemberSearch,
  limit: number,
): Promise<string[]> {
  const conditions = await searchConditions(db, list, search)
  if (!conditions) return []
  const wanted = { list, fits: sql.join([list.listed, ...conditions], sql` and `) }
  const found = await lookUp(db, wanted, { offset: 0, limit, most: countedUpTo })
  if (found) return found.ids
  const ids = await walk(db, wanted, { offset: 0, limit })
  return ids.length === limit ? ids : (await lookUpAll(db, wanted, { offset: 0, limit })).ids
}

export async function countUpTo(db: Queryable, fits: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from member_lines where ${fits} limit ${countedUpTo}) found`,
  )
  return rows[0]?.count ?? 0
}

interface Slice {
  offset: number
  limit: number
}

/** By the index, in whatever order, and then sorted; null when there are more than `most`. */
async function lookUp(
  db: Queryable,
  { list: { order }, fits }: Wanted,
  { offset, limit, most }: Slice & { most: number },
): Promise<FoundPage | null> {
  const { rows } = await db.execute<{ count: number; ids: string[] }>(sql`
    with found as materialized (select id, ${order.columns} from member_lines where ${fits} limit ${most + 1}),
      counted as (select count(*)::int as count from found)
    select count, array(
      select id from found where count <= ${most} order by ${orderSql(order)} limit ${limit} offset ${offset}) as ids from counted`)
  const [found] = rows
  return found && found.count <= most ? found : null
}

async function lookUpAll(db: Queryable, wanted: Wanted, slice: Slice): Promise<FoundPage> {
  return (await lookUp(db, wanted, { ...slice, most: 2 ** 31 - 2 })) ?? { count: 0, ids: [] }
}

/** A page that another one follows; null when this is not how to find it. */
export async function walkTo(
  db: Queryable,
  wanted: Wanted,
  { page, rows: limit = membersPerPage, near }: Place,
): Promise<string[] | null> {
  if (near && near.page > page) {
    const before = await walk(db, wanted, { offset: (near.page - page - 1) * limit, limit, near, back: true })
    return before.length === limit ? before.toReversed() : null
  }
  const offset = (page - (near?.page ?? 1)) * limit
  const ids = await walk(db, wanted, { offset, limit: limit + 1, near })
  return ids.length > limit ? ids.slice(0, limit) : null
}

/** Along the list, from a known member on, or from its beginning; `back` from the one before them. */
async function walk(
  db: Queryable,
  { list: { listed, order }, fits }: Wanted,
  { offset, limit, near, back = false }: Slice & Pick<Place, 'near'> & { back?: boolean },
): Promise<string[]> {
  const descending = (order.descending ?? false) !== back
  const comparison = sql.raw((descending ? '<' : '>') + (back ? '' : '='))
  const keys = sql.join(order.keys, sql`, `)
  const from = near
    ? sql`(${keys}) ${comparison} (select ${keys} from member_lines where id_number = ${near.idNumber})`
    : sql`true`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (select * from member_lines where ${listed} and ${from} order by ${orderSql({ ...order, descending })} limit ${walked}) member_lines
    where ${fits} limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

/** Where somebody is chosen by searching, so many who fit are looked at, for some of them cannot be chosen, and so many offered. */
export const maxSearched = 50
export const maxOffered = 20
export const searchSchema = z.object({ q: z.string().max(100).default('') })

interface MemberSearch {
  typed: string
  idPrefix: string
}

/** The parts of what is searched: see `made_member_line` in the schema. */
const seenText = sql`split_part(line, E'\\n', 1)`
export const unitText = sql`split_part(${seenText}, E'\\t', 2)`

/** What a row of `member_lines` must be for the search to find it; null when nothing that can be looked for was typed. */
export async function searchConditions(
  db: Queryable,
  { bySerial, byContact }: Pick<MemberList, 'bySerial' | 'byContact'>,
  { typed, idPrefix }: MemberSearch,
): Promise<SQL[] | null> {
  const search = readSearch(await fold(db, typed), idPrefix)
  if (!search) return null
  const { parts, idNumbers } = search
  const found = parts.map((part) => {
    if (byContact && part.includes('@')) return holds(sql`email`, part.trim())
    return bySerial ? holds(sql`line`, part) : sql`${holds(sql`line`, part)} and ${alsoHolds(seenText, part)}`
  })
  const phone = byContact ? phoneIn(typed) : null
  if (phone) return [sql`((${sql.join(found, sql` and `)}) or ${holds(sql`cellphone_number`, phone)})`]
  return [...(idNumbers ? [sql`id_number between ${idNumbers.from} and ${idNumbers.to}`] : []), ...found]
}

/** The same of a row of another table, by the id that it has of the member. */
export const isAmong = (id: SQL, conditions: readonly SQL[]): SQL =>
  sql`${id} in (select id from member_lines where ${sql.join([...conditions], sql` and `)})`

export const holds = (text: SQL, part: string): SQL => sql`${text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** Beside a condition that has an index: of this one the planner believes that nearly everybody fits it, as they do. */
export const alsoHolds = (text: SQL, part: string): SQL => sql`strpos(${text}, ${part}) <> 0`

/** A phone number, or the end of one, however it is written. Shorter figures are rather part of a serial or a unit. */
function phoneIn(typed: string): string | null {
  const folded = foldPhone(typed)
  return /^\d{6,11}$/.test(folded) ? folded : null
}

/** Without case and accents, as the text that is searched. */
export async function fold(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]?.folded ?? ''
}
