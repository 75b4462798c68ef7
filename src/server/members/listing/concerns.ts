import { or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Concern } from '#shared/members/listing/listing.ts'
import { uploads, users } from '#server/db/schema.ts'
import { samePerson } from '#server/members/same-person.ts'
import { fingerprintOf } from './rejected-applicants.ts'

/** The picture of an applicant's payment, joined by who asks for concerns. */
export const proof = alias(uploads, 'proof')

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
export const concernsOfFew = (siteKey: string) => ({
  ...concerns(siteKey),
  'payment-picture-seen': sql<boolean>`exists (select from users other
    where other.id <> ${users.id} and other.payment_proof_path = any(array(select same.path from uploads same
      where same.sha256 = ${proof.sha256} and same.path <> ${proof.path})))`,
})

/** From the last, because what is missing is told without looking at anybody else. Unknown is no concern. */
export const anyConcern = (siteKey: string): SQL<boolean> =>
  sql<boolean>`(${or(...Object.values(concerns(siteKey)).toReversed())}) is true`
