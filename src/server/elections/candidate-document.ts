import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { candidateFileMaxBytes } from '#shared/elections/candidate-document.ts'
import { whyCannotFile } from '#shared/elections/windows.ts'
import type { Person } from '#server/accounts/session.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { receiveMemberPicture } from '#server/storage/member-pictures.ts'
import { withNamelessFile } from '#server/storage/nameless-file.ts'
import { letGo, peek } from '#server/storage/peek.ts'
import { receiveUpload, removeFiles } from '#server/storage/uploads.ts'
import { documentName, headBytes, kindByHead, mimeOfDocument } from './document-kind.ts'
import { findSnapshot, forgetUnusedDocuments, isNominated } from './queries.ts'

interface SentDocument {
  stream: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** As the person's phone called it. */
  name: string
}

/**
 * Takes a candidate's document by what it is, not by what it is called. Pictures are drawn anew, clean; documents are kept as
 * they are and only ever offered for download. Nobody uses it until the candidacy is filed with it.
 */
export async function receiveCandidateDocument(
  deps: Deps,
  member: Person,
  { stream, signal, name }: SentDocument,
): Promise<{ id: string }> {
  const { head, whole } = await peek(stream, headBytes)
  const kind = kindByHead(head)
  const why = kind ? await whyNotNow(deps, member) : 'candidate-file-type'
  if (!kind || why) {
    await letGo(whole)
    throw new AppError(why ?? 'candidate-file-type')
  }
  const sent = { stream: whole, signal, name }
  const { id } =
    kind === 'picture' ? await receivePicture(deps, member, sent) : await receiveDocument(deps, member, kind, sent)
  await removeFiles(deps, await forgetUnusedDocuments(deps.db, member.id, id))
  return { id }
}

async function whyNotNow(deps: Deps, member: Person) {
  const election = await deps.elections.current()
  if (!election) return 'candidacy-closed'
  const person = await findSnapshot(deps.db, member.id)
  const alreadyNominated = await isNominated(deps.db, election.id, member.id)
  const candidate = { alreadyNominated, ms: person?.ms ?? null, region: person?.region ?? null }
  return whyCannotFile(election, candidate, deps.clock.now())
}

async function receivePicture(deps: Deps, member: Person, { name, ...sent }: SentDocument) {
  const { id } = await receiveMemberPicture(deps, {
    ...sent,
    maxBytes: candidateFileMaxBytes,
    longestSide: 2400,
    bucket: 'candidate_documents',
    ownerId: member.id,
    lane: member.id,
    refusals: { notAPicture: 'candidate-file-type', tooLarge: 'candidate-file-too-large' },
  })
  const originalName = documentName(name.replace(/\.(jpe?g|png)$/i, ''), 'image/jpeg')
  await deps.db.update(uploads).set({ originalName }).where(eq(uploads.id, id))
  return { id }
}

function receiveDocument(
  deps: Deps,
  member: Person,
  kind: 'pdf' | 'doc' | 'docx',
  { name, ...sent }: SentDocument,
): Promise<{ id: string }> {
  const sending = {
    ...sent,
    maxBytes: candidateFileMaxBytes,
    tooLarge: 'candidate-file-too-large' as const,
    lane: member.id,
  }
  return withNamelessFile(deps.config.dataDir, sending, async (readAll) => {
    const bytes = await readAll()
    const mime = mimeOfDocument(kind, bytes)
    if (!mime) throw new AppError('candidate-file-type')
    return receiveUpload(deps, {
      bucket: 'candidate_documents',
      ownerId: member.id,
      originalName: documentName(name, mime),
      mime,
      maxBytes: bytes.length,
      stream: Readable.from([bytes]),
      signal: sent.signal,
    })
  })
}
