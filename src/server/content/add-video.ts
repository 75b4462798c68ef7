import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { addVideoSchema } from '#shared/content/schemas.ts'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { videos } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import { claimUpload, removeFiles } from '#server/storage/uploads.ts'
import { readVideo, takeDown, type EditDeps } from './edit-videos.ts'

/** Puts an uploaded video on its page, behind those that are there; the about page has one, which it replaces. */
export async function addVideo(
  deps: EditDeps,
  admin: Person,
  { page, title, uploadId, replaces }: z.output<typeof addVideoSchema>,
) {
  if (title === '') throw new AppError('video-fields-required')
  const replaced: string[] = []
  const video = await inTransaction({ db: deps.db, lock: 'videos' }, async (tx) => {
    // The same request again, after its answer was lost.
    const already = await readVideo(tx, { uploadId })
    if (already) return already

    const { path } = await claimUpload(tx, { uploadId, ownerId: admin.id, bucket: 'videos' })
    const there = await tx.select({ id: videos.id }).from(videos).where(eq(videos.page, page))
    const makesRoom = page === 'about' ? there : []
    if (page === 'about' && (there[0]?.id ?? null) !== replaces) throw new AppError('edited-meanwhile')
    for (const { id } of makesRoom) replaced.push(...(await takeDown(tx, id)).forgotten)
    const order = there.length - makesRoom.length + 1
    const [added] = await tx.insert(videos).values({ page, title, url: path, order }).returning({ id: videos.id })
    const shown = added && (await readVideo(tx, { id: added.id }))
    if (!shown) throw new Error('the video was not stored')
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'video added',
      subject: shown.id,
      detail: { title, page, replaced: makesRoom[0]?.id ?? null },
    })
    return shown
  })
  await removeFiles(deps, replaced)
  return { video }
}
