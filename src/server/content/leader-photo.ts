import type { Person } from '#server/http/session.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { receivePicture } from '#server/storage/pictures.ts'
import { claimPicture, forgetPicture } from './claim-picture.ts'

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
  const { avifPath, webpPath } = await claimPicture(tx, admin, 'media', photo)
  return { photoAvifPath: avifPath, photoWebpPath: webpPath }
}

/** Returns the paths to remove from the storage once the transaction has held. */
export const forgetPhoto = (tx: Queryable, of: { photoAvifPath: string | null; photoWebpPath: string | null }) =>
  forgetPicture(tx, { avifPath: of.photoAvifPath, webpPath: of.photoWebpPath })
