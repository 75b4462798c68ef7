import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { videos } from '#server/db/schema.ts'
import { receivePicture, type StoredPicture } from '#server/storage/pictures.ts'
import { claimUpload, releaseUpload, removeFiles, removeUpload } from '#server/storage/uploads.ts'
import { readVideo, type EditDeps } from './edit-videos.ts'

const frame = { maxBytes: 5 * 1024 * 1024, width: 1280, accept: ['jpeg', 'png', 'webp'] } as const

/** A frame of the video, taken by the browser that sent it, to show before anybody presses play. */
export async function setPoster(
  deps: EditDeps,
  admin: Person,
  id: string,
  sent: { stream: AsyncIterable<Uint8Array>; signal: AbortSignal },
) {
  if (!(await readVideo(deps.db, { id }))) throw new AppError('not-found')
  const poster = await receivePicture(deps, { ...frame, ...sent, bucket: 'media', ownerId: admin.id })
  try {
    const replaced = await inTransaction(deps, async (tx) => {
      const before = await replacePoster(tx, admin, id, poster)
      await appendAudit(tx, deps.clock, { actor: admin.id, action: 'video changed', subject: id })
      return before
    })
    await removeFiles(deps, replaced)
  } catch (error) {
    // Nothing of it is used: after a commit whose answer was lost, the videos table holds on to its rows.
    for (const { path } of [poster.avif, poster.webp])
      await removeUpload(deps, path).catch((err: unknown) =>
        deps.log.warn({ err, path }, 'a poster is left to the sweeper'),
      )
    throw error
  }
  return { video: await readVideo(deps.db, { id }) }
}

async function replacePoster(tx: Queryable, admin: Person, id: string, { avif, webp }: StoredPicture) {
  const [before] = await tx
    .select({ avif: videos.posterAvifPath, webp: videos.posterWebpPath })
    .from(videos)
    .where(eq(videos.id, id))
    .for('update')
  if (!before) throw new AppError('not-found')
  for (const { id: uploadId } of [avif, webp]) await claimUpload(tx, { uploadId, ownerId: admin.id, bucket: 'media' })
  await tx.update(videos).set({ posterAvifPath: avif.path, posterWebpPath: webp.path }).where(eq(videos.id, id))
  const paths = [before.avif, before.webp].filter((path) => path !== null)
  for (const path of paths) await releaseUpload(tx, path)
  return paths
}
