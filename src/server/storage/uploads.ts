import { Readable } from 'node:stream'
import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
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
    const marked = await deps.db
      .update(uploads)
      .set({ ...stored, state: 'stored' })
      .where(and(eq(uploads.id, id), notDiscarded))
    if (marked.rowCount !== 1) throw new Error('the record of an upload went away while it was received')
    return { id, path, ...stored }
  } catch (error) {
    await removeFiles(deps, [path])
    throw error
  }
}

/** For content that is in memory. */
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
 * Attaches an upload to a record, in the transaction that writes the record. Each upload is claimed once: by its sender, or, if
 * sent by a visitor, by whoever has its unguessable id.
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

/** Not released, including uploads still in progress. */
export const notDiscarded = ne(uploads.state, 'discarded')

const released = {
  state: 'discarded',
  ownerId: null,
  claimedAt: null,
  originalName: '',
  size: 0,
  sha256: null,
} as const

export const notInTrash = sql`not exists (select from stray_files where path = ${uploads.path} and trashed_at is not null)`

/**
 * For the transaction that no longer needs these files. From then on nobody can open or claim them, and their records tell
 * nothing but where they lie. Give the paths to `removeFiles` after the commit; if that never happens, they are swept.
 */
export async function releaseUploads(tx: Queryable, which: SQL): Promise<string[]> {
  const gone = await tx.update(uploads).set(released).where(which).returning({ path: uploads.path })
  return gone.map(({ path }) => path)
}

/** Like `releaseUploads`, by path: those that exist. */
export async function releasePaths(tx: Queryable, ...paths: readonly (string | null | undefined)[]): Promise<string[]> {
  const held = paths.filter((path) => path !== null && path !== undefined)
  if (held.length > 0) await releaseUploads(tx, inArray(uploads.path, held))
  return held
}

/**
 * Changes the record of an upload that nothing refers to, or takes it away: the database refuses to delete one that is in use.
 * Returns false when there is none of the kind.
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
 * Lets go of the record, which fails while anything uses it; then the file goes, then the record. Killed in between, the
 * sweeper finds the record and goes on. The storage is asked outside of any transaction, for it may take its time.
 */
export async function removeUpload({ db, storage }: UploadDeps, path: string): Promise<void> {
  const thisOne = eq(uploads.path, path)
  await inTransaction({ db }, (tx) => replaceUnused(tx, and(thisOne, notDiscarded), released))
  await storage.remove(path)
  await db.delete(uploads).where(and(thisOne, eq(uploads.state, 'discarded')))
  await db.delete(strayFiles).where(eq(strayFiles.path, path))
}

/** Their records are already released, so what fails here is removed later. */
export async function removeFiles(deps: UploadDeps, paths: string[]): Promise<void> {
  for (const path of paths)
    await removeUpload(deps, path).catch((err: unknown) =>
      deps.log.warn({ err, path }, 'a file is left to the sweeper'),
    )
}

export interface IncomingPicture {
  stream: AsyncIterable<Uint8Array>
  maxBytes: number
  /** As wide as it is ever displayed; a smaller picture stays as it is. */
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
 * A picture for the pages: checked by its content, upright, without metadata (where and when it was taken, by which phone),
 * in two formats. Whatever goes wrong leaves nothing. Nobody uses it until a record claims both.
 */
export async function receivePicture(deps: PictureDeps, picture: IncomingPicture): Promise<PicturePair> {
  const { width, ownerId, bucket, signal, accept = ['jpeg', 'png'] } = picture
  // The height is limited too: a strip may be narrow and endless.
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
  /** Who queues together. */
  lane: string
  refusals: { notAPicture: ErrorCode; tooLarge: ErrorCode }
}

/** A person's own pictures: the same rules for registering, correcting an application and requesting a change. */
export const ownPicture = (kind: MemberFileKind) => ({
  ...memberFile(kind),
  maxBytes: pictureMaxBytes,
  refusals: {
    notAPicture: kind === 'profilePicture' ? 'square-picture-invalid' : 'picture-not-a-picture',
    tooLarge: 'image-too-large',
  } satisfies MemberPicture['refusals'],
})

/**
 * A picture of a member or of their documents: one clean JPEG, upright, on white, without metadata. The same picture sent twice
 * becomes the same bytes, so that a proof of payment that was used before is recognised by its fingerprint. Whatever goes
 * wrong leaves nothing; what no record claims is swept.
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
