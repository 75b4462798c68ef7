import { appendAudit } from '#server/audit/audit.ts'
import { sureNow } from '#server/clock.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { candidatesFiles, nominees } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockWindows } from '#server/elections/lock-windows.ts'
import { findSnapshot, isNominated, isWhole } from '#server/elections/nominees.ts'
import type { Person } from '#server/http/session.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'
import { claimUpload, releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { whyCannotFile } from '#shared/elections/candidacy/candidacy.ts'
import { AppError, refuseIf } from '#shared/errors.ts'
import { documents } from '#shared/uploads.ts'
import { findCandidateFile, hasFiledWith } from './queries.ts'

type FilingDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>
interface Filing {
  electionId: string
  documentId: string
}

/**
 * Stores the document and registers the member as their own nominee: both or neither, and only once. The same request sent again
 * after a lost reply gets the same answer.
 */
export async function fileCandidacy(deps: FilingDeps, member: Person, filing: Filing): Promise<{ registered: true }> {
  try {
    await removeFiles(deps, await inTransaction(deps, (tx) => register(deps, tx, member, filing)))
  } catch (error) {
    if (!(await hasFiledWith(deps.db, filing.electionId, member.id, filing.documentId)))
      throw violated(error) === 'nominees_once_per_election' ? new AppError('already-nominated') : error
  }
  return { registered: true }
}

/** Returns the files of an earlier, withdrawn candidacy, to be removed after the commit. */
async function register(deps: FilingDeps, tx: Queryable, member: Person, { electionId, documentId }: Filing) {
  const election = await lockWindows(tx, electionId)
  const person = await findSnapshot(tx, member.id)
  if (!person?.military_serial) throw new AppError('not-found')
  const alreadyNominated = await isNominated(tx, electionId, member.id)
  refuseIf(whyCannotFile(election, { ...person, alreadyNominated }, sureNow(deps.clock)))
  if (!isWhole(person)) throw new AppError('candidate-incomplete')

  const documentBefore = await findCandidateFile(tx, electionId, member.id)
  const claim = { uploadId: documentId, ownerId: member.id, bucket: 'candidate_documents' } as const
  const { path: filepath } = await claimUpload(tx, claim)
  const [nominee] = await tx
    .insert(nominees)
    .values({
      electionId,
      userId: member.id,
      nominatedBy: member.id,
      data: person,
      status: 'approved',
      answer: 'accepted',
      answeredAt: deps.clock.now(),
    })
    .returning({ id: nominees.id })
  await tx
    .insert(candidatesFiles)
    .values({ electionId, userId: member.id, filepath })
    .onConflictDoUpdate({ target: [candidatesFiles.electionId, candidatesFiles.userId], set: { filepath } })
  const released = await releasePaths(tx, documentBefore)
  await appendAudit(tx, deps.clock, {
    actor: member.id,
    action: 'candidacy filed',
    ...(nominee && { subject: nominee.id }),
    detail: { election: electionId, member: member.id },
  })
  return released
}

/** A candidate's document, unused until the candidacy is filed with it. */
export const receiveCandidateDocument = (deps: Deps, member: Person, sent: SentDocument): Promise<{ id: string }> =>
  receiveDocument(deps, sent, {
    ownerId: member.id,
    ...documents.candidate,
    whyNot: () => whyNotNow(deps, member),
  })

async function whyNotNow(deps: Deps, member: Person) {
  const election = await deps.elections.current()
  if (!election || election.cancelledAt !== null) return 'candidacy-closed'
  const person = await findSnapshot(deps.db, member.id)
  const alreadyNominated = await isNominated(deps.db, election.id, member.id)
  const candidate = { alreadyNominated, ms: person?.ms ?? null, region: person?.region ?? null }
  return whyCannotFile(election, candidate, deps.clock.now())
}
