import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import type { Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Bucket } from '#shared/file-access.ts'
import type { DocumentKind } from '#shared/uploads.ts'
import { extensionOf, tidyName } from './file-names.ts'
import { beginsWith, jpeg, png } from './reencode.ts'
import { withUnlinkedTempFile } from './unlinked-temp-file.ts'
import { receiveMemberPicture, receiveUpload, releaseUploads, removeFiles } from './uploads.ts'

export interface SentDocument {
  stream: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** Its name on the sender's device. */
  name: string
}

interface DocumentTerms {
  bucket: Extract<Bucket, 'candidate_documents' | 'announcements' | 'media' | 'mailings'>
  /** Who owns the document, whoever sends it. */
  ownerId: string
  takes: readonly DocumentKind[]
  wrongType: ErrorCode
  maxBytes: number
  tooLarge: ErrorCode
  /** Deletes the owner's earlier unused documents, so that nobody fills the storage. */
  replacesUnused: boolean
  /** Returns why documents are refused now, or null. Called before the rest of the file is read. */
  whyNot: () => Promise<ErrorCode | null>
}

/**
 * Accepts a document by its content, not its name. Pictures are re-encoded; documents are stored as they are and only
 * offered for download. The upload is unused until a record claims it.
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
    kind === 'picture' ? await receivePictureDocument(deps, terms, sent) : await receiveFile(deps, terms, kind, sent)
  if (terms.replacesUnused) await removeFiles(deps, await forgetUnusedDocuments(deps.db, terms, id))
  return { id }
}

async function receivePictureDocument(deps: Deps, terms: DocumentTerms, { name, ...sent }: SentDocument) {
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
  return withUnlinkedTempFile(deps.config.dataDir, sending, async (file) => {
    const mime = await file.inMemory((bytes) => mimeOfDocument(kind, bytes))
    if (!mime) throw new AppError(wrongType)
    const originalName = documentName(name, mime)
    return receiveUpload(deps, { ...sending, bucket, ownerId, originalName, mime, stream: file.stream() })
  })
}

async function forgetUnusedDocuments(
  db: Queryable,
  { bucket, ownerId }: DocumentTerms,
  keptId: string,
): Promise<string[]> {
  return releaseUploads(
    db,
    sql`${eq(uploads.ownerId, ownerId)} and ${eq(uploads.bucket, bucket)} and ${eq(uploads.state, 'stored')}
      and ${uploads.claimedAt} is null and ${uploads.id} <> ${keptId}`,
  )
}

/** Enough of a file to guess what it is; some programs write a line before a PDF begins. */
const headBytes = 1024

const zip = Buffer.from('PK\u0003\u0004', 'latin1')
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/** What a file seems to be by its first bytes; null if it is not accepted at all. */
function kindByHead(head: Buffer): DocumentKind | null {
  if (beginsWith(head, jpeg) || beginsWith(head, png)) return 'picture'
  if (beginsWith(head, zip)) return 'docx'
  if (beginsWith(head, compound)) return 'doc'
  return head.includes('%PDF-', 0, 'latin1') ? 'pdf' : null
}

const mimes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

/** The type of a whole document, or null if it is another kind of file in the same container. */
function mimeOfDocument(kind: Exclude<DocumentKind, 'picture'>, bytes: Buffer): string | null {
  const is = {
    pdf: () => bytes.subarray(-2048).includes('%%EOF', 0, 'latin1'),
    doc: () => bytes.includes(Buffer.from('WordDocument', 'utf16le')),
    docx: () => isWordZip(bytes),
  }[kind]
  return is() ? mimes[kind] : null
}

const maxEntries = 2000

/** Reads only the names in the ZIP directory. Nothing is unpacked, so nothing can expand. */
function isWordZip(bytes: Buffer): boolean {
  const names = new Set<string>()
  try {
    unzipSync(bytes, {
      filter({ name }) {
        // A directory may claim any number of entries, and all of them would be read.
        if (names.size === maxEntries || names.has(name))
          throw new Error('no document has a table of contents like this')
        names.add(name)
        return false
      },
    })
  } catch {
    return false
  }
  return names.has('[Content_Types].xml') && names.has('word/document.xml')
}

/** The sender's file name, with the extension of the actual type. */
function documentName(sent: string, mime: string): string {
  const ending = extensionOf(mime)
  const name = tidyName(sent)
  return name.toLowerCase().endsWith(`.${ending}`) ? name : `${name || 'document'}.${ending}`
}

/** Reads the first bytes of a stream, to recognise its type, and returns them beside the whole stream. */
export async function readHead(
  stream: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const rest = stream[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  for (let size = 0; size < length;) {
    const { done, value } = await rest.next()
    if (done) break
    chunks.push(value)
    size += value.length
  }
  const head = Buffer.concat(chunks)

  async function* whole() {
    try {
      yield head
      yield* { [Symbol.asyncIterator]: () => rest }
    } finally {
      await rest.return?.()
    }
  }
  return { head: head.subarray(0, length), whole: whole() }
}

/** For a refused body: the web server reads it to its end, so that the connection can be reused. */
export async function drain(stream: AsyncIterable<Uint8Array>): Promise<void> {
  const reader = stream[Symbol.asyncIterator]()
  await reader.next()
  await reader.return?.()
}
