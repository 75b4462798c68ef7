import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { candidateProfiles, candidatesFiles, nominees, uploads, users } from '#server/db/schema.ts'
import { snapshotColumns } from '#server/elections/nominees.ts'

const nominators = alias(users, 'nominators')

/** Newest first, with the nominator's name and serial number for those who may see them. */
export async function listNominees(db: Queryable, electionId: string) {
  return db
    .select({
      id: nominees.id,
      userId: nominees.userId,
      status: nominees.status,
      pendingReason: nominees.pendingReason,
      nominatorId: nominees.nominatedBy,
      answer: nominees.answer,
      nominatedBy: nominators.fullName,
      nominatorSerial: nominators.militarySerial,
      data: nominees.data,
      hasDocument: sql<boolean>`${uploads.id} is not null`,
      withdrawn: sql<boolean>`${users.withdrawnAt} is not null`,
      idNumber: users.idNumber,
      photo: candidateProfiles.photo,
    })
    .from(nominees)
    .innerJoin(users, eq(users.id, nominees.userId))
    .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
    .innerJoin(nominators, eq(nominators.id, nominees.nominatedBy))
    .leftJoin(
      candidatesFiles,
      and(eq(candidatesFiles.electionId, nominees.electionId), eq(candidatesFiles.userId, nominees.userId)),
    )
    .leftJoin(uploads, eq(uploads.path, candidatesFiles.filepath))
    .where(eq(nominees.electionId, electionId))
    .orderBy(desc(nominees.createdAt), nominees.id)
}

export async function findNominee(db: Queryable, id: string) {
  const [found] = await db
    .select({
      electionId: nominees.electionId,
      userId: nominees.userId,
      nominatorId: nominees.nominatedBy,
      answer: nominees.answer,
      data: nominees.data,
    })
    .from(nominees)
    .where(eq(nominees.id, id))
  return found ?? null
}

/**
 * Members as a nomination stores them, by ID number. Locked, so that a record does not change while it is copied; in a fixed
 * order, so that two people who nominate the same members never deadlock.
 */
export async function snapshotsOf(tx: Queryable, idNumbers: readonly string[]) {
  return tx
    .select(snapshotColumns)
    .from(users)
    .where(
      and(
        inArray(users.idNumber, [...idNumbers]),
        users.approved,
        isNull(users.withdrawnAt),
        sql`not ${users.isAdmin}`,
      ),
    )
    .orderBy(users.id)
    .for('share')
}

export async function alreadyNominated(
  db: Queryable,
  electionId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .select({ userId: nominees.userId })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), inArray(nominees.userId, [...userIds])))
  return new Set(rows.map((row) => row.userId))
}

export async function countNominatedBy(db: Queryable, electionId: string, nominatorId: string): Promise<number> {
  const [found] = await db
    .select({ made: count() })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), eq(nominees.nominatedBy, nominatorId)))
  return found?.made ?? 0
}
