import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import { regions } from '#shared/members/enums.ts'
import type { MemberFilter, Sort } from '#shared/members/listing/member-filter.ts'
import { may, type Who } from '#shared/permissions.ts'
import { manila, dayMs } from '#shared/time.ts'
import { membersFor } from './queries.ts'
import { searchConditions } from './search.ts'

/**
 * What a row of `users` must be to be among the members that a filter describes, for who looks. The list, the export, the
 * cards to print and whatever else is done with many members ask here, so that all of them mean the same people.
 */
export async function memberConditions(
  db: Queryable,
  { searchQuery = '', ...filter }: MemberFilter,
  { reader, idPrefix }: { reader: Who; idPrefix: string },
): Promise<SQL> {
  const list = { ...membersFor(reader), contact: may(reader, 'edit any profile') }
  const typed = searchQuery === '' ? [] : await searchConditions(db, list, { typed: searchQuery, idPrefix })
  if (!typed) return sql`false`
  return sql.join([list.listed, ...chosenConditions(filter), ...typed], sql` and `)
}

const nothingMissing = {
  commissionDocument: sql`commission_document_path is not null`,
  paymentProof: sql`payment_proof_path is not null`,
  signature: sql`signature_path is not null`,
  picture: sql`profile_picture_path is not null and photo_upload_path is not null`,
}
const missing = {
  ...nothingMissing,
  any: sql.join(Object.values(nothingMissing), sql` and `),
} satisfies Record<NonNullable<MemberFilter['missing']>, SQL>

/** The instant at which a day in Manila begins, or the one after it. */
const dayStart = (day: string, daysLater = 0) => timestamptz(manila(day) + daysLater * dayMs)

const havingEmail: Record<NonNullable<MemberFilter['email']>, SQL> = {
  yes: sql`email is not null`,
  none: sql`email is null`,
  /** A mail server said that there is no such address. */
  refused: sql`email_refused_at is not null`,
}

function chosenConditions(filter: MemberFilter): SQL[] {
  const { service, region, rank, unit, status, joinedFrom, joinedUntil, password, email, ids } = filter
  return [
    service && (service === 'none' ? sql`ms is null` : sql`ms = ${service}`),
    region && (region === 'none' ? sql`region is null` : sql`region = ${region}`),
    rank && sql`rank = ${rank.toUpperCase()}`,
    // First where an index has it, among the other words of the record.
    unit && sql`strpos(admin_search, fold_text(${unit})) > 0`,
    unit && sql`strpos(fold_text(unit_assignment), fold_text(${unit})) > 0`,
    status && (status === 'member' ? sql`withdrawn_at is null` : sql`withdrawn_at is not null`),
    joinedFrom && sql`approved_at >= ${dayStart(joinedFrom)}`,
    joinedUntil && sql`approved_at < ${dayStart(joinedUntil, 1)}`,
    filter.missing && sql`not (${missing[filter.missing]})`,
    password && sql`not own_password`,
    email && havingEmail[email],
    ids && sql`id = any(${sql.param(ids)}::uuid[])`,
  ].filter((condition): condition is SQL => condition !== undefined && condition !== '')
}

const regionOrder = sql.raw(`array[${regions.map((region) => `'${region}'`).join(', ')}]`)

/** The indexes `users_listed_name` and `users_listed_joined` are worded as these are. */
const orders: Record<Sort, SQL> = {
  number: sql`id_number`,
  name: sql`fold_text(last_name || ' ' || first_name), id_number`,
  joined: sql`approved_at desc nulls last, id_number`,
  region: sql`array_position(${regionOrder}, region), id_number`,
}
export const orderBy = (sort: Sort): SQL => orders[sort]
