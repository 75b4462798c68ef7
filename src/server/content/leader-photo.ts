import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/http/session.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { receivePicture } from '#server/storage/pictures.ts'
import { claimUpload, releaseUpload } from '#server/storage/uploads.ts'

const maxBytes = 20 * 1024 * 1024
/** Shown at up to 240 px, on screens of twice that density. */
const width = 480

/** A photo goes up before its person is saved; what nobody claims is swept. */
export async function receiveLeaderPhoto(
  deps: Deps,
  admin: Person,
  sent: { stream: AsyncIterable<Uint8Array>; signal: AbortSignal },
) {
  const { avif, webp } = await receivePicture(deps, { ...sent, maxBytes, width, bucket: 'media', ownerId: admin.id })
  return { avifId: avif.id, webpId: webp.id }
}

export async function claimPhoto(tx: Queryable, admin: Person, photo: { avifId: string; webpId: string }) {
  const claim = async (uploadId: string, expected: string) => {
    const { path, mime } = await claimUpload(tx, { uploadId, ownerId: admin.id, bucket: 'media' })
    if (mime !== expected) throw new AppError('not-found')
    return path
  }
  return {
    photoAvifPath: await claim(photo.avifId, 'image/avif'),
    photoWebpPath: await claim(photo.webpId, 'image/webp'),
  }
}

/** Returns the paths to remove from the storage once the transaction has held. */
export async function forgetPhoto(
  tx: Queryable,
  of: { photoAvifPath: string | null; photoWebpPath: string | null },
): Promise<string[]> {
  const paths = [of.photoAvifPath, of.photoWebpPath].filter((path) => path !== null)
  for (const path of paths) await releaseUpload(tx, path)
  return paths
}
