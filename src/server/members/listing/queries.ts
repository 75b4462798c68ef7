import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { memberCounts, users } from '#server/db/schema.ts'
import {
  applicants,
  byApplication,
  concernsOfFew,
  proof,
  returnedApplicants,
  waitingApplicants,
} from '#server/members/applicants.ts'
import { may, type Who } from '#shared/permissions.ts'

/** The columns that leave the server for every signed-in person. Whatever is added here, every member sees of every other. */
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

export async function idsOfPage(db: Queryable, { listed, order }: MemberList, offset: number, limit: number) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${listed} order by ${order} limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

/** The id goes along to put the rows in order; members are not given it. */
export const rowsForMembers = (db: Queryable, ids: string[]) =>
  db.select({ id: users.id, row: seenByMembers }).from(users).where(inArray(users.id, ids))

export const rowsForReaders = (db: Queryable, ids: string[]) =>
  db.select({ id: users.id, row: seenByReaders }).from(users).where(inArray(users.id, ids))

export const rowsForAdmins = (db: Queryable, ids: string[]) =>
  db.select({ id: users.id, row: seenByAdmins }).from(users).where(inArray(users.id, ids))

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
    .leftJoin(proof, eq(proof.path, users.paymentProofPath))
    .where(and(applicants, inArray(users.id, ids)))

export async function countReturned(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(
    sql`select count(*)::int as people from users where ${returnedApplicants}`,
  )
  return rows[0]?.people ?? 0
}

/** The applicant of a reference number that somebody reads out over the phone. */
export async function idsOfReference(db: Queryable, reference: string): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(applicants, eq(users.applicationReference, reference)))
  return found.map(({ id }) => id)
}

/** Kept by triggers, so that no list counts its rows. Administrators who are not members are among none of them. */
export async function countPeople(db: Queryable): Promise<Record<'pending' | 'approved' | 'withdrawn', number>> {
  const rows = await db.select({ state: memberCounts.state, people: memberCounts.people }).from(memberCounts)
  return { pending: 0, approved: 0, withdrawn: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.people])) }
}

/** Those an administrator can decide on now: everybody pending but those who were asked for a correction. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { pending } = await countPeople(db)
  return pending - (await countReturned(db))
}

/** Which records somebody may leaf through, in which order, and which of their text may be searched. */
export interface MemberList {
  listed: SQL
  order: SQL
  text: SQL
  /** Whether an email address or a phone number may be looked for. */
  contact?: boolean
}

// Worded as the indexes `users_listed_*` are: administrators without a serial number are not members, and who was erased
// is nobody any more.
const members = sql`approved and military_serial is not null and erased_at is null`
const byNumber = sql`id_number`
const memberSearch = sql`member_search`
const adminSearch = sql`admin_search`

/** Everybody, by all that administrators see of them. Who looks here has come by a guard of its own. */
export const allMembers: MemberList = { listed: members, order: byNumber, text: adminSearch }

export function membersFor(reader: Who): MemberList {
  if (may(reader, 'edit any profile')) return allMembers
  if (may(reader, 'read any profile')) return { listed: members, order: byNumber, text: memberSearch }
  return { listed: sql`${members} and withdrawn_at is null`, order: byNumber, text: memberSearch }
}

const listOf = (listed: SQL): MemberList => ({ listed, order: byApplication, text: adminSearch })
export const waitingList = listOf(waitingApplicants)
export const returnedList = listOf(returnedApplicants)
/** A search finds both. */
export const applicantList = listOf(applicants)
