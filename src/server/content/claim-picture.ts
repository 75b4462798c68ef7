import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { type IncomingPicture, claimUpload, releaseUpload } from '#server/storage/uploads.ts'
import type { Person } from '#server/http/session.ts'

/** Where a picture of the pages lies in its two formats; null for none. */
interface Paths {
  avifPath: string | null
  webpPath: string | null
}

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

/** Returns the paths to remove from the storage once the transaction has held. */
export async function forgetPicture(tx: Queryable, { avifPath, webpPath }: Paths): Promise<string[]> {
  const paths = [avifPath, webpPath].filter((path) => path !== null)
  for (const path of paths) await releaseUpload(tx, path)
  return paths
}
