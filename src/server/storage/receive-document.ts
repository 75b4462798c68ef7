import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Bucket } from '#shared/file-access.ts'
import type { Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { documentName, headBytes, kindByHead, mimeOfDocument, type DocumentKind } from './document-kind.ts'
import { receiveMemberPicture } from './member-pictures.ts'
import { drain, readHead } from './stream-head.ts'
import { withUnlinkedTempFile } from './unlinked-temp-file.ts'
import { receiveUpload, releaseUploads, removeFiles } from './uploads.ts'

export interface SentDocument {
  stream: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** As the sender's phone called it. */
  name: string
}

export interface DocumentTerms {
  bucket: Extract<Bucket, 'candidate_documents' | 'announcements'>
  /** Whose document it is, whoever sends it. */
  ownerId: string
  takes: readonly DocumentKind[]
  wrongType: ErrorCode
  maxBytes: number
  tooLarge: ErrorCode
  /** Documents that the owner sent before and never used make room for this one, so that nobody fills the storage. */
  replacesUnused: boolean
  /** Why it is not taken now, if so; asked before the rest of it is read. */
  whyNot: () => Promise<ErrorCode | null>
}

/**
 * Takes a document by what it is, not by what it is called. Pictures are encoded anew, clean; documents are kept as they are and
 * only ever offered for download. Nobody uses it until a record claims it.
 */
export async function receiveDocument(
  deps: Deps,
  { stream, signal, name }: SentDocument,
  terms: DocumentTerms,
): Promise<{ id: string }> {
  const { takes, wrongType, whyNot } = terms
  const { head, whole } = await readHead(stream, headBytes)
  const found = kindByHead(head)
  const kind = found && takes.includes(found) ? found : null
  const why = kind ? await whyNot() : wrongType
  if (!kind || why) {
    await drain(whole)
    throw new AppError(why ?? wrongType)
  }
  const sent = { stream: whole, signal, name }
  const { id } =
    kind === 'picture' ? await receivePicture(deps, terms, sent) : await receiveFile(deps, terms, kind, sent)
  if (terms.replacesUnused) await removeFiles(deps, await forgetUnusedDocuments(deps.db, terms, id))
  return { id }
}

async function receivePicture(deps: Deps, terms: DocumentTerms, { name, ...sent }: SentDocument) {
  const { bucket, ownerId, maxBytes, wrongType, tooLarge } = terms
  const { id } = await receiveMemberPicture(deps, {
    ...sent,
    maxBytes,
    longestSide: 2400,
    bucket,
    ownerId,
    lane: ownerId,
    refusals: { notAPicture: wrongType, tooLarge },
  })
  const originalName = documentName(name.replace(/\.(jpe?g|png)$/i, ''), 'image/jpeg')
  await deps.db.update(uploads).set({ originalName }).where(eq(uploads.id, id))
  return { id }
}

function receiveFile(
  deps: Deps,
  { bucket, ownerId, maxBytes, wrongType, tooLarge }: DocumentTerms,
  kind: Exclude<DocumentKind, 'picture'>,
  { name, ...sent }: SentDocument,
): Promise<{ id: string }> {
  const sending = { ...sent, maxBytes, tooLarge, lane: ownerId }
  return withUnlinkedTempFile(deps.config.dataDir, sending, async (readAll) => {
    const bytes = await readAll()
    const mime = mimeOfDocument(kind, bytes)
    if (!mime) throw new AppError(wrongType)
    return receiveUpload(deps, {
      bucket,
      ownerId,
      originalName: documentName(name, mime),
      mime,
      maxBytes: bytes.length,
      stream: Readable.from([bytes]),
      signal: sent.signal,
    })
  })
}

async function forgetUnusedDocuments(
  db: Queryable,
  { bucket, ownerId }: DocumentTerms,
  kept: string,
): Promise<string[]> {
  return releaseUploads(
    db,
    sql`${eq(uploads.ownerId, ownerId)} and ${eq(uploads.bucket, bucket)} and ${eq(uploads.state, 'stored')}
      and ${uploads.claimedAt} is null and ${uploads.id} <> ${kept}`,
  )
}
