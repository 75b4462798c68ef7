import { Readable } from 'node:stream'
import sharp from 'sharp'
import { uploads, videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { newPath } from '#server/storage/file-names.ts'
import type { VideoPage } from '#shared/content/schemas.ts'
import { drawScene, type SceneName } from './demo-scenes.ts'
import { stillVideo } from './still-video.ts'

/** The stories of the demonstration: a few seconds each, made here without any program for films. */
const stories: { title: string; scene: SceneName; page: VideoPage }[] = [
  { title: 'Relief work in Bicol after the flood', scene: 'relief', page: 'featured_stories' },
  { title: 'Annual training, Camp Aguinaldo', scene: 'training', page: 'featured_stories' },
  { title: 'One reservist, ten trees', scene: 'trees', page: 'featured_stories' },
  { title: 'Who we are', scene: 'assembly', page: 'about' },
]
const seconds = 12
const framesPerSecond = 2

export async function addDemoVideos(deps: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  const places = new Map<VideoPage, number>()
  for (const { title, scene, page } of stories) {
    const order = (places.get(page) ?? 0) + 1
    places.set(page, order)
    const frames = await Promise.all(
      Array.from({ length: seconds * framesPerSecond }, (_, n) =>
        drawScene(scene, n / (seconds * framesPerSecond), 640),
      ),
    )
    const poster = sharp(await drawScene(scene, 0.55, 1280))
    await deps.db.insert(videos).values({
      title,
      page,
      order,
      url: await stored(deps, 'videos', 'video/webm', await stillVideo(frames, 1 / framesPerSecond)),
      posterAvifPath: await stored(deps, 'media', 'image/avif', await poster.clone().avif({ quality: 50 }).toBuffer()),
      posterWebpPath: await stored(deps, 'media', 'image/webp', await poster.clone().webp({ quality: 78 }).toBuffer()),
      createdAt: deps.clock.now(),
    })
  }
}

/** A file that a record uses; returns its path. */
export async function stored(
  deps: Pick<Deps, 'db' | 'storage'>,
  bucket: 'videos' | 'media' | 'candidate_documents',
  mime: string,
  bytes: Buffer,
  ownerId: string | null = null,
): Promise<string> {
  const path = newPath(bucket, mime)
  const { size, sha256 } = await deps.storage.put(path, Readable.from([bytes]), { mime, maxBytes: bytes.length })
  const originalName = 'made for the demonstration'
  await deps.db.insert(uploads).values({
    path,
    bucket,
    mime,
    size,
    sha256,
    ownerId,
    originalName,
    state: 'stored',
    claimedAt: Date.now(),
  })
  return path
}
