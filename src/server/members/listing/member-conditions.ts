import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import { hasStandingSql } from '#server/members/dues/standing.ts'
import { choiceNames, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import type { Who } from '#shared/permissions.ts'
import type { Settings } from '#shared/settings.ts'
import { dayInManila, dayMs, manila, type Instant } from '#shared/time.ts'
import { hasFacets, membersFor } from './queries.ts'
import { alsoHolds, fold, holds, searchConditions } from './search.ts'

export interface FilterContext {
  reader: Who
  settings: Pick<Settings, 'idPrefix' | 'dues'>
  now: Instant
}

/**
 * What a row of `users` must be to be among the members that a filter describes, for who looks. The list, the export, the
 * cards to print and whatever else is done with many members ask here, so that all of them mean the same people.
 */
export async function memberConditions(
  db: Queryable,
  filter: MemberFilter,
  { reader, settings: { idPrefix, dues }, now }: FilterContext,
): Promise<SQL> {
  const { searchQuery = '', rank, unit, joinedFrom, joinedUntil, ids, standing } = filter
  const list = membersFor(reader, filter)
  const typed = searchQuery === '' ? [] : await searchConditions(db, list, { typed: searchQuery, idPrefix })
  if (!typed) return sql`false`
  const facets = choiceNames
    .filter((name) => name !== 'status' && name !== 'standing' && filter[name])
    .map((name) => `${name} ${filter[name]}`)
  if (rank) facets.push(`rank ${rank.toUpperCase()}`)
  const chosen = [
    facets.length > 0 && hasFacets(facets),
    unit && (await inUnit(db, unit)),
    joinedFrom && sql`approved_at >= ${dayStart(joinedFrom)}`,
    joinedUntil && sql`approved_at < ${dayStart(joinedUntil, 1)}`,
    // Without dues nobody, rather than everybody: it may be an email to those who owe them.
    standing && sql.raw(dues ? hasStandingSql(dues, 'users', dayInManila(now), standing) : 'false'),
    ids && sql`id = any(${sql.param(ids)}::uuid[])`,
  ].filter((condition) => typeof condition === 'object')
  return sql.join([list.listed, ...chosen, ...typed], sql` and `)
}

/** First where an index has it, among the other words of the record. */
async function inUnit(db: Queryable, unit: string): Promise<SQL> {
  const folded = await fold(db, unit)
  return sql`${holds(sql`admin_search`, folded)} and ${alsoHolds(sql`fold_text(unit_assignment)`, folded)}`
}

/** The instant at which a day in Manila begins, or the one after it. */
const dayStart = (day: string, daysLater = 0) => timestamptz(manila(day) + daysLater * dayMs)
