import { and, eq, isNull, or } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import type { Bucket } from '#shared/files.ts'
import { uploads } from '#server/db/schema/files.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import { newPath, tidyName } from './file-names.ts'
import type { PutOptions } from './storage.ts'

export type UploadDeps = Pick<Deps, 'db' | 'storage' | 'log'>

export interface IncomingFile extends PutOptions {
  bucket: Bucket
  /** Null for a visitor who is registering; the file gets its owner when it is claimed. */
  ownerId: string | null
  originalName: string
  /** What the file was found to be, not what its sender called it. */
  mime: string
  stream: AsyncIterable<Uint8Array>
}

export interface ReceivedUpload {
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
      .where(eq(uploads.id, id))
    if (marked.rowCount !== 1) throw new Error('the record of an upload went away while it was received')
    return { id, path, ...stored }
  } catch (error) {
    await removeUpload(deps, path).catch((err) =>
      deps.log.warn({ err, path }, 'a failed upload is left to the sweeper'),
    )
    throw error
  }
}

export interface Claim {
  uploadId: string
  /** Whose file it is from now on. */
  ownerId: string
  /** Who sent it, if not the owner: an administrator who changes a member's picture. */
  sentBy?: string
  bucket: Bucket
}

/**
 * Makes an upload part of a record, in the transaction that writes the record. Each upload is claimed once: by the person
 * who sent it, or, if sent by a visitor, by whoever holds its unguessable id.
 */
export async function claimUpload(
  tx: Queryable,
  { uploadId, ownerId, sentBy = ownerId, bucket }: Claim,
): Promise<{ path: string; mime: string }> {
  const [claimed] = await tx
    .update(uploads)
    .set({ claimedAt: new Date(), ownerId })
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
  if (!claimed) throw new AppError('not-found')
  return claimed
}

/** For the transaction that lets go of a file. Call `storage.remove` after it commits; if that never happens the sweeper does it. */
export async function forgetUpload(tx: Queryable, path: string): Promise<void> {
  await tx.delete(uploads).where(eq(uploads.path, path))
}

/** The row goes first: a file without a row is swept, but a claimed row without its file would stay for ever. */
export async function removeUpload(deps: UploadDeps, path: string): Promise<void> {
  await forgetUpload(deps.db, path)
  await deps.storage.remove(path)
}

/** Their records are gone already, so what fails here is swept. */
export async function removeFiles(deps: Pick<Deps, 'storage' | 'log'>, paths: string[]): Promise<void> {
  for (const path of paths)
    await deps.storage
      .remove(path)
      .catch((err: unknown) => deps.log.warn({ err, path }, 'a file is left to the sweeper'))
}
