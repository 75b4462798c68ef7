import { eq } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { sureNow } from '#server/clock.ts'
import { databaseRefusal, inTransaction, type Queryable } from '#server/db/database.ts'
import { candidateProfiles, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockWindows } from '#server/elections/lock-windows.ts'
import type { Person } from '#server/http/session.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'
import { claimUpload, releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { whyCannotWriteProfile, type CandidateProfileForm } from '#shared/elections/candidacy/profile.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { documents } from '#shared/uploads.ts'
import { findOwnNomination } from './queries.ts'

/** A picture for voters. Nobody sees it until the candidate saves it with their statement; left unclaimed, it is deleted. */
export const receiveCandidatePhoto = (deps: Deps, member: Person, sent: SentDocument): Promise<{ id: string }> =>
  receiveDocument(deps, sent, {
    ownerId: member.id,
    ...documents.candidatePhoto,
    whyNot: async () => {
      const election = await deps.elections.current()
      const nominee = election && (await findOwnNomination(deps.db, election.id, member.id))
      return nominee ? whyCannotWriteProfile(election, deps.clock.now()) : 'not-found'
    },
  })

/** Saves statement and picture together, until voting opens. */
export async function writeCandidateProfile(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>,
  member: Person,
  electionId: string,
  form: CandidateProfileForm,
): Promise<void> {
  const released = await inTransaction(deps, async (tx) => {
    const election = await lockWindows(tx, electionId)
    const nominee = mustExist(await findOwnNomination(tx, electionId, member.id))
    const now = sureNow(deps.clock)
    refuseIf(whyCannotWriteProfile(election, now))
    const photoBefore = await lockOwnPhoto(tx, nominee.nomineeId)
    const ownPhotoPath = await photoFor(tx, member, form, photoBefore)
    const { statement, photo } = form
    const values = { statement, photo, ownPhotoPath, updatedAt: now }
    await tx
      .insert(candidateProfiles)
      .values({ nomineeId: nominee.nomineeId, ...values })
      .onConflictDoUpdate({ target: candidateProfiles.nomineeId, set: values })
    await appendAudit(tx, deps.clock, {
      actor: member.id,
      action: 'candidate profile written',
      subject: nominee.nomineeId,
      detail: { election: electionId, member: member.id },
    })
    return photoBefore === ownPhotoPath ? [] : releasePaths(tx, photoBefore)
  }).catch(asProfileSettled)
  await removeFiles(deps, released)
}

async function photoFor(
  tx: Queryable,
  member: Person,
  { photo, photoId }: CandidateProfileForm,
  photoBefore: string | null,
): Promise<string | null> {
  if (photo !== 'own') return null
  if (photoId === undefined && photoBefore !== null) return photoBefore
  const fields = { photo: candidateText.photoMissing }
  if (photoId === undefined) throw new AppError('invalid-input', { fields })
  const [sent] = await tx.select({ path: uploads.path }).from(uploads).where(eq(uploads.id, photoId))
  // The same request again after a lost reply.
  if (photoBefore !== null && sent?.path === photoBefore) return photoBefore
  const claim = { uploadId: photoId, ownerId: member.id, bucket: 'candidate_documents' } as const
  const claimed = await claimUpload(tx, claim).catch((error: unknown) => {
    // Deleted meanwhile: it must be chosen again.
    throw error instanceof AppError ? new AppError('invalid-input', { fields }) : error
  })
  // The bucket also holds candidates' documents.
  if (!claimed.mime.startsWith('image/')) throw new AppError('invalid-input', { fields })
  return claimed.path
}

async function lockOwnPhoto(tx: Queryable, nomineeId: string): Promise<string | null> {
  const [found] = await tx
    .select({ path: candidateProfiles.ownPhotoPath })
    .from(candidateProfiles)
    .where(eq(candidateProfiles.nomineeId, nomineeId))
    .for('update')
  return found?.path ?? null
}

/** The picture goes with the nomination. Returns the files to remove after the commit. */
export async function forgetCandidatePhoto(tx: Queryable, nomineeId: string): Promise<string[]> {
  return releasePaths(tx, await lockOwnPhoto(tx, nomineeId))
}

/** The database refuses too, in case the election is frozen at that very moment. */
export function asProfileSettled(error: unknown): never {
  if (databaseRefusal(error)?.constraint === 'candidate_profiles_stay_once_voting_began')
    throw new AppError('candidacy-settled')
  throw error
}
