import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { passwords, uploads, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import { asColumns } from '#server/members/record-columns.ts'
import { notDiscarded, notInTrash } from '#server/storage/uploads.ts'
import { memberFileKinds, type MemberFileKind } from '#shared/members/files.ts'
import { registrationFields } from '#shared/members/member-fields.ts'
import type { Registration } from '#shared/members/registration/registration.ts'
import { pick } from '#shared/objects.ts'
import type { Instant } from '#shared/time.ts'

/** Visitors' uploads that no record uses. The trash has its own limit. */
export async function sumUnclaimed(db: Queryable): Promise<{ files: number; bytes: number }> {
  const [sum] = await db
    .select({ files: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(${uploads.size}), 0)::bigint` })
    .from(uploads)
    .where(and(isNull(uploads.claimedAt), isNull(uploads.ownerId), notDiscarded, notInTrash))
  return sum ?? { files: 0, bytes: 0 }
}

/** Without those not asked for. */
export type ClaimedPaths = Partial<Record<MemberFileKind, string>>

const asRecord = (form: Registration) => asColumns(pick(form, registrationFields))

interface NewApplicant {
  id: string
  reference: string
  form: Registration
  paths: ClaimedPaths
  passwordHash: string
  at: Instant
}

export async function insertApplicant(
  deps: Pick<Deps, 'siteKey'>,
  tx: Queryable,
  { id, reference, form, paths, passwordHash, at }: NewApplicant,
) {
  const files = Object.fromEntries(memberFileKinds.map((kind) => [`${kind}Path`, paths[kind]]))
  const applicant = {
    id,
    ...asRecord(form),
    ...files,
    applicationReference: reference,
    approved: false,
    ownPassword: false,
    privacyNoticeVersion: form.privacyNotice,
    privacyNoticeAcceptedAt: at,
    healthConsentAt: form.healthConsent ? at : null,
    createdAt: at,
    updatedAt: at,
  }
  await changeAccounts(deps, tx, [id], () => tx.insert(users).values(applicant))
  await tx.insert(passwords).values({ userId: id, hash: passwordHash })
}

/** The application made from this very form with these very files, if it exists already. */
export async function findStored(db: Queryable, form: Registration): Promise<{ reference: string | null } | null> {
  const same = Object.entries(asRecord(form)).map(
    ([column, value]) => sql`${users[column as keyof ReturnType<typeof asRecord>]} is not distinct from ${value}`,
  )
  const sameFiles = memberFileKinds.map((kind) =>
    form[kind] === ''
      ? isNull(users[`${kind}Path`])
      : eq(users[`${kind}Path`], db.select({ path: uploads.path }).from(uploads).where(eq(uploads.id, form[kind]))),
  )
  const [found] = await db
    .select({ reference: users.applicationReference })
    .from(users)
    .where(and(...same, ...sameFiles))
  return found ?? null
}

export async function findTaken(
  db: Queryable,
  { email, militarySerial }: Pick<Registration, 'email' | 'militarySerial'>,
) {
  const found = await db
    .select({
      email: sql<boolean>`coalesce(${users.email} = ${email}, false)`,
      serial: sql<boolean>`coalesce(${users.militarySerial} = ${militarySerial}, false)`,
    })
    .from(users)
    .where(or(eq(users.email, email), eq(users.militarySerial, militarySerial)))
  return { email: found.some((one) => one.email), serial: found.some((one) => one.serial) }
}
