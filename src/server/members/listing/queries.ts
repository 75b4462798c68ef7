import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { memberCounts, users } from '#server/db/schema.ts'
import { listedMembers, listOrders } from '#server/db/schema/members.ts'
import {
  applicants,
  byApplication,
  concernsOfFew,
  paymentPicture,
  returnedApplicants,
} from '#server/members/applicants.ts'
import { standingColumns } from '#server/members/dues/standing.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { statusOf, type MemberFilter, type Sort } from '#shared/members/listing/member-filter.ts'
import { may, type Who } from '#shared/permissions.ts'

/** The columns sent to every signed-in person. Anything added here is visible to all members. */
const seenByMembers = {
  idNumber: users.idNumber,
  firstName: users.firstName,
  middleName: users.middleName,
  lastName: users.lastName,
  suffix: users.suffix,
  rank: users.rank,
  ms: users.ms,
  region: users.region,
  unitAssignment: users.unitAssignment,
}
const seenByReaders = { ...seenByMembers, withdrawn: sql<boolean>`${users.withdrawnAt} is not null` }
const seenByAdmins = { ...seenByReaders, militarySerial: users.militarySerial }
const columnsOfAdmins = {
  ...seenByAdmins,
  email: users.email,
  cellphoneNumber: users.cellphoneNumber,
  memberSince: users.memberSince,
}

export async function idsOfPage(db: Queryable, { listed, order }: MemberList, offset: number, limit: number) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from member_lines where ${listed} order by ${orderSql(order)} limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

export async function idsOfApplicants(db: Queryable, which: SQL, offset: number, limit: number) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${which} order by ${byApplication} limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

export const orderSql = ({ keys, descending = false }: Pick<ListOrder, 'keys' | 'descending'>): SQL =>
  sql.join(
    keys.map((key) => (descending ? sql`${key} desc` : key)),
    sql`, `,
  )

/** The id only restores the order of the rows; members do not receive it. */
export const rowsForMembers = (db: Queryable, ids: string[]) =>
  db.select({ id: users.id, row: seenByMembers }).from(users).where(inArray(users.id, ids))

export const rowsForReaders = (db: Queryable, ids: string[]) =>
  db.select({ id: users.id, row: seenByReaders }).from(users).where(inArray(users.id, ids))

export const rowsForAdmins = (db: Queryable, plan: DuesPlan | null, ids: string[]) =>
  db
    .select({ id: users.id, row: columnsOfAdmins, dues: standingColumns(plan) })
    .from(users)
    .where(inArray(users.id, ids))

export const rowsOfApplicants = (db: Queryable, ids: string[], siteKey: string) =>
  db
    .select({
      id: users.id,
      row: seenByAdmins,
      version: users.version,
      appliedAt: users.createdAt,
      concerns: concernsOfFew(siteKey),
      reference: users.applicationReference,
      returnedAt: users.returnedAt,
      correctedAt: users.correctedAt,
      items: users.returnItems,
      message: users.returnMessage,
    })
    .from(users)
    .leftJoin(paymentPicture, eq(paymentPicture.path, users.paymentProofPath))
    .where(and(applicants, inArray(users.id, ids)))

export async function countReturned(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(
    sql`select count(*)::int as people from users where ${returnedApplicants}`,
  )
  return rows[0]?.people ?? 0
}

/** Finds an applicant by the reference number that they read out over the phone. */
export async function idsOfReference(db: Queryable, reference: string): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(applicants, eq(users.applicationReference, reference)))
  return found.map(({ id }) => id)
}

/** Maintained by triggers, so that no list has to count rows. Administrators who are not members are not included. */
export async function countPeople(db: Queryable): Promise<Record<'pending' | 'approved' | 'withdrawn', number>> {
  const rows = await db.select({ state: memberCounts.state, people: memberCounts.people }).from(memberCounts)
  return { pending: 0, approved: 0, withdrawn: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.people])) }
}

/** Applicants who wait for a decision: everybody pending except those asked for a correction. */
export async function countWaitingApplicants(db: Queryable): Promise<number> {
  const { pending } = await countPeople(db)
  return pending - (await countReturned(db))
}

/** The sort keys, all in one direction, and the columns that they need. */
interface ListOrder {
  keys: SQL[]
  columns: SQL
  descending?: boolean
}

/** Which records a reader may page through, in which order, and which text they may search. */
export interface MemberList {
  listed: SQL
  order: ListOrder
  /** Whether the search includes the serial number, which members do not see. */
  bySerial: boolean
  /** Whether the search includes email addresses and phone numbers. */
  byContact?: boolean
}

const idNumber = sql`id_number`
const memberOrders: Record<Sort, ListOrder> = {
  number: { keys: [idNumber], columns: idNumber },
  name: { keys: [sql.raw(listOrders.name), idNumber], columns: sql`id_number, name` },
  joined: { keys: [sql.raw(listOrders.joined), idNumber], columns: sql`id_number, member_since`, descending: true },
  region: { keys: [sql.raw(listOrders.region), idNumber], columns: sql`id_number, region` },
}

const members = sql.raw(listedMembers)

/** All members, searchable by everything administrators see. Callers must have their own guard. */
export const allMembers: MemberList = { listed: members, order: memberOrders.number, bySerial: true }

/** Includes withdrawn members only if the filter says so. */
export function membersFor(reader: Who, filter: MemberFilter = {}, sort: Sort = 'number'): MemberList {
  const status = statusOf(filter)
  const listed = status === 'all' ? members : sql`state = ${sql.raw(`'${status}'`)}`
  if (may(reader, 'edit any profile')) return { listed, order: memberOrders[sort], bySerial: true, byContact: true }
  return { listed, order: memberOrders.number, bySerial: false }
}

/** Applicants who wait for a decision or were asked for a correction. */
export const applicantList: MemberList = {
  listed: sql`state = 'applicant'`,
  order: { keys: [byApplication], columns: sql`created_at` },
  bySerial: true,
  byContact: true,
}
