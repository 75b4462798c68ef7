import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import { videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** What every place that shows a shared link asks for. */
const size = { width: 1200, height: 630 }
const drawings = concurrencyLimit(1, 30)

/** The poster of a video in the shape and the format of a link's preview: not every messenger reads WebP. */
export async function sharePicture(deps: Pick<Deps, 'db' | 'storage'>, videoId: string, turn: Turn): Promise<Buffer> {
  const [video] = await deps.db.select({ path: videos.posterWebpPath }).from(videos).where(eq(videos.id, videoId))
  const poster = video?.path && (await deps.storage.open(video.path))
  if (!poster) throw new AppError('not-found')
  const bytes = await buffer(poster.stream)
  return drawings(async () => {
    const { default: sharp } = await import('sharp')
    return sharp(bytes, { limitInputPixels: 50_000_000 })
      .timeout({ seconds: 20 })
      .resize({ ...size, fit: 'cover' })
      .jpeg({ quality: 82 })
      .toBuffer()
  }, turn)
}
