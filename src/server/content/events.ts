import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { addressOfEntry, inOrderOfDate } from '#shared/content/entries.ts'
import { AppError } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import { calendarFile } from '#server/content/calendar-file.ts'
import { links } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { electionEvents } from './election-events.ts'

/** Events that have a date; what is on the home page is for everybody. */
const dated = and(eq(links.section, 'Events'), isNotNull(links.startsAt))

const columns = {
  id: links.id,
  title: links.title,
  section: links.section,
  kind: links.kind,
  link: links.link,
  slug: links.slug,
  place: links.place,
  version: links.version,
  /** Of the rows asked for, none is without. */
  startsAt: sql<Instant>`${links.startsAt}`.mapWith(links.startsAt),
  endsAt: links.endsAt,
}
type EventRow = Pick<typeof links.$inferSelect, keyof typeof columns> & { startsAt: Instant }

const withAddress = (row: EventRow) => ({ ...row, link: addressOfEntry(row) })

export interface NextEvent {
  title: string
  startsAt: Instant
  place: string
  /** Null for one without a page of its own. */
  href: string | null
}

/** The event that is on, or comes next; null when none has a date ahead. */
export async function nextEvent({ db }: Pick<Deps, 'db'>, now: Instant): Promise<NextEvent | null> {
  const rows = await db.select(columns).from(links).where(dated)
  const next = inOrderOfDate(rows.map(withAddress), now).find(({ over }) => !over)
  return next
    ? {
        title: next.title,
        startsAt: next.startsAt,
        place: next.place,
        href: leadsSomewhere(next.link) ? next.link : null,
      }
    : null
}

/** The event for a calendar. */
export async function eventFile(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'elections'>,
  id: string,
): Promise<string> {
  const [row] = await deps.db
    .select(columns)
    .from(links)
    .where(and(dated, eq(links.id, id)))
  const found = row ? withAddress(row) : await electionEvent(deps, id)
  if (!found) throw new AppError('not-found')
  const { publicUrl } = deps.config
  const { title, place, link, version, startsAt, endsAt } = found
  const event = {
    uid: `${id}@${new URL(publicUrl).hostname}`,
    revision: version - 1,
    title,
    startsAt,
    endsAt,
    place,
    // An event without a page of its own is read about on the home page.
    url: new URL(leadsSomewhere(link) ? link : '/', publicUrl).href,
  }
  return calendarFile(event, { product: (await deps.settings()).shortName, now: deps.clock.now() })
}

/** Voting takes place on the site; what is said of nomination is no place. */
async function electionEvent(deps: Pick<Deps, 'elections' | 'clock'>, id: string) {
  const election = (await electionEvents(deps)).find((one) => one.id === id)
  return election && { ...election, place: '' }
}

const leadsSomewhere = (link: string) => !link.startsWith('#')
