import { and, count, inArray, sql, type SQL } from 'drizzle-orm'
import type { Instant } from '#shared/time.ts'
import type { Queryable } from '#server/db/database.ts'
import { uploads, users, verifications } from '#server/db/schema.ts'
import { applicants, byApplication } from '#server/members/listing/list-scopes.ts'
import { releaseUploads } from '#server/storage/uploads.ts'

export const amongApplicants = (ids: string[]) => and(applicants, inArray(users.id, ids))

/** Times are kept finer than the millisecond that a browser was told. */
export const appliedBy = (until: Instant) =>
  and(applicants, sql`${users.createdAt} < ${new Date(until + 1).toISOString()}::timestamptz`)

export interface Applicant {
  id: string
  firstName: string
  email: string | null
}

/**
 * Held until the transaction ends, in the order in which they applied. Whoever was decided on while this waited for them
 * is no longer among them.
 */
export function lockApplicants(tx: Queryable, which: SQL | undefined, limit: number): Promise<Applicant[]> {
  return tx
    .select({ id: users.id, firstName: users.firstName, email: users.email })
    .from(users)
    .where(which)
    .orderBy(byApplication)
    .limit(limit)
    .for('update')
}

export async function countApplicants(db: Queryable, which: SQL | undefined): Promise<number> {
  const [found] = await db.select({ people: count() }).from(users).where(which)
  return found?.people ?? 0
}

/** Number and approval in one statement: one without the other cannot be. */
export async function markApproved(
  tx: Queryable,
  numbered: { id: string; idNumber: string }[],
  at: Instant,
): Promise<void> {
  const ids = sql.param(numbered.map(({ id }) => id))
  const idNumbers = sql.param(numbered.map(({ idNumber }) => idNumber))
  await tx.execute(sql`
    update users set approved = true, approved_at = ${new Date(at).toISOString()}, id_number = given.id_number,
      version = version + 1, updated_at = now()
    from unnest(${ids}::uuid[], ${idNumbers}::text[]) as given (id, id_number)
    where users.id = given.id`)
}

/** The record with its account and whatever was begun on it. Returns the files to remove once the transaction has held. */
export async function deleteApplicants(tx: Queryable, ids: string[]): Promise<string[]> {
  await tx.delete(verifications).where(inArray(verifications.value, ids))
  const gone = await tx.delete(users).where(inArray(users.id, ids)).returning({
    photoUpload: users.photoUploadPath,
    profilePicture: users.profilePicturePath,
    commissionDocument: users.commissionDocumentPath,
    paymentProof: users.paymentProofPath,
    signature: users.signaturePath,
  })
  const used = gone.flatMap((paths) => Object.values(paths)).filter((path) => path !== null)
  return releaseUploads(tx, sql`${inArray(uploads.ownerId, ids)} or ${inArray(uploads.path, used)}`)
}
