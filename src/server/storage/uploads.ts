import { Readable } from 'node:stream'
import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema/files.ts'
import { strayFiles } from '#server/db/schema/operations.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, type ErrorCode, mustExist } from '#shared/errors.ts'
import type { Bucket } from '#shared/file-access.ts'
import { memberFile, type MemberFileKind } from '#shared/members/files.ts'
import { pictureMaxBytes } from '#shared/uploads.ts'
import { newPath, tidyName } from './file-names.ts'
import { reencode, type PictureDeps, type PictureKind } from './reencode.ts'
import type { PutOptions } from './storage.ts'

export type UploadDeps = Pick<Deps, 'db' | 'storage' | 'log'>

export interface IncomingFile extends PutOptions {
  bucket: Bucket
  /** Null for a visitor who is registering; the file gets its owner when it is claimed. */
  ownerId: string | null
  originalName: string
  /** The detected type, not what its sender declared. */
  mime: string
  stream: AsyncIterable<Uint8Array>
}

interface ReceivedUpload {
  id: string
  path: string
  size: number
  sha256: string
}

export async function receiveUpload(deps: UploadDeps, file: IncomingFile): Promise<ReceivedUpload> {
  const { bucket, ownerId, mime } = file
  const path = newPath(bucket, mime)
  const row = { path, bucket, ownerId, mime, originalName: tidyName(file.originalName) }
  const [{ id } = { id: '' }] = await deps.db.insert(uploads).values(row).returning({ id: uploads.id })
  try {
    const stored = await deps.storage.put(path, file.stream, file)
    if (stored.size === 0) throw new AppError('invalid-input')
    const updated = await deps.db
      .update(uploads)
      .set({ ...stored, state: 'stored' })
      .where(and(eq(uploads.id, id), notDiscarded))
    if (updated.rowCount !== 1) throw new Error('the record of an upload went away while it was received')
    return { id, path, ...stored }
  } catch (error) {
    await removeFiles(deps, [path])
    throw error
  }
}

/** For content that is already in memory. */
export const storeBytes = (
  deps: UploadDeps,
  bytes: Buffer,
  file: Omit<IncomingFile, 'stream' | 'maxBytes'>,
): Promise<ReceivedUpload> => receiveUpload(deps, { ...file, maxBytes: bytes.length, stream: Readable.from([bytes]) })

interface Claim {
  uploadId: string
  ownerId: string
  /** Who sent it, if not the owner: an administrator who changes a member's picture. */
  sentBy?: string
  bucket: Bucket
}

/**
 * Attaches an upload to a record, in the transaction that writes the record. An upload is claimed once: by its sender,
 * or, if a visitor sent it, by whoever has its unguessable id.
 */
export async function claimUpload(
  tx: Queryable,
  { uploadId, ownerId, sentBy = ownerId, bucket }: Claim,
): Promise<{ path: string; mime: string }> {
  const [claimed] = await tx
    .update(uploads)
    .set({ claimedAt: Date.now(), ownerId })
    .where(
      and(
        eq(uploads.id, uploadId),
        eq(uploads.bucket, bucket),
        eq(uploads.state, 'stored'),
        isNull(uploads.claimedAt),
        or(isNull(uploads.ownerId), eq(uploads.ownerId, sentBy)),
      ),
    )
    .returning({ path: uploads.path, mime: uploads.mime })
  return mustExist(claimed)
}

/** Returns its path. If it is gone, the refusal has a sentence for its field: it must be chosen again. */
export async function claimOrAskAgain(tx: Queryable, claim: Claim, fields: Record<string, string>): Promise<string> {
  const claimed = claimUpload(tx, claim).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('invalid-input', { fields }) : error
  })
  return (await claimed).path
}

/** The id by which people open a file, whose path they never see. */
export const uploadIdAt = (path: AnyPgColumn) =>
  sql<string | null>`(select ${uploads.id} from ${uploads} where ${uploads.path} = ${path})`

/** Every upload that is not released, including those still in progress. */
export const notDiscarded = ne(uploads.state, 'discarded')

const releasedFields = {
  state: 'discarded',
  ownerId: null,
  claimedAt: null,
  originalName: '',
  size: 0,
  sha256: null,
} as const

export const notInTrash = sql`not exists (select from stray_files where path = ${uploads.path} and trashed_at is not null)`

/**
 * Call this in the transaction that no longer needs these files. From then on nobody can open or claim them, and their
 * rows keep only the path. Pass the paths to `removeFiles` after the commit; otherwise the sweep removes them.
 */
export async function releaseUploads(tx: Queryable, which: SQL): Promise<string[]> {
  const rows = await tx.update(uploads).set(releasedFields).where(which).returning({ path: uploads.path })
  return rows.map(({ path }) => path)
}

/** Like `releaseUploads`, but by path. Skips and leaves out missing paths. */
export async function releasePaths(tx: Queryable, ...paths: readonly (string | null | undefined)[]): Promise<string[]> {
  const nonNullPaths = paths.filter((path) => path !== null && path !== undefined)
  if (nonNullPaths.length > 0) await releaseUploads(tx, inArray(uploads.path, nonNullPaths))
  return nonNullPaths
}

