import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { smallFileMaxBytes } from '#shared/members/files.ts'
import type { Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { receiveMemberPicture } from '#server/storage/member-pictures.ts'
import { withUnlinkedTempFile } from '#server/storage/unlinked-temp-file.ts'
import { drain, readHead } from '#server/storage/stream-head.ts'
import { releaseUploads, receiveUpload, removeFiles } from '#server/storage/uploads.ts'
import { documentName, headBytes, kindByHead, mimeOfDocument, type DocumentKind } from './document-kind.ts'

export interface SentDocument {
  stream: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** As the sender's phone called it. */
  name: string
}

interface Terms {
  /** Whose document it is, whoever sends it. */
  ownerId: string
  takes: readonly DocumentKind[]
  wrongType: ErrorCode
  /** Why it is not taken now, if so; asked before the rest of it is read. */
  whyNot: () => Promise<ErrorCode | null>
}

/**
 * Takes a document of an election by what it is, not by what it is called. Pictures are encoded anew, clean; documents are kept as
 * they are and only ever offered for download. Nobody uses it until a record claims it; until then the next one of the same
 * owner takes its place.
 */
export async function receiveDocument(
  deps: Deps,
  { stream, signal, name }: SentDocument,
  { ownerId, takes, wrongType, whyNot }: Terms,
): Promise<{ id: string }> {
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
    kind === 'picture'
      ? await receivePicture(deps, ownerId, wrongType, sent)
      : await receiveFile(deps, ownerId, wrongType, kind, sent)
  await removeFiles(deps, await forgetUnusedDocuments(deps.db, ownerId, id))
  return { id }
}

async function receivePicture(deps: Deps, ownerId: string, wrongType: ErrorCode, { name, ...sent }: SentDocument) {
  const { id } = await receiveMemberPicture(deps, {
    ...sent,
    maxBytes: smallFileMaxBytes,
    longestSide: 2400,
    bucket: 'candidate_documents',
    ownerId,
    lane: ownerId,
    refusals: { notAPicture: wrongType, tooLarge: 'candidate-file-too-large' },
  })
  const originalName = documentName(name.replace(/\.(jpe?g|png)$/i, ''), 'image/jpeg')
  await deps.db.update(uploads).set({ originalName }).where(eq(uploads.id, id))
  return { id }
}

function receiveFile(
  deps: Deps,
  ownerId: string,
  wrongType: ErrorCode,
  kind: Exclude<DocumentKind, 'picture'>,
  { name, ...sent }: SentDocument,
): Promise<{ id: string }> {
  const sending = {
    ...sent,
    maxBytes: smallFileMaxBytes,
    tooLarge: 'candidate-file-too-large' as const,
    lane: ownerId,
  }
  return withUnlinkedTempFile(deps.config.dataDir, sending, async (readAll) => {
    const bytes = await readAll()
    const mime = mimeOfDocument(kind, bytes)
    if (!mime) throw new AppError(wrongType)
    return receiveUpload(deps, {
      bucket: 'candidate_documents',
      ownerId,
      originalName: documentName(name, mime),
      mime,
      maxBytes: bytes.length,
      stream: Readable.from([bytes]),
      signal: sent.signal,
    })
  })
}

/** Documents that were sent before and never used: a new one takes their place, so that nobody fills the storage. */
async function forgetUnusedDocuments(db: Queryable, ownerId: string, kept: string): Promise<string[]> {
  return releaseUploads(
    db,
    sql`${eq(uploads.ownerId, ownerId)} and ${eq(uploads.bucket, 'candidate_documents')} and ${eq(uploads.state, 'stored')}
      and ${uploads.claimedAt} is null and ${uploads.id} <> ${kept}`,
  )
}
