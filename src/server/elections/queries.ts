import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Datable } from '#shared/elections/phases.ts'
import type { ElectionWindows } from '#shared/elections/windows.ts'
import type { Queryable } from '#server/db/database.ts'
import { candidatesFiles, elections, nominees, uploads, users, type NomineeSnapshot } from '#server/db/schema.ts'

const windowColumns = {
  id: elections.id,
  title: elections.title,
  voteLinkOpens: elections.voteLinkOpens,
  voteLinkCloses: elections.voteLinkCloses,
  candidacyOpens: elections.candidacyOpens,
  candidacyCloses: elections.candidacyCloses,
  candidacyFiling: elections.candidacyFiling,
  votingOpens: elections.votingOpens,
  certifiedAt: elections.certifiedAt,
}

export type OfferedElection = ElectionWindows & Datable & { title: string }

async function readElections(db: Queryable, which?: SQL): Promise<OfferedElection[]> {
  const rows = await db.select(windowColumns).from(elections).where(which)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    voteLinkOpens: row.voteLinkOpens.getTime(),
    voteLinkCloses: row.voteLinkCloses.getTime(),
    candidacyOpens: row.candidacyOpens.getTime(),
    candidacyCloses: row.candidacyCloses.getTime(),
    candidacyFiling: row.candidacyFiling,
    votingOpens: row.votingOpens.getTime(),
    certifiedAt: row.certifiedAt?.getTime() ?? null,
  }))
}

export async function findElection(db: Queryable, id: string): Promise<OfferedElection | null> {
  const [found] = await readElections(db, eq(elections.id, id))
  return found ?? null
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
  const gone = await db
    .delete(uploads)
    .where(
      and(
        eq(uploads.ownerId, ownerId),
        eq(uploads.bucket, 'candidate_documents'),
        eq(uploads.state, 'stored'),
        sql`${uploads.claimedAt} is null and ${uploads.id} <> ${kept}`,
      ),
    )
    .returning({ path: uploads.path })
  return gone.map(({ path }) => path)
}
