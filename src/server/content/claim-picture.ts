import type { Queryable } from '#server/db/database.ts'
import type { Person } from '#server/http/session.ts'
import { type IncomingPicture, claimUpload } from '#server/storage/uploads.ts'
import { fileAddress } from '#shared/content/rich-text.ts'
import { AppError } from '#shared/errors.ts'

/** The addresses of a picture in its two formats; null if there is none. */
export const pictureAddresses = (avifId: string | null, webpId: string | null) =>
  avifId && webpId ? { avif: fileAddress(avifId), webp: fileAddress(webpId) } : null

/** Attaches what the editor uploaded to a record, each format in its place. */
export async function claimPicture(
  tx: Queryable,
  admin: Person,
  bucket: IncomingPicture['bucket'],
  { avifId, webpId }: { avifId: string; webpId: string },
) {
  const claim = async (uploadId: string, expected: string) => {
    const { path, mime } = await claimUpload(tx, { uploadId, ownerId: admin.id, bucket })
    if (mime !== expected) throw new AppError('not-found')
    return path
  }
  return { avifPath: await claim(avifId, 'image/avif'), webpPath: await claim(webpId, 'image/webp') }
}

/** Attaches the uploads that a text names by id. Returns their paths. */
export async function claimNamed(
  tx: Queryable,
  admin: Person,
  bucket: IncomingPicture['bucket'],
  uploadIds: ReadonlySet<string>,
): Promise<string[]> {
  const paths: string[] = []
  for (const uploadId of uploadIds) {
    const { path } = await claimUpload(tx, { uploadId, ownerId: admin.id, bucket }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not-found' ? new AppError('text-file-missing') : error
    })
    paths.push(path)
  }
  return paths
}
