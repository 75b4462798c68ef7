import { buffer } from 'node:stream/consumers'
import { and, eq, inArray } from 'drizzle-orm'
import { publicSections } from '#shared/content/defaults.ts'
import { AppError } from '#shared/errors.ts'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import type { Queryable } from '#server/db/database.ts'
import { links, videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** What every place that shows a shared link asks for. */
const size = { width: 1200, height: 630 }
const drawings = concurrencyLimit(1, 30)
/** By the picture's path, the one drawn last at the end. A shared link is asked for by many at once. */
const drawn = new Map<string, Buffer>()
const mostKept = 20

/** A picture in the shape and the format of a link's preview: not every messenger reads WebP. */
export async function sharePicture(deps: Pick<Deps, 'db' | 'storage'>, id: string, turn: Turn): Promise<Buffer> {
  const path = (await posterOf(deps.db, id)) ?? (await pictureOf(deps.db, id))
  if (!path) throw new AppError('not-found')
  return drawn.get(path) ?? drawings(async () => drawn.get(path) ?? keep(path, await draw(deps, path)), turn)
}

async function posterOf(db: Queryable, videoId: string) {
  const [video] = await db.select({ path: videos.posterWebpPath }).from(videos).where(eq(videos.id, videoId))
  return video?.path
}

/** Of an announcement that everybody may read. */
async function pictureOf(db: Queryable, linkId: string) {
  const [link] = await db
    .select({ path: links.pictureWebpPath })
    .from(links)
    .where(and(eq(links.id, linkId), inArray(links.section, [...publicSections])))
  return link?.path
}

async function draw({ storage }: Pick<Deps, 'storage'>, path: string): Promise<Buffer> {
  const poster = await storage.open(path)
  if (!poster) throw new AppError('not-found')
  const { default: sharp } = await import('sharp')
  return sharp(await buffer(poster.stream), { limitInputPixels: 50_000_000 })
    .timeout({ seconds: 20 })
    .resize({ ...size, fit: 'cover' })
    .jpeg({ quality: 82 })
    .toBuffer()
}

function keep(path: string, picture: Buffer): Buffer {
  const [oldest] = drawn.keys()
  if (drawn.size >= mostKept && oldest !== undefined) drawn.delete(oldest)
  drawn.set(path, picture)
  return picture
}
