import type { Queryable } from '#server/db/database.ts'
import type { Person } from '#server/http/session.ts'
import { type IncomingPicture, claimUpload } from '#server/storage/uploads.ts'
import { fileAddress } from '#shared/content/rich-text.ts'
import { AppError } from '#shared/errors.ts'

/** Where a browser finds a picture of the pages in its two formats; null for none. */
export const pictureAddresses = (avifId: string | null, webpId: string | null) =>
  avifId && webpId ? { avif: fileAddress(avifId), webp: fileAddress(webpId) } : null

/** What the editor sent before becomes part of a record, each format in its place. */
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

/** What a text names by the ids of uploads becomes part of it. Returns where they lie. */
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
