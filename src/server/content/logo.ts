import { inArray } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import type { SentDocument } from '#server/storage/receive-document.ts'
import { reencode } from '#server/storage/reencode.ts'
import { claimUpload, pictureRefusals, releaseUploads, storeBytes } from '#server/storage/uploads.ts'
import { AppError } from '#shared/errors.ts'
import { logoShortestSide, pictureMaxBytes } from '#shared/uploads.ts'

/** Re-encoded in one size, from which the others are made. Transparency is kept. */
export async function receiveLogo(
  deps: Deps,
  admin: Person,
  { stream, signal }: Omit<SentDocument, 'name'>,
): Promise<{ id: string }> {
  const sent = {
    stream,
    signal,
    maxBytes: pictureMaxBytes,
    fits: { width: 1024, height: 1024 },
    shortestSide: logoShortestSide,
    accept: ['jpeg', 'png'] as const,
    refusals: { ...pictureRefusals, tooSmall: 'logo-too-small' } as const,
    lane: admin.id,
  }
  const bytes = await reencode(deps, sent, (drawing) => drawing().png({ compressionLevel: 9 }).toBuffer())
  const { id } = await storeBytes(deps, bytes, {
    bucket: 'media',
    ownerId: admin.id,
    originalName: 'logo.png',
    mime: 'image/png',
    signal,
  })
  return { id }
}

/** Attaches uploaded pictures to the association and releases the previous ones. Returns the files to remove after the commit. */
export async function replacePictures(
  tx: Queryable,
  admin: Person,
  before: readonly string[],
  after: readonly string[],
): Promise<string[]> {
  for (const uploadId of new Set(after.filter((id) => !before.includes(id)))) {
    const { mime } = await claimUpload(tx, { uploadId, ownerId: admin.id, bucket: 'media' })
    if (mime !== 'image/png') throw new AppError('not-found')
  }
  const left = before.filter((id) => !after.includes(id))
  return left.length === 0 ? [] : releaseUploads(tx, inArray(uploads.id, left))
}
