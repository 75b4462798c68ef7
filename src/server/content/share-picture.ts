import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import { videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** What every place that shows a shared link asks for. */
const size = { width: 1200, height: 630 }
const drawings = concurrencyLimit(1, 30)
/** By the poster's path, the one drawn last at the end. A shared link is asked for by many at once. */
const drawn = new Map<string, Buffer>()
const mostKept = 20

/** The poster of a video in the shape and the format of a link's preview: not every messenger reads WebP. */
export async function sharePicture(deps: Pick<Deps, 'db' | 'storage'>, videoId: string, turn: Turn): Promise<Buffer> {
  const [video] = await deps.db.select({ path: videos.posterWebpPath }).from(videos).where(eq(videos.id, videoId))
  const path = video?.path
  if (!path) throw new AppError('not-found')
  return drawn.get(path) ?? drawings(async () => drawn.get(path) ?? keep(path, await draw(deps, path)), turn)
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
