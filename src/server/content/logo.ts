import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import type { SentDocument } from '#server/storage/receive-document.ts'
import { reencode } from '#server/storage/reencode.ts'
import { claimUpload, pictureRefusals, releaseUploads, storeBytes } from '#server/storage/uploads.ts'
import { AppError } from '#shared/errors.ts'
import { logoShortestSide, pictureMaxBytes } from '#shared/uploads.ts'

/** Drawn anew, in one size from which the others are made. What is transparent stays so. */
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

/** A logo that was sent becomes the association's, and lets go of the one before. Returns the files to remove after the commit. */
export async function replaceLogo(tx: Queryable, admin: Person, before: string, after: string): Promise<string[]> {
  if (before === after) return []
  if (after !== '') {
    const { mime } = await claimUpload(tx, { uploadId: after, ownerId: admin.id, bucket: 'media' })
    if (mime !== 'image/png') throw new AppError('not-found')
  }
  return before === '' ? [] : releaseUploads(tx, eq(uploads.id, before))
}
