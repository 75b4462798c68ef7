import { timingSafeEqual } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { keyedHash } from '#server/signed-values.ts'
import { newPath, tidyName } from '#server/storage/file-names.ts'
import { drain, readHead } from '#server/storage/receive-document.ts'
import { notDiscarded, removeFiles } from '#server/storage/uploads.ts'
import { containerOf, whyNotPlayable } from '#shared/content/playable-video.ts'
import type { startVideoSchema } from '#shared/content/schemas.ts'
import { AppError, type ErrorCode, mustExist } from '#shared/errors.ts'
import { hourMs } from '#shared/time.ts'
import { videoMaxBytes } from '#shared/uploads.ts'

/** Prepares an upload: a record without a file, and the address to send it to. */
export async function startVideo(
  deps: Pick<Deps, 'db' | 'clock' | 'siteKey'>,
  admin: Person,
  form: z.output<typeof startVideoSchema>,
) {
  if (form.title === '' || form.name.trim() === '' || form.size === 0) throw new AppError('video-fields-required')
  if (form.size > videoMaxBytes) throw new AppError('body-too-large')
  // The browser's type is ignored; the first bytes decide.
  const mime = 'application/octet-stream'
  const [upload] = await deps.db
    .insert(uploads)
    .values({
      path: newPath('videos', mime),
      bucket: 'videos',
      ownerId: admin.id,
      mime,
      originalName: tidyName(form.name),
    })
    .returning({ id: uploads.id })
  if (!upload) throw new Error('the upload was not stored')
  const expiresAt = deps.clock.now() + uploadAddressLifeMs
  return { uploadId: upload.id, address: signUpload(deps.siteKey, upload.id, expiresAt), expiresAt }
}

/**
 * Receives the bytes of a video. Every attempt writes to its own path, and the record moves to it only if it has not changed
 * since the attempt began: of two at once the first to finish wins, on any node, and a retry after a lost connection or reply is
 * as good as the first attempt.
 */
export async function receiveVideo(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
  admin: Person,
  uploadId: string,
  { stream, announced, signal }: { stream: AsyncIterable<Uint8Array>; announced: number; signal: AbortSignal },
): Promise<{ uploadId: string; size: number }> {
  if (announced > videoMaxBytes) throw new AppError('body-too-large')
  const before = await findUpload(deps, admin, uploadId)
  const { head, whole } = await readHead(stream, 16)
  const mime = containerOf(head)
  if (!mime) {
    await drain(whole)
    throw new AppError('video-not-a-video')
  }
  const path = newPath('videos', mime)
  try {
    const stored = await deps.storage.put(path, whole, { mime, maxBytes: videoMaxBytes, signal })
    await refuseUnplayable(deps, path, stored.size)
    const { rowCount } = await deps.db
      .update(uploads)
      .set({ ...stored, path, mime, state: 'stored' })
      .where(and(eq(uploads.id, uploadId), eq(uploads.path, before.path), isNull(uploads.claimedAt), notDiscarded))
    if (rowCount !== 1) throw new AppError('edited-meanwhile')
    if (before.state === 'stored') await removeFiles(deps, [before.path])
    return { uploadId, size: stored.size }
  } catch (error) {
    await removeFiles(deps, [path])
    throw error
  }
}

/** The first bytes tell what it is; only the whole file tells whether it plays. */
async function refuseUnplayable({ storage }: Pick<Deps, 'storage'>, path: string, size: number): Promise<void> {
  const why = await whyNotPlayable({
    size,
    async read(start, length) {
      const part = mustExist(await storage.open(path, { start, end: start + length - 1 }))
      return buffer(part.stream)
    },
  })
  if (why) throw new AppError(why.code, 'codec' in why ? { values: { codec: why.codec } } : {})
}

async function findUpload({ db }: Pick<Deps, 'db'>, admin: Person, id: string) {
  const [row] = await db
    .select({ path: uploads.path, state: uploads.state, claimedAt: uploads.claimedAt })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.bucket, 'videos'), eq(uploads.ownerId, admin.id)))
  const found = mustExist(row)
  if (found.claimedAt) throw new AppError('edited-meanwhile')
  return found
}

/** How long an address may be used to start an upload, which may then take its time. */
const uploadAddressLifeMs = hourMs

/** Where the bytes of one upload may be sent until `expiresAt`. */
export function signUpload(siteKey: string, id: string, expiresAt: number): string {
  return `/api/uploads/${id}?expires=${expiresAt}&signature=${signatureOf(siteKey, id, expiresAt)}`
}

/** Why nothing may be sent to this address now, or null. */
export function checkUpload(
  siteKey: string,
  address: { id: string; expires: number; signature: string },
  now: number,
): ErrorCode | null {
  const signature = Buffer.from(address.signature)
  const expected = Buffer.from(signatureOf(siteKey, address.id, address.expires))
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return 'not-allowed'
  return now < address.expires ? null : 'upload-address-expired'
}

const signatureOf = (siteKey: string, id: string, expiresAt: number) =>
  keyedHash(siteKey, 'upload', `${id} ${expiresAt}`)
