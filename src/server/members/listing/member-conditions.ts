import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { listedFlags } from '#server/db/schema/members.ts'
import { hasStandingSql } from '#server/members/dues/standing.ts'
import type { MemberFilter } from '#shared/members/listing/member-filter.ts'
import type { Who } from '#shared/permissions.ts'
import type { Settings } from '#shared/settings.ts'
import { dayInManila, type Instant } from '#shared/time.ts'
import { membersFor } from './queries.ts'
import {
  containsTextUnindexed,
  foldInDatabase,
  containsText,
  isOneOfLines,
  searchConditions,
  unitText,
} from './search.ts'

export interface FilterContext {
  reader: Who
  settings: Pick<Settings, 'idPrefix' | 'dues'>
  now: Instant
}

/**
 * The condition on `users` for the members that a filter describes to this reader. The export, the cards and all bulk actions use
 * it, and the list uses `lineConditions`, so they all mean the same people.
 */
export const memberConditions = async (db: Queryable, filter: MemberFilter, context: FilterContext): Promise<SQL> =>
  isOneOfLines(sql`users.id`, [await lineConditions(db, filter, context)])

/** The same condition on `member_lines`. */
export async function lineConditions(
  db: Queryable,
  filter: MemberFilter,
  { reader, settings: { idPrefix, dues }, now }: FilterContext,
): Promise<SQL> {
  const { searchQuery = '', rank, unit, joinedFrom, joinedUntil, ids, standing } = filter
  const list = membersFor(reader, filter)
  const typed = searchQuery === '' ? [] : await searchConditions(db, list, { typed: searchQuery, idPrefix })
  if (!typed) return sql`false`
  const { service, region, missing, password, email } = filter
  const chosen = [
    service && isChosen(sql`ms`, service),
    region && isChosen(sql`region`, region),
    rank && sql`rank = ${rank.toUpperCase()}`,
    unit && (await inUnit(db, unit)),
    missing && missingParts[missing],
    password && sql.raw(listedFlags.birthday_password),
    email && emailStates[email],
    joinedFrom && sql`member_since >= ${joinedFrom}::date`,
    joinedUntil && sql`member_since <= ${joinedUntil}::date`,
    // Without dues this must match nobody rather than everybody: it may select who is emailed about owing dues.
    standing && sql.raw(dues ? hasStandingSql(dues, 'member_lines', dayInManila(now), standing) : 'false'),
    ids && sql`id = any(${sql.param(ids)}::uuid[])`,
  ].filter((condition) => typeof condition === 'object')
  return sql.join([list.listed, ...chosen, ...typed], sql` and `)
}

const isChosen = (column: SQL, choice: string) =>
  choice === 'none' ? sql`${column} is null` : sql`${column} = ${choice}`

const { missing_document, missing_payment, missing_signature, missing_picture } = listedFlags
const missingParts: Record<NonNullable<MemberFilter['missing']>, SQL> = {
  commissionDocument: sql.raw(missing_document),
  paymentProof: sql.raw(missing_payment),
  signature: sql.raw(missing_signature),
  picture: sql.raw(missing_picture),
  any: sql.raw(`(${[missing_document, missing_payment, missing_signature, missing_picture].join(' or ')})`),
}
const emailStates: Record<NonNullable<MemberFilter['email']>, SQL> = {
  yes: sql`email is not null`,
  none: sql.raw(listedFlags.email_none),
  refused: sql.raw(listedFlags.email_refused),
}

/** Searches the whole line first, because only that has an index. */
async function inUnit(db: Queryable, unit: string): Promise<SQL> {
  const folded = await foldInDatabase(db, unit)
  return sql`${containsText(sql`line`, folded)} and ${containsTextUnindexed(unitText, folded)}`
}
