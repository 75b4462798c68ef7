import { and, asc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { uploads, videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import {
  releasePaths,
  removeFiles,
  claimUpload,
  receivePagePicture,
  type PicturePair,
} from '#server/storage/uploads.ts'
import { fileAddress } from '#shared/content/rich-text.ts'
import type { VideoPage, addVideoSchema } from '#shared/content/schemas.ts'
import { readVideoLink, watchAddress, whyNotVideoLink } from '#shared/content/video-links.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { smallFileMaxBytes } from '#shared/uploads.ts'
import { pictureAddresses } from './claim-picture.ts'
import { closeGap, putInOrder } from './row-order.ts'

type EditDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>

const file = alias(uploads, 'file')
const avif = alias(uploads, 'avif')
const webp = alias(uploads, 'webp')

/** As visitors see them, in order. */
export const readVideos = async (db: Queryable, page: VideoPage) => ({ videos: await find(db, eq(videos.page, page)) })

async function readVideo(db: Queryable, id: string) {
  const [found] = await find(db, eq(videos.id, id))
  return found ?? null
}

async function find(db: Queryable, where: SQL) {
  const rows = await db
    .select({
      id: videos.id,
      title: videos.title,
      order: videos.order,
      host: videos.host,
      hostId: videos.hostId,
      fileId: file.id,
      mime: file.mime,
      avifId: avif.id,
      webpId: webp.id,
    })
    .from(videos)
    .leftJoin(file, eq(file.path, videos.url))
    .leftJoin(avif, eq(avif.path, videos.posterAvifPath))
    .leftJoin(webp, eq(webp.path, videos.posterWebpPath))
    .where(where)
    .orderBy(asc(videos.order))
  return rows.map(({ fileId, host, hostId, avifId, webpId, ...row }) => {
    const linked = host && hostId ? { host, id: hostId } : null
    return {
      ...row,
      /** Whose player shows it, if it is not a file of this site. */
      linked,
      src: linked ? watchAddress(linked) : fileAddress(fileId ?? ''),
      poster: pictureAddresses(avifId, webpId),
    }
  })
}

export async function renameVideo(deps: EditDeps, admin: Person, id: string, title: string) {
  if (title === '') throw new AppError('video-fields-required')
  return inTransaction(deps, async (tx) => {
    const before = await readVideo(tx, id)
    const { rowCount } = await tx.update(videos).set({ title }).where(eq(videos.id, id))
    const video = rowCount === 1 ? await readVideo(tx, id) : null
    if (!before || !video) throw new AppError('not-found')
    const detail = { title, 'before.title': before.title, 'after.title': title }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'video changed', subject: id, detail })
    return { video }
  })
}

