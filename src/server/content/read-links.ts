import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { links, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { linkSections, publicSections, type LinkSection } from '#shared/content/defaults.ts'
import { addressOfEntry, isSlug, inOrderOfDate, showEventTimes } from '#shared/content/entries.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { pictureAddresses } from './claim-picture.ts'
import { electionEvents } from './events.ts'

const document = alias(uploads, 'document')
const avif = alias(uploads, 'avif')
const webp = alias(uploads, 'webp')

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
  createdAt: links.createdAt,
  documentName: document.originalName,
  documentSize: document.size,
  avifId: avif.id,
  webpId: webp.id,
}

/** A list has no use for the texts of written announcements. */
const noText = sql<string>`''`

const find = (db: Queryable, which: SQL | undefined, text: typeof noText | typeof links.text = links.text) =>
  db
    .select({ ...columns, text: sql<string>`${text}` })
    .from(links)
    .leftJoin(document, eq(document.path, links.documentPath))
    .leftJoin(avif, eq(avif.path, links.pictureAvifPath))
    .leftJoin(webp, eq(webp.path, links.pictureWebpPath))
    .where(which)
    .orderBy(desc(links.createdAt), links.id)

/**
 * Newest first; events by their dates, elections that are to come among them. Times of an event come as instants, and as the words
 * that tell them.
 */
export async function readLinks(deps: Pick<Deps, 'db' | 'clock' | 'elections'>, section?: LinkSection) {
  const rows = await find(deps.db, section && eq(links.section, section), noText)
  const elections = section === undefined || section === 'Events' ? await electionEvents(deps) : []
  return { links: inOrderOfDate([...elections, ...rows.map(serializeEntry)], deps.clock.now()) }
}

/** As `readLinks`, of all sections and with the texts. */
export async function readLinksForEditing({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rows = await find(db, undefined)
  return { links: inOrderOfDate(rows.map(serializeEntry), clock.now()) }
}

/** As an editor gets it back. */
export async function readLink(db: Queryable, id: string) {
  const [row] = await find(db, eq(links.id, id))
  return { link: serializeEntry(mustExist(row)) }
}

/** A written announcement by its address: visitors find those of the public sections only. */
export async function readText({ db, clock }: Pick<Deps, 'db' | 'clock'>, slug: string, who: 'everybody' | 'members') {
  if (!isSlug(slug)) throw new AppError('not-found')
  const sections: readonly LinkSection[] = who === 'everybody' ? publicSections : linkSections
  const [row] = await find(db, and(eq(links.slug, slug), eq(links.kind, 'text'), inArray(links.section, [...sections])))
  const [text] = inOrderOfDate(row ? [serializeEntry(row)] : [], clock.now())
  return mustExist(text)
}

/** The addresses of what everybody may read, for search engines. */
export async function publicTextAddresses(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ section: links.section, kind: links.kind, link: links.link, slug: links.slug })
    .from(links)
    .where(and(eq(links.kind, 'text'), inArray(links.section, [...publicSections])))
    .orderBy(desc(links.createdAt))
  return rows.map(addressOfEntry)
}

type Row = Awaited<ReturnType<typeof find>>[number]

/** `link` is where the entry leads, whatever it is. */
function serializeEntry({ slug, documentName, documentSize, avifId, webpId, ...row }: Row) {
  return {
    ...row,
    link: addressOfEntry({ ...row, slug }),
    when: showEventTimes(row),
    document: documentName === null ? null : { name: documentName, size: documentSize ?? 0 },
    picture: pictureAddresses(avifId, webpId),
  }
}
