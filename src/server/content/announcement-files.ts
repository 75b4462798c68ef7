import { buffer } from 'node:stream/consumers'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import type { Queryable } from '#server/db/database.ts'
import { links, publishedAt, uploads, videos } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { receiveDocument, type SentDocument } from '#server/storage/receive-document.ts'
import { loadSharp, reencode } from '#server/storage/reencode.ts'
import { pictureRefusals as refusals, receivePagePicture, storeBytes } from '#server/storage/uploads.ts'
import { publicSections } from '#shared/content/defaults.ts'
import { isSlug } from '#shared/content/entries.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { mayOpenFile } from '#shared/file-access.ts'
import { documents, pictureMaxBytes } from '#shared/uploads.ts'

/** Displayed at up to 960 px, on some screens with double density. */
const picture = { maxBytes: pictureMaxBytes, width: 1600, bucket: 'announcements' } as const

/** A picture is uploaded before its text is saved; unclaimed uploads are deleted. */
export async function receiveAnnouncementPicture(deps: Deps, admin: Person, sent: Omit<SentDocument, 'name'>) {
  const { avif, webp } = await receivePagePicture(deps, { ...sent, ...picture, ownerId: admin.id })
  return { avifId: avif.id, webpId: webp.id }
}

/** The bucket of files named in a text: the texts of pages are public. */
const bucketOf = { announcements: 'announcements', pages: 'media' } as const
type TextPlace = keyof typeof bucketOf

/** A picture inside a text: one file, as wide as the text on a double-density screen. */
export async function receiveTextPicture(
  deps: Deps,
  admin: Person,
  place: TextPlace,
  { stream, signal }: Omit<SentDocument, 'name'>,
): Promise<{ id: string }> {
  const bytes = await reencode(
    deps,
    {
      ...picture,
      stream,
      signal,
      fits: { width: 1600, height: 3200 },
      accept: ['jpeg', 'png'],
      refusals,
      lane: admin.id,
    },
    (drawing) => drawing().webp({ quality: 78 }).toBuffer(),
  )
  const { id } = await storeBytes(deps, bytes, {
    bucket: bucketOf[place],
    ownerId: admin.id,
    originalName: 'picture.webp',
    mime: 'image/webp',
    signal,
  })
  return { id }
}

/** Like a picture; an administrator may upload several at once, each in a separate form. */
export const receiveTextDocument = (deps: Deps, admin: Person, place: TextPlace, sent: SentDocument) =>
  receiveDocument(deps, sent, {
    bucket: bucketOf[place],
    ownerId: admin.id,
    ...documents.announcement,
    replacesUnused: false,
    whyNot: async () => null,
  })

/** An entry's document, at an address that stays when the file is replaced; null if the reader must log in first. */
export async function openDocument(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  slug: string,
  whoAsks: () => Promise<Person | null>,
) {
  if (!isSlug(slug)) throw new AppError('not-found')
  const [row] = await db
    .select({
      section: links.section,
      hidden: sql<boolean>`not ${publishedAt(clock.now())}`,
      bucket: uploads.bucket,
      ownerId: uploads.ownerId,
      path: uploads.path,
      mime: uploads.mime,
      size: uploads.size,
      sha256: uploads.sha256,
      originalName: uploads.originalName,
    })
    .from(links)
    .innerJoin(uploads, eq(uploads.path, links.documentPath))
    .where(and(eq(links.slug, slug), eq(uploads.state, 'stored')))
  const file = mustExist(row)
  const claimed = { ...file, claimed: true }
  if (mayOpenFile(claimed, null)) return file
  const person = await whoAsks()
  if (!person && !file.hidden) return null
  if (!mayOpenFile(claimed, person)) throw new AppError('not-found')
  return file
}

/** The size every site expects for a link preview. */
const size = { width: 1200, height: 630 }
const drawings = concurrencyLimit(1, 30)
/** By path, the most recent last. Many people request a shared link at once. */
const drawn = new Map<string, Buffer>()
const mostKept = 20

/** A picture in the shape and format of a link preview: not every messenger reads WebP. */
export async function sharePicture(
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  id: string,
  turn: Turn,
): Promise<Buffer> {
  const path = mustExist((await posterOf(deps.db, id)) ?? (await pictureOf(deps, id)))
  return drawn.get(path) ?? drawings(async () => drawn.get(path) ?? keep(path, await draw(deps, path)), turn)
}

async function posterOf(db: Queryable, videoId: string) {
  const [video] = await db.select({ path: videos.posterWebpPath }).from(videos).where(eq(videos.id, videoId))
  return video?.path
}

/** Of a public announcement. */
async function pictureOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, linkId: string) {
  const [link] = await db
    .select({ path: links.pictureWebpPath })
    .from(links)
    .where(and(eq(links.id, linkId), inArray(links.section, [...publicSections]), publishedAt(clock.now())))
  return link?.path
}

async function draw({ storage }: Pick<Deps, 'storage'>, path: string): Promise<Buffer> {
  const poster = mustExist(await storage.open(path))
  const sharp = await loadSharp()
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
