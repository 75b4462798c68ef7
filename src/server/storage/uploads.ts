import { and, eq, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import type { Bucket } from '#shared/file-access.ts'
import { uploads } from '#server/db/schema/files.ts'
import { strayFiles } from '#server/db/schema/operations.ts'
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
      .where(and(eq(uploads.id, id), isKept))
    if (marked.rowCount !== 1) throw new Error('the record of an upload went away while it was received')
    return { id, path, ...stored }
  } catch (error) {
    await removeUpload(deps, path).catch((err) =>
      deps.log.warn({ err, path }, 'a failed upload is left to the sweeper'),
    )
    throw error
  }
}

interface Claim {
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
  if (!claimed) throw new AppError('not-found')
  return claimed
}

/** Not let go of, not even while it still arrives. */
export const isKept = ne(uploads.state, 'discarded')

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

export async function releaseUpload(tx: Queryable, path: string): Promise<void> {
  await releaseUploads(tx, eq(uploads.path, path))
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
  await inTransaction({ db }, (tx) => replaceUnused(tx, and(thisOne, isKept), released))
  await storage.remove(path)
  await db.delete(uploads).where(and(thisOne, eq(uploads.state, 'discarded')))
  await db.delete(strayFiles).where(eq(strayFiles.path, path))
}

/** Their records have let go of them already, so what fails here is swept. */
export async function removeFiles(deps: UploadDeps, paths: string[]): Promise<void> {
  for (const path of paths)
    await removeUpload(deps, path).catch((err: unknown) =>
      deps.log.warn({ err, path }, 'a file is left to the sweeper'),
    )
}
