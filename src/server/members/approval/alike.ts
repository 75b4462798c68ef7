import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { uploads, users, wholeName } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { personFingerprint, paymentPicture } from '#server/members/applicants.ts'
import { samePerson, sameSerial } from '#server/members/record-columns.ts'
import type { SimilarRecords } from '#shared/members/approval/approval.ts'
import type { Instant } from '#shared/time.ts'
import { amongApplicants } from './queries.ts'

/** More than a few matches are one mistake, such as a payment reference that everybody copies. */
const shownAtMost = 3

const applicant = alias(users, 'applicant')
const itsProof = alias(uploads, 'its_proof')

const sameNumber = sql<boolean>`coalesce(${sameSerial('users', 'applicant')}, false)`
const sameNameAndBirthday = sql<boolean>`coalesce(${samePerson('users', 'applicant')}, false)`
const sameReference = sql<boolean>`coalesce(${users.paymentReference} = ${applicant.paymentReference}, false)`
const samePicture = sql<boolean>`coalesce(${paymentPicture.sha256} = ${itsProof.sha256}, false)`

/** Each by its own index: a single condition would read every record. */
const candidates = (id: string) => sql`
  select other.id from users me join users other on ${sameSerial('other', 'me')} where me.id = ${id}
  union all
  select other.id from users me join users other on ${samePerson('other', 'me')} where me.id = ${id}
  union all
  select other.id from users me join users other on other.payment_reference = me.payment_reference where me.id = ${id}
  union all
  select other.id from users me join uploads mine on mine.path = me.payment_proof_path
    join uploads same on same.sha256 = mine.sha256 join users other on other.payment_proof_path = same.path where me.id = ${id}`

/** The records an application resembles, and whether a similar one was rejected before. */
export async function findAlike({ db, siteKey }: Pick<Deps, 'db' | 'siteKey'>, id: string): Promise<SimilarRecords> {
  const found = await db
    .select({
      id: users.id,
      name: wholeName,
      militarySerial: users.militarySerial,
      birthday: users.birthday,
      idNumber: users.idNumber,
      approved: users.approved,
      withdrawnAt: users.withdrawnAt,
      returnedAt: users.returnedAt,
      appliedAt: users.createdAt,
      picture: sql<string | null>`(select file.id from uploads file where file.path = ${users.profilePicturePath})`,
      same: { serial: sameNumber, person: sameNameAndBirthday, reference: sameReference, picture: samePicture },
    })
    .from(applicant)
    .innerJoin(users, and(ne(users.id, applicant.id), isNotNull(users.militarySerial), isNull(users.erasedAt)))
    .leftJoin(itsProof, eq(itsProof.path, applicant.paymentProofPath))
    .leftJoin(paymentPicture, eq(paymentPicture.path, users.paymentProofPath))
    .where(and(eq(applicant.id, id), sql`${users.id} = any(array(${candidates(id)}))`))
    // The likeliest duplicate first: the same person before the same payment, a member before an applicant.
    .orderBy(desc(sameNumber), desc(sameNameAndBirthday), desc(users.approved), users.createdAt)
    .limit(shownAtMost)
  return {
    records: found.map(({ approved, withdrawnAt, returnedAt, appliedAt, same, ...record }) => ({
      ...record,
      standing: withdrawnAt ? 'withdrawn' : approved ? 'member' : returnedAt ? 'sent back' : 'waiting',
      appliedAt,
      same: (Object.keys(same) as (keyof typeof same)[]).filter((what) => same[what]),
    })),
    rejectedAt: await rejectedAt({ db, siteKey }, id),
  }
}

async function rejectedAt({ db, siteKey }: Pick<Deps, 'db' | 'siteKey'>, id: string): Promise<Instant | null> {
  const [found] = await db
    .select({
      at: sql<Instant | null>`(select rejected.rejected_at from rejected_applicants rejected where rejected.fingerprint = ${personFingerprint(siteKey)})`.mapWith(
        users.createdAt,
      ),
    })
    .from(users)
    .where(amongApplicants([id]))
  return found?.at ?? null
}
