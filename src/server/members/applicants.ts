import { createHmac } from 'node:crypto'
import { or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { uploads, users } from '#server/db/schema.ts'
import { youngestApplicant } from '#shared/members/birthday.ts'
import type { Concern } from '#shared/members/listing/listing.ts'
import { samePerson, sameSerial } from './record-columns.ts'

/** Applicants, and the concerns about their applications: for the list of applicants and the approval desk. */

/** The partial indexes of applicants need exactly this condition. */
export const applicants = sql`not approved and military_serial is not null and withdrawn_at is null and erased_at is null and not is_admin`
export const byApplication = sql`created_at, id`
/** `waitingApplicants` wait for an administrator, `returnedApplicants` for a correction that was asked for. */
export const waitingApplicants = sql`${applicants} and returned_at is null`
export const returnedApplicants = sql`${applicants} and returned_at is not null`
/** When an application last changed: "all" excludes corrections that were sent after the button was pressed. */
export const lastSent = sql`coalesce(users.corrected_at, users.created_at)`

/** A separate key, so that a database log with it in a statement exposes nothing else of the site. */
const keyFor = (siteKey: string) => createHmac('sha256', siteKey).update('rejected applicants').digest('hex')

/**
 * Recognises somebody who was rejected: a hash of serial number (folded, see `foldSerial`) and birthday, with a key
 * that is not in the database. After a change of the site key it no longer recognises earlier ones.
 */
export const personFingerprint = (siteKey: string): SQL<string | null> =>
  sql`encode(sha256(convert_to(${keyFor(siteKey)}::text || nullif(fold_serial(${users.militarySerial}), '') || '/' || ${users.birthday}::text, 'UTF8')), 'hex')`

/** The picture of an applicant's payment, joined by queries for concerns. */
export const paymentPicture = alias(uploads, 'proof')

/** The only thing stored of a rejected application's payment reference. */
export const referenceFingerprint = sql<string>`encode(sha256(convert_to(${users.paymentReference}, 'UTF8')), 'hex')`

/** Concerns about an application, as far as the database can tell. */
const concerns = (siteKey: string) =>
  ({
    'serial-alike': sql<boolean>`exists (select from users other
    where other.id <> ${users.id} and ${sameSerial('other', 'users')})`,
    'person-alike': sql<boolean>`exists (select from users other
    where other.id <> ${users.id} and ${samePerson('other', 'users')})`,
    'person-rejected': sql<boolean>`${personFingerprint(siteKey)}
    in (select rejected.fingerprint from rejected_applicants rejected)`,
    'too-young': sql<boolean>`${users.birthday} > ${users.createdAt} - make_interval(years => ${youngestApplicant})`,
    'payment-reference-seen': sql<boolean>`exists (select from users other
    where other.payment_reference = ${users.paymentReference} and other.id <> ${users.id})`,
    'payment-picture-seen': sql<boolean>`exists (select from uploads same
    join users other on other.payment_proof_path = same.path and other.id <> ${users.id}
    where same.sha256 = ${paymentPicture.sha256} and same.path <> ${paymentPicture.path})`,
    'payment-reference-rejected': sql<boolean>`${referenceFingerprint}
    in (select rejected.sha256 from rejected_payments rejected where rejected.kind = 'reference')`,
    'payment-picture-rejected': sql<boolean>`${paymentPicture.sha256}
    in (select rejected.sha256 from rejected_payments rejected where rejected.kind = 'picture')`,
    'document-missing': sql<boolean>`${users.commissionDocumentPath} is null`,
    'payment-proof-missing': sql<boolean>`${users.paymentProofPath} is null`,
    'signature-missing': sql<boolean>`${users.signaturePath} is null`,
    'picture-missing': sql<boolean>`${users.profilePicturePath} is null or ${users.photoUploadPath} is null`,
  }) satisfies Record<Concern, SQL<boolean>>

/** For a few applicants: finds equal pictures first, as an array. With a join, the planner may scan all members. */
export const concernsOfFew = (siteKey: string) => ({
  ...concerns(siteKey),
  'payment-picture-seen': sql<boolean>`exists (select from users other
    where other.id <> ${users.id} and other.payment_proof_path = any(array(select same.path from uploads same
      where same.sha256 = ${paymentPicture.sha256} and same.path <> ${paymentPicture.path})))`,
})

/** In reverse order: the checks for missing items come first, because they read no other rows. Null is no concern. */
export const anyConcern = (siteKey: string): SQL<boolean> =>
  sql<boolean>`(${or(...Object.values(concerns(siteKey)).toReversed())}) is true`
