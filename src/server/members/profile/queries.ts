import { and, eq, isNull, not, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { picturePaths, recordColumns } from '#server/members/record-columns.ts'
import { uploadIdAt } from '#server/storage/uploads.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { recordOf, without } from '#shared/objects.ts'

/** A whole profile, for the member it belongs to and for those who may read any. */
const profileColumns = {
  ...recordColumns,
  healthConsentAt: users.healthConsentAt,
  privacyNoticeVersion: users.privacyNoticeVersion,
  privacyNoticeAcceptedAt: users.privacyNoticeAcceptedAt,
  withdrawnAt: users.withdrawnAt,
  unsubscribedAt: users.unsubscribedAt,
  emailRefusedAt: users.emailRefusedAt,
  version: users.version,
  createdAt: users.createdAt,
  /** Ids for opening them, never paths. */
  ...recordOf(memberFileKinds, (kind) => uploadIdAt(users[`${kind}Path`])),
}

/** Deleted people and observers are not members. */
const isPersonOf = (id: string) =>
  and(eq(users.id, id), isNull(users.erasedAt), not(users.isObserver), not(users.formerAdmin))

export async function findProfile(db: Queryable, id: string) {
  const [found] = await db.select(profileColumns).from(users).where(isPersonOf(id))
  return found ?? null
}

/** For a viewer: without proofs and signatures, and without the birthday, which with the serial number is a login. */
const nothing = sql<null>`null`
const viewerColumns = {
  ...profileColumns,
  birthday: nothing,
  commissionDocument: nothing,
  paymentProof: nothing,
  paymentReference: nothing,
  unsubscribedAt: nothing,
  emailRefusedAt: nothing,
  signature: nothing,
}

/** Viewers may read members, but not applicants or administrators. */
export async function findProfileForViewer(db: Queryable, id: string): Promise<MemberProfile | null> {
  const [found] = await db
    .select(viewerColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt), users.approved, not(users.isAdmin)))
  return found ?? null
}

export type MemberProfile = NonNullable<Awaited<ReturnType<typeof findProfile>>>

/** The record for an edit. None of it leaves the server. */
const editColumns = {
  ...without(profileColumns, memberFileKinds),
  ownPassword: users.ownPassword,
  ...picturePaths,
}

/** `update` locks the record until the transaction ends. */
export async function findBeforeEdit(db: Queryable, id: string, hold?: 'update') {
  const found = db.select(editColumns).from(users).where(isPersonOf(id))
  const [member] = await (hold ? found.for(hold) : found)
  return member ?? null
}

export type BeforeEdit = NonNullable<Awaited<ReturnType<typeof findBeforeEdit>>>
