import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { likePattern, type Queryable } from '#server/db/database.ts'
import { membersPerPage, readSearch } from '#shared/members/listing/listing.ts'
import { foldPhone } from '#shared/members/phone.ts'
import { orderSql, type MemberList } from './queries.ts'

/**
 * A search works in one of two ways. Up to a thousand matches are looked up by the index `member_lines_search` and sorted. With
 * more matches, it scans the list in order from a known member or the beginning, which soon fills a page. If the scan finds too
 * few, all matches are looked up and sorted after all.
 */
interface Wanted {
  list: MemberList
  /** The condition on `member_lines`. */
  fits: SQL
}

/** Counting stops here; beyond it we only say that there are more. */
const countedUpTo = 1000
/** How many rows to scan for a page before giving up. */
const walked = 2000

/** The page wanted, and possibly another page whose first member is known. A page deep in the list is found from there. */
interface Place {
  page: number
  /** Per page. */
  rows?: number
  near?: { page: number; idNumber: string } | undefined
}

export interface FoundPage {
  ids: string[]
  count: number
  /** Set if there are more than `count`. */
  more?: true
  withdrawn?: number
}

/** One page of the matches. Every match is on some page. */
export async function pageOf(db: Queryable, wanted: Wanted, place: Place): Promise<FoundPage> {
  const limit = place.rows ?? membersPerPage
  const offset = (place.page - 1) * limit
  const isBeyond = offset >= countedUpTo && place.near !== undefined
  const found = isBeyond ? null : await lookUp(db, wanted, { offset, limit, most: countedUpTo })
  if (found) return found
  const ids = await findPageFrom(db, wanted, place)
  if (ids) return { ids, count: countedUpTo, more: true }
  return lookUpAll(db, wanted, { offset, limit })
}

/** The first matches in list order. */
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

/** Looks up matches by the index, then sorts them. Null if there are more than `most`. */
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

/** Scans to a page that is not the last. Null if it cannot be found that way. */
export async function findPageFrom(
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

/** Scans the list from a known member, or from the beginning. With `back`, scans backwards from just before them. */
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

/** For choosing a person by search: how many matches are examined, since some cannot be chosen, and how many are offered. */
export const maxSearched = 50
export const maxOffered = 20
export const searchSchema = z.object({ q: z.string().max(100).default('') })

interface MemberSearch {
  typed: string
  idPrefix: string
}

/** The parts of the searchable text; see `made_member_line` in the schema. */
const seenText = sql`split_part(line, E'\\n', 1)`
export const unitText = sql`split_part(${seenText}, E'\\t', 2)`

/** The conditions on `member_lines` for a search. Null if nothing searchable was typed. */
export async function searchConditions(
  db: Queryable,
  { bySerial, byContact }: Pick<MemberList, 'bySerial' | 'byContact'>,
  { typed, idPrefix }: MemberSearch,
): Promise<SQL[] | null> {
  const search = readSearch(await foldInDatabase(db, typed), idPrefix)
  if (!search) return null
  const { parts, idNumbers } = search
  const found = parts.map((part) => {
    if (byContact && part.includes('@')) return containsText(sql`email`, part.trim())
    return bySerial
      ? containsText(sql`line`, part)
      : sql`${containsText(sql`line`, part)} and ${containsTextUnindexed(seenText, part)}`
  })
  const phone = byContact ? phoneIn(typed) : null
  if (phone) return [sql`((${sql.join(found, sql` and `)}) or ${containsText(sql`cellphone_number`, phone)})`]
  return [...(idNumbers ? [sql`id_number between ${idNumbers.from} and ${idNumbers.to}`] : []), ...found]
}

/** The same for another table, by its member id. */
export const isOneOfLines = (id: SQL, conditions: readonly SQL[]): SQL =>
  sql`${id} in (select id from member_lines where ${sql.join([...conditions], sql` and `)})`

export const containsText = (text: SQL, part: string): SQL => sql`${text} like ${likePattern(part)}`

/** For use next to an indexed condition. The planner assumes that almost every row passes this one, which is true here. */
export const containsTextUnindexed = (text: SQL, part: string): SQL => sql`strpos(${text}, ${part}) <> 0`

/** A phone number, or the end of one, in any notation. Fewer digits are more likely part of a serial number or a unit. */
function phoneIn(typed: string): string | null {
  const folded = foldPhone(typed)
  return /^\d{6,11}$/.test(folded) ? folded : null
}

/** Removes case and accents, as in the searchable text. */
export async function foldInDatabase(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]?.folded ?? ''
}
