import { and, count, eq, inArray, not, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { uploads, users, verifications } from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import {
  anyConcern,
  applicants,
  byApplication,
  lastSent,
  personFingerprint,
  referenceFingerprint,
  paymentPicture,
  waitingApplicants,
} from '#server/members/applicants.ts'
import { sameSerial } from '#server/members/record-columns.ts'
import { picturePaths } from '#server/members/record-columns.ts'
import { releaseUploads } from '#server/storage/uploads.ts'
import type { ShownApplicant } from '#shared/members/approval/approval.ts'
import { dayInManila, type Instant } from '#shared/time.ts'

export const amongApplicants = (ids: string[]) => and(applicants, inArray(users.id, ids))

/** Those whose record is as the desk showed it: not sent back, corrected or edited since. */
export const stillAsShown = (shown: ShownApplicant[]) =>
  and(
    amongApplicants(shown.map(({ id }) => id)),
    sql`(${users.id}, ${users.version}) in (select * from unnest(
      ${sql.param(shown.map(({ id }) => id))}::uuid[], ${sql.param(shown.map(({ version }) => version))}::int[]))`,
  )

/** Stored times are finer than the browser's milliseconds. "All" excludes those asked for a correction. */
export const appliedBy = (until: Instant) => and(waitingApplicants, sql`${lastSent} < ${timestamptz(until + 1)}`)

/** How many waiting applicants have concerns, and when the newest sent something. */
export async function countConcerned(
  db: Queryable,
  siteKey: string,
): Promise<{ concerned: number; newest: Instant | null }> {
  const [found] = await db
    .select({
      concerned: sql<number>`count(*) filter (where ${anyConcern(siteKey)})`,
      newest: sql<Instant | null>`max(${lastSent})`.mapWith(users.createdAt),
    })
    .from(users)
    .leftJoin(paymentPicture, eq(paymentPicture.path, users.paymentProofPath))
    .where(waitingApplicants)
  return found ?? { concerned: 0, newest: null }
}

/** Applicants without concerns, as far as the database can tell. */
export const hasNoConcerns = (siteKey: string) =>
  sql`${users.id} in (select applicant.id from (
    select ${users.id} as id, ${anyConcern(siteKey)} as concerned
    from ${users} left join ${uploads} as proof on proof.path = ${users.paymentProofPath} where ${waitingApplicants}
  ) as applicant where not applicant.concerned)`

/** Another member's serial number looks the same: logins and cards could be confused. */
const readsLikeAMembers = sql`exists (select from users other where other.id <> ${users.id} and other.approved
  and other.erased_at is null and ${sameSerial('other', 'users')})`
export const hasUniqueSerial = not(readsLikeAMembers)

/** A serial number among them that looks like a member's; null if there is none. */
export async function findFoldedSerial(tx: Queryable, applicants: readonly NamedApplicant[]): Promise<string | null> {
  const ids = applicants.map(({ id }) => id)
  const [found] = await tx
    .select({ serial: users.militarySerial })
    .from(users)
    .where(and(inArray(users.id, ids), readsLikeAMembers))
    .limit(1)
  return found?.serial ?? null
}

export interface NamedApplicant {
  id: string
  firstName: string
  email: string | null
}

export interface LockedApplicant extends NamedApplicant {
  serial: string | null
}

/**
 * Locked until the transaction ends, in the order in which they applied. Somebody decided on while this waited is no longer
 * included.
 */
export function lockApplicants(tx: Queryable, which: SQL | undefined, limit: number): Promise<LockedApplicant[]> {
  return tx
    .select({ id: users.id, firstName: users.firstName, serial: users.militarySerial, email: users.email })
    .from(users)
    .where(which)
    .orderBy(byApplication)
    .limit(limit)
    .for('update')
}

/** Why the others were not decided on: `changed` since they were shown, or `gone`, that is, decided on by somebody else. */
export async function whyNotDecidedOn(db: Queryable, shown: ShownApplicant[], done: readonly string[]) {
  const left = [...new Set(shown.map(({ id }) => id))].filter((id) => !done.includes(id))
  if (left.length === 0) return { changed: [], gone: [] }
  const found = await db.select({ id: users.id }).from(users).where(amongApplicants(left))
  const waiting = new Set(found.map(({ id }) => id))
  return { changed: left.filter((id) => waiting.has(id)), gone: left.filter((id) => !waiting.has(id)) }
}

export async function countApplicants(db: Queryable, which: SQL | undefined): Promise<number> {
  const [found] = await db.select({ people: count() }).from(users).where(which)
  return found?.people ?? 0
}

/** Number and approval in one statement: neither exists without the other. */
export async function markApproved(
  tx: Queryable,
  numbered: { id: string; idNumber: string }[],
  at: Instant,
): Promise<void> {
  const ids = sql.param(numbered.map(({ id }) => id))
  const idNumbers = sql.param(numbered.map(({ idNumber }) => idNumber))
  await tx.execute(sql`
    update users set approved = true, approved_at = ${timestamptz(at)}, id_number = given.id_number,
      member_since = coalesce(member_since, ${dayInManila(at)}::date),
      returned_at = null, corrected_at = null, return_items = null, return_message = null, version = version + 1, updated_at = now()
    from unnest(${ids}::uuid[], ${idNumbers}::text[]) as given (id, id_number)
    where users.id = given.id`)
}

/** Keeps hashes of rejected payments, to recognise them if they are sent again; they lead to nobody. */
export async function rememberPayments(tx: Queryable, ids: string[], at: Instant): Promise<void> {
  await tx.execute(sql`
    insert into rejected_payments (kind, sha256, rejected_at)
    select kind, sha256, ${timestamptz(at)} from (
      select 'reference', ${referenceFingerprint} from users
        where id = any(${sql.param(ids)}::uuid[]) and payment_reference is not null
      union
      select 'picture', proof.sha256 from users join uploads proof on proof.path = users.payment_proof_path
        where users.id = any(${sql.param(ids)}::uuid[]) and proof.sha256 is not null
    ) as payments (kind, sha256)
    order by kind, sha256
    on conflict do nothing`)
}

/** Recognises somebody who applies again with the same serial number and birthday. */
export async function rememberApplicants(tx: Queryable, siteKey: string, ids: string[], at: Instant): Promise<void> {
  await tx.execute(sql`
    insert into rejected_applicants (fingerprint, rejected_at)
    select distinct fingerprint, ${timestamptz(at)}
    from (select ${personFingerprint(siteKey)} as fingerprint from users where id = any(${sql.param(ids)}::uuid[])) as rejected
    where fingerprint is not null
    order by 1
    on conflict (fingerprint) do update set rejected_at = excluded.rejected_at`)
}

/** Deletes the record with its account and everything started on it. Returns the files to remove after the commit. */
export async function deleteApplicants(tx: Queryable, ids: string[]): Promise<string[]> {
  await tx.delete(verifications).where(inArray(verifications.userId, ids))
  const gone = await tx.delete(users).where(inArray(users.id, ids)).returning(picturePaths)
  const used = gone.flatMap((paths) => Object.values(paths)).filter((path) => path !== null)
  return releaseUploads(tx, sql`${inArray(uploads.ownerId, ids)} or ${inArray(uploads.path, used)}`)
}
