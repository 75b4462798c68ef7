import { createHmac } from 'node:crypto'
import { and, eq, inArray, sql, type SQL, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { memberCounts, users, uploads } from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import { samePerson } from '#server/members/record-columns.ts'
import type { Concern } from '#shared/members/listing/listing.ts'
import { may, type Who } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'

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

/** All who wait, at a glance: how many to look at twice, and when the newest sent something. */
export async function surveyApplicants(
  db: Queryable,
  siteKey: string,
): Promise<{ concerned: number; newest: Instant | null }> {
  const [found] = await db
    .select({
      concerned: sql<number>`count(*) filter (where ${anyConcern(siteKey)})`,
      newest: sql<Instant | null>`max(${lastSent})`.mapWith(users.createdAt),
    })
    .from(users)
    .leftJoin(proof, eq(proof.path, users.paymentProofPath))
    .where(waitingApplicants)
  return found ?? { concerned: 0, newest: null }
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

/** A key of its own, so that nothing else of the site is opened by what a database may write into its log. */
const keyFor = (siteKey: string) => createHmac('sha256', siteKey).update('rejected applicants').digest('hex')

/**
 * By which somebody who was rejected is recognised: a hash of serial number, as a hurried reader takes it, and birthday, under
 * a key that is not in the database. After a change of the site key those of before are no longer recognised.
 */
export const fingerprintOf = (siteKey: string, person: { serial: SQL; birthday: SQL }): SQL<string | null> =>
  sql`encode(sha256(convert_to(${keyFor(siteKey)}::text || nullif(fold_serial(${person.serial}), '') || '/' || ${person.birthday}::text, 'UTF8')), 'hex')`

export async function rememberApplicants(tx: Queryable, siteKey: string, ids: string[], at: Instant): Promise<void> {
  const fingerprint = fingerprintOf(siteKey, { serial: sql`military_serial`, birthday: sql`birthday` })
  await tx.execute(sql`
    insert into rejected_applicants (fingerprint, rejected_at)
    select distinct fingerprint, ${timestamptz(at)}
    from (select ${fingerprint} as fingerprint from users where id = any(${sql.param(ids)}::uuid[])) as rejected
    where fingerprint is not null
    order by 1
    on conflict (fingerprint) do update set rejected_at = excluded.rejected_at`)
}

/** The picture of an applicant's payment, joined by who asks for concerns. */
const proof = alias(uploads, 'proof')

const missing = (condition: SQL): SQL<boolean> => sql<boolean>`(${condition})`

/** What speaks against an application, as far as the database can tell. */
const concerns = (siteKey: string) =>
  ({
    'serial-alike': sql<boolean>`exists (select from users other
    where other.military_serial is not null and other.id <> ${users.id}
      and fold_serial(other.military_serial) = nullif(fold_serial(${users.militarySerial}), ''))`,
    'person-alike': sql<boolean>`exists (select from users other
    where other.id <> ${users.id} and ${samePerson('other', 'users')})`,
    'person-rejected': sql<boolean>`${fingerprintOf(siteKey, { serial: sql`${users.militarySerial}`, birthday: sql`${users.birthday}` })}
    in (select rejected.fingerprint from rejected_applicants rejected)`,
    'payment-reference-seen': sql<boolean>`exists (select from users other
    where other.payment_reference = ${users.paymentReference} and other.id <> ${users.id})`,
    'payment-picture-seen': sql<boolean>`exists (select from uploads same
    join users other on other.payment_proof_path = same.path and other.id <> ${users.id}
    where same.sha256 = ${proof.sha256} and same.path <> ${proof.path})`,
    'payment-reference-rejected': sql<boolean>`encode(sha256(convert_to(${users.paymentReference}, 'UTF8')), 'hex')
    in (select rejected.sha256 from rejected_payments rejected where rejected.kind = 'reference')`,
    'payment-picture-rejected': sql<boolean>`${proof.sha256}
    in (select rejected.sha256 from rejected_payments rejected where rejected.kind = 'picture')`,
    'document-missing': missing(sql`${users.commissionDocumentPath} is null`),
    'payment-proof-missing': missing(sql`${users.paymentProofPath} is null`),
    'signature-missing': missing(sql`${users.signaturePath} is null`),
    'picture-missing': missing(sql`${users.profilePicturePath} is null or ${users.photoUploadPath} is null`),
  }) satisfies Record<Concern, SQL<boolean>>

/** For a few applicants: the few equal pictures first, as a list. Joined, the planner may walk along all members for each. */
const concernsOfFew = (siteKey: string) => ({
  ...concerns(siteKey),
  'payment-picture-seen': sql<boolean>`exists (select from users other
    where other.id <> ${users.id} and other.payment_proof_path = any(array(select same.path from uploads same
      where same.sha256 = ${proof.sha256} and same.path <> ${proof.path})))`,
})

/** From the last, because what is missing is told without looking at anybody else. Unknown is no concern. */
export const anyConcern = (siteKey: string): SQL<boolean> =>
  sql<boolean>`(${or(...Object.values(concerns(siteKey)).toReversed())}) is true`

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

/** In the order in which they applied. The partial indexes of applicants want the condition in these words. */
export const applicants = sql`not approved and military_serial is not null and withdrawn_at is null and erased_at is null and not is_admin`
export const byApplication = sql`created_at, id`
/** With the administrators, or with the applicant, who was asked for a correction. */
export const waitingApplicants = sql`${applicants} and returned_at is null`
const returnedApplicants = sql`${applicants} and returned_at is not null`
/** Since when an application is as it is now: "all" does not reach what was corrected after the button was pressed. */
export const lastSent = sql`coalesce(users.corrected_at, users.created_at)`

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
