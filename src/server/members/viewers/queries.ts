import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { users, viewers } from '#server/db/schema.ts'
import { wholeName } from '#server/members/whole-name.ts'

const adders = alias(users, 'adders')

const shown = { id: users.id, name: wholeName, idNumber: users.idNumber, rank: users.rank, ms: users.ms }

/** By name. Null for who added them before names were kept. */
export const listViewers = (db: Queryable) =>
  db
    .select({
      ...shown,
      withdrawn: sql<boolean>`${users.withdrawnAt} is not null`,
      addedBy: adders.fullName,
      addedAt: viewers.addedAt,
    })
    .from(viewers)
    .innerJoin(users, eq(users.id, viewers.userId))
    .leftJoin(adders, eq(adders.id, viewers.addedBy))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.idNumber))

/** Administrators read every profile as it is, and who has left cannot log in. */
const canBeViewer = and(users.approved, isNull(users.withdrawnAt), isNull(users.erasedAt), not(users.isAdmin))

export const describeCandidates = (db: Queryable, ids: readonly string[]) =>
  db
    .select({
      ...shown,
      region: users.region,
      unit: users.unitAssignment,
      isViewer: sql<boolean>`exists (select from ${viewers} where ${viewers.userId} = ${users.id})`,
    })
    .from(users)
    .where(and(inArray(users.id, [...ids]), canBeViewer))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.idNumber))

/** Held, so that nobody withdraws or erases them meanwhile. */
export async function lockCandidate(tx: Queryable, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), canBeViewer))
    .for('share')
  return found.length > 0
}
