import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { VideoPage } from '#shared/content/schemas.ts'
import { AppError } from '#shared/errors.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { uploads, videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { releaseUpload, removeFiles } from '#server/storage/uploads.ts'

export type EditDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>

const file = alias(uploads, 'file')
const avif = alias(uploads, 'avif')
const webp = alias(uploads, 'webp')
const address = (id: string) => `/api/files/${id}`

/** As visitors get them, in their order. */
export const readVideos = async (db: Queryable, page: VideoPage) => ({ videos: await find(db, eq(videos.page, page)) })

export async function readVideo(db: Queryable, which: { id: string } | { uploadId: string }) {
  const [found] = await find(db, 'id' in which ? eq(videos.id, which.id) : eq(file.id, which.uploadId))
  return found ?? null
}

async function find(db: Queryable, where: SQL) {
  const rows = await db
    .select({
      id: videos.id,
      title: videos.title,
      order: videos.order,
      fileId: file.id,
      mime: file.mime,
      avifId: avif.id,
      webpId: webp.id,
    })
    .from(videos)
    .innerJoin(file, eq(file.path, videos.url))
    .leftJoin(avif, eq(avif.path, videos.posterAvifPath))
    .leftJoin(webp, eq(webp.path, videos.posterWebpPath))
    .where(where)
    .orderBy(asc(videos.order))
  return rows.map(({ id, title, order, fileId, mime, avifId, webpId }) => ({
    id,
    title,
    order,
    src: address(fileId),
    mime,
    poster: avifId && webpId ? { avif: address(avifId), webp: address(webpId) } : null,
  }))
}

export async function renameVideo(deps: EditDeps, admin: Person, id: string, title: string) {
  if (title === '') throw new AppError('video-fields-required')
  return inTransaction(deps, async (tx) => {
    const before = await readVideo(tx, { id })
    const { rowCount } = await tx.update(videos).set({ title }).where(eq(videos.id, id))
    const video = rowCount === 1 ? await readVideo(tx, { id }) : null
    if (!before || !video) throw new AppError('not-found')
    const detail = { title, 'before.title': before.title, 'after.title': title }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'video changed', subject: id, detail })
    return { video }
  })
}

/** The ids must be exactly those on the page, so that nobody's change is undone unseen. */
export async function orderVideos(deps: EditDeps, admin: Person, page: VideoPage, ids: string[]) {
  await inTransaction({ db: deps.db, lock: 'videos' }, async (tx) => {
    const now = await tx.select({ id: videos.id }).from(videos).where(eq(videos.page, page))
    const wanted = new Set(ids)
    if (wanted.size !== ids.length || now.length !== ids.length || !now.every(({ id }) => wanted.has(id)))
      throw new AppError('video-order-refused')
    await tx.execute(sql`
      update videos set "order" = wanted.place
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted (id, place)
      where videos.id = wanted.id`)
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'videos reordered', subject: page })
  })
  return readVideos(deps.db, page)
}

export async function deleteVideo(deps: EditDeps, admin: Person, id: string): Promise<void> {
  const gone = await inTransaction({ db: deps.db, lock: 'videos' }, async (tx) => {
    const { title, forgotten } = await takeDown(tx, id)
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'video deleted', subject: id, detail: { title } })
    return forgotten
  })
  await removeFiles(deps, gone)
}

/** Returns what it was called, and the files to remove once the transaction has held. */
export async function takeDown(tx: Queryable, id: string): Promise<{ title: string; forgotten: string[] }> {
  const [gone] = await tx.delete(videos).where(eq(videos.id, id)).returning({
    title: videos.title,
    page: videos.page,
    order: videos.order,
    url: videos.url,
    posterAvifPath: videos.posterAvifPath,
    posterWebpPath: videos.posterWebpPath,
  })
  if (!gone) throw new AppError('not-found')
  await tx
    .update(videos)
    .set({ order: sql`${videos.order} - 1` })
    .where(and(eq(videos.page, gone.page), gt(videos.order, gone.order)))
  const paths = [gone.url, gone.posterAvifPath, gone.posterWebpPath].filter((path) => path !== null)
  for (const path of paths) await releaseUpload(tx, path)
  return { title: gone.title, forgotten: paths }
}
