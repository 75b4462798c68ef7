import { and, desc, eq, gt, inArray, min, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { links, publishedAt, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { linkSections, publicSections, type LinkSection } from '#shared/content/defaults.ts'
import { addressOfEntry, isPublished, isSlug, inOrderOfDate, showEventTimes } from '#shared/content/entries.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import { pictureAddresses } from './claim-picture.ts'
import { electionEvents } from './events.ts'

const document = alias(uploads, 'document')
const avif = alias(uploads, 'avif')
const webp = alias(uploads, 'webp')

const listedAt = sql`coalesce(${links.publishAt}, ${links.createdAt})`

const columns = {
  id: links.id,
  section: links.section,
  kind: links.kind,
  title: links.title,
  link: links.link,
  slug: links.slug,
  startsAt: links.startsAt,
  endsAt: links.endsAt,
  place: links.place,
  version: links.version,
  draft: links.draft,
  publishAt: links.publishAt,
  /** The date it is listed under. */
  createdAt: sql<Instant>`${listedAt}`.mapWith(links.createdAt),
  documentName: document.originalName,
  documentSize: document.size,
  avifId: avif.id,
  webpId: webp.id,
}

/** Lists do not need the texts of announcements. */
const noText = sql<string>`''`

const find = (db: Queryable, which: SQL | undefined, text: typeof noText | typeof links.text = links.text) =>
  db
    .select({ ...columns, text: sql<string>`${text}` })
    .from(links)
    .leftJoin(document, eq(document.path, links.documentPath))
    .leftJoin(avif, eq(avif.path, links.pictureAvifPath))
    .leftJoin(webp, eq(webp.path, links.pictureWebpPath))
    .where(which)
    .orderBy(desc(listedAt), links.id)

/** Newest first; events by date, together with coming elections. Event times come as instants and as text. */
export async function readLinks(deps: Pick<Deps, 'db' | 'clock' | 'elections'>, section?: LinkSection) {
  const now = deps.clock.now()
  const rows = await find(deps.db, and(section && eq(links.section, section), publishedAt(now)), noText)
  const elections = section === undefined || section === 'Events' ? await electionEvents(deps) : []
  return { links: inOrderOfDate([...elections, ...rows.map((row) => serializeEntry(row, now))], now) }
}

/** Like `readLinks` for all sections, with texts and unpublished entries. */
export async function readLinksForEditing({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  const rows = await find(db, undefined)
  return {
    links: inOrderOfDate(
      rows.map((row) => serializeEntry(row, now)),
      now,
    ),
  }
}

/** As the editor gets it. */
export async function readLink({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string) {
  const [row] = await find(db, eq(links.id, id))
  return { link: serializeEntry(mustExist(row), clock.now()) }
}

/** A written announcement by its address: visitors find only those of public sections. */
export async function readEntry({ db, clock }: Pick<Deps, 'db' | 'clock'>, slug: string, who: 'everybody' | 'members') {
  if (!isSlug(slug)) throw new AppError('not-found')
  const sections: readonly LinkSection[] = who === 'everybody' ? publicSections : linkSections
  const [row] = await find(
    db,
    and(eq(links.slug, slug), eq(links.kind, 'text'), inArray(links.section, [...sections]), publishedAt(clock.now())),
  )
  const [text] = inOrderOfDate(row ? [serializeEntry(row, clock.now())] : [], clock.now())
  return mustExist(text)
}

/** The addresses of public announcements, for search engines. */
export async function publicTextAddresses({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const rows = await db
    .select({ section: links.section, kind: links.kind, link: links.link, slug: links.slug })
    .from(links)
    .where(and(eq(links.kind, 'text'), inArray(links.section, [...publicSections]), publishedAt(clock.now())))
    .orderBy(desc(listedAt))
  return rows.map(addressOfEntry)
}

/** When the next entry is published, if one is scheduled: no page that lists it is cached beyond that. */
export async function nextPublication({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Instant | null> {
  const [next] = await db
    .select({ at: min(links.publishAt) })
    .from(links)
    .where(gt(links.publishAt, clock.now()))
  return next?.at ?? null
}

type Row = Awaited<ReturnType<typeof find>>[number]

/** `link` is the entry's target, whatever its kind. */
function serializeEntry({ slug, documentName, documentSize, avifId, webpId, ...row }: Row, now: Instant) {
  return {
    ...row,
    link: addressOfEntry({ ...row, slug }),
    published: isPublished(row, now),
    when: showEventTimes(row),
    document: documentName === null ? null : { name: documentName, size: documentSize ?? 0 },
    picture: pictureAddresses(avifId, webpId),
  }
}