/** The ids must be exactly those on the page, so that nobody's change is undone unnoticed. */
export async function orderVideos(deps: EditDeps, admin: Person, page: VideoPage, ids: string[]) {
  await inTransaction({ db: deps.db, lock: 'videos' }, async (tx) => {
    if (!(await putInOrder(tx, videos, eq(videos.page, page), ids))) throw new AppError('video-order-refused')
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

/** Returns its title, and the files to remove after the commit. */
async function takeDown(tx: Queryable, id: string): Promise<{ title: string; forgotten: string[] }> {
  const [row] = await tx.delete(videos).where(eq(videos.id, id)).returning({
    title: videos.title,
    page: videos.page,
    order: videos.order,
    url: videos.url,
    posterAvifPath: videos.posterAvifPath,
    posterWebpPath: videos.posterWebpPath,
  })
  const gone = mustExist(row)
  await closeGap(tx, videos, eq(videos.page, gone.page), gone.order)
  const { title, url, posterAvifPath, posterWebpPath } = gone
  return { title, forgotten: await releasePaths(tx, url, posterAvifPath, posterWebpPath) }
}

/** Adds a video at the end of its page; the about page has only one, which is replaced. */
export async function addVideo(
  deps: EditDeps,
  admin: Person,
  { page, title, replaces, ...source }: z.output<typeof addVideoSchema>,
) {
  const isLink = 'link' in source
  if (title === '' || (isLink && source.link === ''))
    throw new AppError(isLink ? 'video-link-fields-required' : 'video-fields-required')
  if (isLink) refuseIf(whyNotVideoLink(source.link))
  const replaced: string[] = []
  const video = await inTransaction({ db: deps.db, lock: 'videos' }, async (tx) => {
    const already = await findAdded(tx, page, source)
    // The same request again after a lost reply.
    if (already && (!isLink || already.title === title)) return already
    if (already) throw new AppError('video-link-there')

    const stored = await storedAs(tx, admin, source)
    const there = await tx.select({ id: videos.id }).from(videos).where(eq(videos.page, page))
    const makesRoom = page === 'about' ? there : []
    if (page === 'about' && (there[0]?.id ?? null) !== replaces) throw new AppError('edited-meanwhile')
    for (const { id } of makesRoom) replaced.push(...(await takeDown(tx, id)).forgotten)
    const order = there.length - makesRoom.length + 1
    const [added] = await tx
      .insert(videos)
      .values({ page, title, ...stored, order })
      .returning({ id: videos.id })
    const video = added && (await readVideo(tx, added.id))
    if (!video) throw new Error('the video was not stored')
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'video added',
      subject: video.id,
      detail: { title, page, replaced: makesRoom[0]?.id ?? null },
    })
    return video
  })
  await removeFiles(deps, replaced)
  return { video }
}

type Source = { uploadId: string } | { link: string }

async function findAdded(tx: Queryable, page: VideoPage, source: Source) {
  const linked = 'link' in source && readVideoLink(source.link)
  const which = linked
    ? and(eq(videos.page, page), eq(videos.host, linked.host), eq(videos.hostId, linked.id))
    : 'uploadId' in source && eq(file.id, source.uploadId)
  const [found] = which ? await find(tx, which) : []
  return found
}

/** A video is stored as an uploaded file, or as a host and its id there. */
async function storedAs(tx: Queryable, admin: Person, source: Source) {
  if ('uploadId' in source) {
    const { path } = await claimUpload(tx, { uploadId: source.uploadId, ownerId: admin.id, bucket: 'videos' })
    return { url: path }
  }
  const { host, id } = mustExist(readVideoLink(source.link))
  return { host, hostId: id }
}

const frame = { maxBytes: smallFileMaxBytes, width: 1280, accept: ['jpeg', 'png', 'webp'] } as const

/** A frame of the video, taken by the uploading browser, shown before it plays. */
export async function setPoster(
  deps: EditDeps,
  admin: Person,
  id: string,
  sent: { stream: AsyncIterable<Uint8Array>; signal: AbortSignal },
) {
  mustExist(await readVideo(deps.db, id))
  const poster = await receivePagePicture(deps, { ...frame, ...sent, bucket: 'media', ownerId: admin.id })
  try {
    const replaced = await inTransaction(deps, async (tx) => {
      const before = await replacePoster(tx, admin, id, poster)
      await appendAudit(tx, deps.clock, { actor: admin.id, action: 'video changed', subject: id })
      return before
    })
    await removeFiles(deps, replaced)
  } catch (error) {
    // None of it is used: if the commit succeeded but its reply was lost, the videos table still references its rows.
    await removeFiles(deps, [poster.avif.path, poster.webp.path])
    throw error
  }
  return { video: await readVideo(deps.db, id) }
}

async function replacePoster(tx: Queryable, admin: Person, id: string, { avif, webp }: PicturePair) {
  const [row] = await tx
    .select({ avif: videos.posterAvifPath, webp: videos.posterWebpPath })
    .from(videos)
    .where(eq(videos.id, id))
    .for('update')
  const before = mustExist(row)
  for (const { id: uploadId } of [avif, webp]) await claimUpload(tx, { uploadId, ownerId: admin.id, bucket: 'media' })
  await tx.update(videos).set({ posterAvifPath: avif.path, posterWebpPath: webp.path }).where(eq(videos.id, id))
  return releasePaths(tx, before.avif, before.webp)
}
