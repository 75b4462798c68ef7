import { sql, type SQL } from 'drizzle-orm'
import { countedUpTo, membersPerPage, readSearch, type Search } from '#shared/members/listing/listing.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Shelf } from './shelves.ts'

/** So many are sorted at once rather than walked to, if fewer than `met` were met on the first steps. */
const sortable = 1000
const met = 4
/** Who meets so many on the first steps soon meets enough to stop counting. */
const common = 70
const farther = 3

interface FoundPage {
  ids: string[]
  count: number
}

/**
 * One page of a search and how many it found (beyond `countedUpTo`: one more than that), with work that hardly grows with
 * the members. What is common shows up within a few steps along the list. What is rare is few records in the index; they
 * are sorted. What is neither is counted by the index as far as needed, and walked to for the page.
 */
export async function searchPage(
  db: Queryable,
  shelf: Shelf,
  { typed, page, idPrefix }: { typed: string; page: number; idPrefix: string },
): Promise<FoundPage> {
  const search = readSearch(await fold(db, typed), idPrefix)
  if (!search) return { ids: [], count: 0 }
  const until = page * membersPerPage
  const thisPage = (ids: string[]) => ids.slice(until - membersPerPage, until)
  const countable = countedUpTo + 1
  const enough = Math.max(until, countable)

  if (search.idNumbers) {
    const numbered = await walk(db, shelf, search, enough)
    return { ids: thisPage(numbered), count: Math.min(numbered.length, countable) }
  }
  let steps = shelf.firstSteps
  const near = await walk(db, shelf, search, enough, { steps })
  if (near.length >= common && near.length < enough) {
    const onward = { skip: steps, steps: steps * (farther - 1) }
    near.push(...(await walk(db, shelf, search, enough - near.length, onward)))
    steps *= farther
  }
  if (near.length >= enough) return { ids: thisPage(near), count: countable }

  const most = near.length >= met ? countedUpTo : sortable
  const found = await lookUp(db, shelf, search, most + 1)
  const count = Math.min(found.length, countable)
  if (found.length <= most) return { ids: thisPage(found), count }
  if (near.length < until) near.push(...(await walk(db, shelf, search, until - near.length, { skip: steps })))
  return { ids: thisPage(near), count }
}

async function fold(db: Queryable, typed: string): Promise<string> {
  const { rows } = await db.execute<{ folded: string }>(sql`select fold_text(${typed}) as folded`)
  return rows[0]?.folded ?? ''
}

/** The first `most` that fit, in the order of the list, after so many steps along it and going at most so many more. */
function walk(
  db: Queryable,
  { listed, order, text }: Shelf,
  search: Search,
  most: number,
  { skip = 0, steps }: { skip?: number; steps?: number } = {},
) {
  const limit = steps === undefined ? sql`` : sql`limit ${steps}`
  const { idNumbers } = search
  const range = idNumbers ? sql`and id_number between ${idNumbers.from} and ${idNumbers.to}` : sql``
  return ids(
    db,
    // `offset`, even of none, keeps the two apart: first the order, then the looking.
    sql`select id from (select id, ${text} as text from users where ${listed} ${range} order by ${order} ${limit} offset ${skip}) list
        where ${fits(sql`text`, search)} limit ${most}`,
  )
}

/** Any `most` that fit, from the index of short pieces, then put in order. */
function lookUp(db: Queryable, { listed, order, text }: Shelf, search: Search, most: number) {
  return ids(
    db,
    sql`select id from (select id, id_number, created_at from users
        where ${listed} and search_keys(${text}) @> (select ${sql.param(search.keys)}::text[]) and ${fits(text, search)}
        limit ${most}) found order by ${order}`,
  )
}

/**
 * The patterns are put as questions, so that the database plans without them: it misjudges how often words meet (an army
 * unit and a navy rank never do) and would then read everybody. The longest comes first: it fits the fewest, so the
 * others are seldom asked.
 */
function fits(text: SQL, { patterns }: Search): SQL {
  const longestFirst = patterns.toSorted((a, b) => b.length - a.length)
  return sql.join(
    longestFirst.map((pattern) => sql`${text} like (select ${pattern}::text)`),
    sql` and `,
  )
}

async function ids(db: Queryable, statement: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(statement)
  return rows.map(({ id }) => id)
}
