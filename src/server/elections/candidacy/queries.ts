import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { candidatesFiles, nominees, uploads } from '#server/db/schema.ts'
import { releasePaths } from '#server/storage/uploads.ts'

/** The path of a candidate's document, if there is one; locked for the transaction that replaces it. */
export async function findCandidateFile(tx: Queryable, electionId: string, userId: string): Promise<string | null> {
  const [found] = await tx
    .select({ filepath: candidatesFiles.filepath })
    .from(candidatesFiles)
    .where(and(eq(candidatesFiles.electionId, electionId), eq(candidatesFiles.userId, userId)))
    .for('update')
  return found?.filepath ?? null
}

/** Whether this person already filed with this very document, that is, the request was repeated. */
export async function hasFiledWith(db: Queryable, electionId: string, userId: string, documentId: string) {
  const found = await db
    .select({ id: uploads.id })
    .from(candidatesFiles)
    .innerJoin(uploads, eq(uploads.path, candidatesFiles.filepath))
    .innerJoin(
      nominees,
      and(eq(nominees.electionId, candidatesFiles.electionId), eq(nominees.userId, candidatesFiles.userId)),
    )
    .where(
      and(eq(candidatesFiles.electionId, electionId), eq(candidatesFiles.userId, userId), eq(uploads.id, documentId)),
    )
  return found.length > 0
}

/** A withdrawn candidacy takes its document along. Returns the files to remove after the commit. */
export async function forgetCandidateFile(tx: Queryable, electionId: string, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(candidatesFiles)
    .where(and(eq(candidatesFiles.electionId, electionId), eq(candidatesFiles.userId, userId)))
    .returning({ path: candidatesFiles.filepath })
  return releasePaths(tx, ...gone.map(({ path }) => path))
}

export async function findOwnNomination(db: Queryable, electionId: string, userId: string) {
  const [found] = await db
    .select({
      nomineeId: nominees.id,
      status: nominees.status,
      answer: nominees.answer,
      /** They filed for candidacy themselves. */
      ownNomination: sql<boolean>`${nominees.nominatedBy} = ${nominees.userId}`,
    })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), eq(nominees.userId, userId)))
  return found ?? null
}