/**
 * Changes or deletes the row of an upload that nothing refers to; the database refuses to delete one that is in use.
 * Returns false if no row matches.
 */
export async function replaceUnused(
  tx: Queryable,
  which: SQL | undefined,
  change: Partial<typeof uploads.$inferInsert> | null,
): Promise<boolean> {
  const [row] = await tx.delete(uploads).where(which).returning()
  if (row && change) await tx.insert(uploads).values({ ...row, ...change })
  return row !== undefined
}

/**
 * Releases the row, which fails while anything uses it, then removes the file, then the row. If the process is killed
 * in between, the sweep goes on from the row. The storage may be slow, so no transaction is open during the call.
 */
export async function removeUpload({ db, storage }: UploadDeps, path: string): Promise<void> {
  const thisOne = eq(uploads.path, path)
  await inTransaction({ db }, (tx) => replaceUnused(tx, and(thisOne, notDiscarded), releasedFields))
  await storage.remove(path)
  await db.delete(uploads).where(and(thisOne, eq(uploads.state, 'discarded')))
  await db.delete(strayFiles).where(eq(strayFiles.path, path))
}

/** The rows are already released, so the sweep removes later whatever fails here. */
export async function removeFiles(deps: UploadDeps, paths: string[]): Promise<void> {
  for (const path of paths)
    await removeUpload(deps, path).catch((err: unknown) =>
      deps.log.warn({ err, path }, 'a file is left to the sweeper'),
    )
}

export interface IncomingPicture {
  stream: AsyncIterable<Uint8Array>
  maxBytes: number
  /** The greatest width at which it is displayed; a smaller picture keeps its size. */
  width: number
  bucket: Extract<Bucket, 'media' | 'announcements'>
  ownerId: string
  accept?: readonly PictureKind[]
  signal?: AbortSignal | undefined
}

export interface PicturePair {
  avif: { id: string; path: string }
  webp: { id: string; path: string }
}

export const pictureRefusals = { notAPicture: 'picture-not-a-picture', tooLarge: 'picture-too-large' } as const

/**
 * Stores a picture for the pages in two formats: checked by its content, upright, without metadata (where, when and by
 * which phone it was taken). A failure leaves nothing behind. It is unused until a record claims both files.
 */
export async function receivePagePicture(deps: PictureDeps, picture: IncomingPicture): Promise<PicturePair> {
  const { width, ownerId, bucket, signal, accept = ['jpeg', 'png'] } = picture
  // A strip may be narrow and endlessly long, so the height is limited too.
  const fits = { width, height: 2 * width }
  const { avif, webp } = await reencode(
    deps,
    { ...picture, fits, accept, refusals: pictureRefusals, lane: ownerId },
    async (drawing) => ({
      avif: await drawing().avif({ quality: 50 }).toBuffer(),
      webp: await drawing().webp({ quality: 78 }).toBuffer(),
    }),
  )
  const store = (bytes: Buffer, format: 'avif' | 'webp') =>
    storeBytes(deps, bytes, { bucket, ownerId, originalName: `picture.${format}`, mime: `image/${format}`, signal })
  const first = await store(avif, 'avif')
  try {
    const second = await store(webp, 'webp')
    return { avif: { id: first.id, path: first.path }, webp: { id: second.id, path: second.path } }
  } catch (error) {
    await removeFiles(deps, [first.path])
    throw error
  }
}

export interface MemberPicture {
  stream: AsyncIterable<Uint8Array>
  signal?: AbortSignal | undefined
  maxBytes: number
  longestSide: number
  /** The minimum for the shorter side. */
  shortestSide?: number | undefined
  /** Cut to a square from the middle. */
  square?: boolean | undefined
  bucket: Bucket
  /** Null for a visitor who is registering. */
  ownerId: string | null
  /** Senders in the same lane share one queue. */
  lane: string
  refusals: { notAPicture: ErrorCode; tooLarge: ErrorCode }
}

/** The terms for a person's own pictures, whether they register, correct an application or request a change. */
export const ownPicture = (kind: MemberFileKind) => ({
  ...memberFile(kind),
  maxBytes: pictureMaxBytes,
  refusals: {
    notAPicture: kind === 'profilePicture' ? 'square-picture-invalid' : 'picture-not-a-picture',
    tooLarge: 'image-too-large',
  } satisfies MemberPicture['refusals'],
})

/**
 * Stores a picture of a member or of their documents as one clean JPEG: upright, on white, without metadata. The same
 * picture sent twice gives the same bytes, so a proof of payment that was used before is recognised by its hash. A
 * failure leaves nothing behind, and the sweep removes what no record claims.
 */
export async function receiveMemberPicture(
  deps: PictureDeps,
  picture: MemberPicture,
): Promise<{ id: string; size: number }> {
  const { longestSide, bucket, ownerId, signal, square = false } = picture
  const fits = { width: longestSide, height: longestSide, square }
  const bytes = await reencode(deps, { ...picture, fits, accept: ['jpeg', 'png'], paper: '#ffffff' }, (drawing) =>
    drawing().jpeg({ quality: 85 }).toBuffer(),
  )
  return storeBytes(deps, bytes, { bucket, ownerId, originalName: 'picture.jpg', mime: 'image/jpeg', signal })
}
