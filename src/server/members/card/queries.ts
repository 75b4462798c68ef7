import { and, asc, between, eq, isNotNull, isNull, like, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { uploads, users } from '#server/db/schema.ts'
import { standingColumns } from '#server/members/dues/standing.ts'
import { maxCardsPrinted, prefixOf } from '#shared/members/card/print-cards.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'

export interface StoredPicture {
  path: string
  sha256: string
}

/** Includes the picture's hash, so that a card with another picture gets another ETag. */
const pictureAt = (path: AnyPgColumn) =>
  sql<StoredPicture | null>`(select json_build_object('path', ${uploads.path}, 'sha256', ${uploads.sha256}) from ${uploads} where ${uploads.path} = ${path} and ${uploads.state} = 'stored')`

const cardColumns = {
  id: users.id,
  idNumber: users.idNumber,
  firstName: users.firstName,
  middleName: users.middleName,
  lastName: users.lastName,
  suffix: users.suffix,
  rank: users.rank,
  militarySerial: users.militarySerial,
  ms: users.ms,
  contactPersonFirstName: users.contactPersonFirstName,
  contactPersonMiddleName: users.contactPersonMiddleName,
  contactPersonLastName: users.contactPersonLastName,
  contactPersonRelationship: users.contactPersonRelationship,
  contactPersonNumber: users.contactPersonNumber,
  personnelAddress: users.personnelAddress,
  bloodType: users.bloodType,
  healthConsentAt: users.healthConsentAt,
  memberSince: users.memberSince,
  withdrawnAt: users.withdrawnAt,
  cardToken: users.cardToken,
  photo: pictureAt(users.profilePicturePath),
  signature: pictureAt(users.signaturePath),
}

/** Members with a number have a card, unless their data was erased. */
const hasCard = () => and(eq(users.approved, true), isNotNull(users.idNumber), isNull(users.erasedAt))

const readCards = (db: Queryable, plan: DuesPlan | null, which: SQL | undefined) =>
  db
    .select({ ...cardColumns, dues: standingColumns(plan) })
    .from(users)
    .where(and(hasCard(), which))
    .orderBy(asc(users.idNumber))
    // Reads one more than may be printed, to notice that there are too many.
    .limit(maxCardsPrinted + 1)

export async function findCard(db: Queryable, plan: DuesPlan | null, memberId: string): Promise<CardRecord | null> {
  const [found] = await readCards(db, plan, eq(users.id, memberId))
  return found ?? null
}

/** In the order of their numbers. Nobody needs a plastic card of a member who left. */
export const findCardsToPrint = (db: Queryable, plan: DuesPlan | null, which: SQL | undefined) =>
  readCards(db, plan, and(which, isNull(users.withdrawnAt)))

export const numberedBetween = (from: string, to: string) =>
  and(between(users.idNumber, from, to), like(users.idNumber, `${prefixOf(from)}%`))

export type CardRecord = Awaited<ReturnType<typeof findCardsToPrint>>[number]

/** Read for the page behind a QR code. */
export async function findCardByToken(db: Queryable, plan: DuesPlan | null, token: string) {
  const [found] = await db
    .select({
      firstName: users.firstName,
      middleName: users.middleName,
      lastName: users.lastName,
      suffix: users.suffix,
      idNumber: sql<string>`${users.idNumber}`,
      withdrawnAt: users.withdrawnAt,
      photo: pictureAt(users.profilePicturePath),
      dues: standingColumns(plan),
    })
    .from(users)
    .where(and(hasCard(), eq(users.cardToken, token)))
  return found ?? null
}
