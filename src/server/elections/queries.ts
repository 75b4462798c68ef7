import { and, eq, sql } from 'drizzle-orm'
import { eachTime } from '#shared/elections/schedule.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { candidatesFiles, elections, nominees, uploads, users, type NomineeSnapshot } from '#server/db/schema.ts'
import { forgetUpload, letGo } from '#server/storage/uploads.ts'

/**
 * What an election's windows are at this moment, whatever was read of them before. Held, so that nobody moves a closing while
 * something is let in.
 */
export async function holdWindows(tx: Queryable, id: string) {
  const [row] = await tx
    .select({ ...eachTime((field) => elections[field]), candidacyFiling: elections.candidacyFiling })
    .from(elections)
    .where(eq(elections.id, id))
    .for('share')
  if (!row) throw new AppError('not-found')
  return { ...eachTime((field) => row[field].getTime()), candidacyFiling: row.candidacyFiling }
}

export async function isNominated(db: Queryable, electionId: string, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: nominees.id })
    .from(nominees)
    .where(and(eq(nominees.electionId, electionId), eq(nominees.userId, userId)))
  return found.length > 0
}

/** What a nomination keeps of a person. */
export const snapshotColumns = {
  id: users.id,
  first_name: users.firstName,
  middle_name: users.middleName,
  last_name: users.lastName,
  rank: users.rank,
  military_serial: users.militarySerial,
  ms: users.ms,
  region: users.region,
  unit_assignment: users.unitAssignment,
  profile_picture_path: users.profilePicturePath,
  is_admin: users.isAdmin,
}

type Unproven = Omit<NomineeSnapshot, 'ms' | 'region'> & { [Key in 'ms' | 'region']: NomineeSnapshot[Key] | null }

/** Somebody with a service and a region, as a nominee must be. */
export const isWhole = (person: Unproven): person is NomineeSnapshot => person.ms !== null && person.region !== null

/** The person as a nomination keeps them. Held, so that the record does not change while it is copied. */
export async function findSnapshot(tx: Queryable, userId: string) {
  const [found] = await tx.select(snapshotColumns).from(users).where(eq(users.id, userId)).for('share')
  return found ?? null
}

/** Where a candidate's document is kept, if there is one; held for the transaction that replaces it. */
export async function findCandidateFile(tx: Queryable, electionId: string, userId: string): Promise<string | null> {
  const [found] = await tx
    .select({ filepath: candidatesFiles.filepath })
    .from(candidatesFiles)
    .where(and(eq(candidatesFiles.electionId, electionId), eq(candidatesFiles.userId, userId)))
    .for('update')
  return found?.filepath ?? null
}

/** Whether this person has filed with this very document: the same request, come a second time. */
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

/** Documents that were sent before and never used: a new one takes their place, so that nobody fills the storage. */
export async function forgetUnusedDocuments(db: Queryable, ownerId: string, kept: string): Promise<string[]> {
  return letGo(
    db,
    sql`${eq(uploads.ownerId, ownerId)} and ${eq(uploads.bucket, 'candidate_documents')} and ${eq(uploads.state, 'stored')}
      and ${uploads.claimedAt} is null and ${uploads.id} <> ${kept}`,
  )
}

/** A candidacy that is taken back takes its document along; answers the files to remove once the transaction has held. */
export async function forgetCandidateFile(tx: Queryable, electionId: string, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(candidatesFiles)
    .where(and(eq(candidatesFiles.electionId, electionId), eq(candidatesFiles.userId, userId)))
    .returning({ path: candidatesFiles.filepath })
  for (const { path } of gone) await forgetUpload(tx, path)
  return gone.map(({ path }) => path)
}
