import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { links, publishedAt } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { addressOfEntry, inOrderOfDate, showEventTimes } from '#shared/content/entries.ts'
import { hasReached, stageOf, votingIsOver } from '#shared/elections/lifecycle.ts'
import { nominationSpan } from '#shared/elections/nomination/nomination.ts'
import { mustExist } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'

/** Events with a date; those on the home page are public. */
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
  /** None of the selected rows is null. */
  startsAt: sql<Instant>`${links.startsAt}`.mapWith(links.startsAt),
  endsAt: links.endsAt,
}
type EventRow = Pick<typeof links.$inferSelect, keyof typeof columns> & { startsAt: Instant }

const withAddress = (row: EventRow) => ({ ...row, link: addressOfEntry(row) })

interface NextEvent {
  title: string
  startsAt: Instant
  place: string
  /** Null if it has no page of its own. */
  href: string | null
}

/** The current or next event; null if no dated one is ahead. */
export async function nextEvent({ db }: Pick<Deps, 'db'>, now: Instant): Promise<NextEvent | null> {
  const rows = await db
    .select(columns)
    .from(links)
    .where(and(dated, publishedAt(now)))
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

export async function eventFile(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'elections'>,
  id: string,
): Promise<string> {
  const [row] = await deps.db
    .select(columns)
    .from(links)
    .where(and(dated, eq(links.id, id), publishedAt(deps.clock.now())))
  const found = mustExist(row ? withAddress(row) : await electionEvent(deps, id))
  const { publicUrl } = deps.config
  const { title, place, link, version, startsAt, endsAt } = found
  const event = {
    uid: `${id}@${new URL(publicUrl).hostname}`,
    revision: version - 1,
    title,
    startsAt,
    endsAt,
    place,
    // An event without its own page is described on the home page.
    url: new URL(leadsSomewhere(link) ? link : '/', publicUrl).href,
  }
  return calendarFile(event, { product: (await deps.settings()).shortName, now: deps.clock.now() })
}

/** Voting takes place on the site, so the sentence about nomination is not a location. */
async function electionEvent(deps: Pick<Deps, 'elections' | 'clock'>, id: string) {
  const election = (await electionEvents(deps)).find((one) => one.id === id)
  return election && { ...election, place: '' }
}

const leadsSomewhere = (link: string) => !link.startsWith('#')

export interface CalendarEvent {
  /** Stays the same for an event: a calendar that gets the file again updates its entry instead of adding one. */
  uid: string
  /** Increases with each edit. */
  revision: number
  title: string
  startsAt: Instant
  endsAt: Instant | null
  place: string
  /** An absolute address. */
  url: string
}

/** An event as a file for any calendar (RFC 5545). Times are in UTC, so that no time zone table is needed. */
export function calendarFile(event: CalendarEvent, { product, now }: { product: string; now: Instant }): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${plain(product)}//Events//EN`,
    'BEGIN:VEVENT',
    `UID:${plain(event.uid)}`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${event.revision}`,
    `DTSTART:${utc(event.startsAt)}`,
    ...(event.endsAt === null ? [] : [`DTEND:${utc(event.endsAt)}`]),
    `SUMMARY:${escaped(event.title)}`,
    ...(event.place === '' ? [] : [`LOCATION:${escaped(event.place)}`]),
    `URL:${event.url.replaceAll(control, '')}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

/** `20250329T000000Z` */
const utc = (instant: Instant) => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A line break inside a value would start a new property. */
const control = /\p{Cc}/gu
const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/g

const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(lineBreak, '\\n')
    .replaceAll(control, '')

/** For the two values that are not text: nothing in them may be read as the end of the value. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029/\\;,]/gu, ' ')

const maxOctets = 75

/** A line of at most 75 octets; the rest follows on lines that start with a space. No character is split. */
function folded(line: string): string {
  let made = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxOctets) {
      made += '\r\n '
      octets = 1
    }
    made += character
    octets += size
  }
  return made
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/**
 * Announced elections that are not over, as entries of the Events section: dated by voting, with the nomination days until they
 * have passed. Nobody has to enter them, and they move and disappear with the election.
 */
export async function electionEvents({ elections, clock }: Pick<Deps, 'elections' | 'clock'>) {
  const now = clock.now()
  const current = await elections.current()
  return (await elections.all())
    .filter((one) => hasReached(stageOf(one, now), 'announced') && !votingIsOver(stageOf(one, now)))
    .map((one) => {
      const times = { startsAt: one.votingOpens, endsAt: one.votingCloses }
      return {
        ...times,
        id: one.id,
        section: 'Events' as const,
        kind: 'link' as const,
        title: electionEventText.title(one.title),
        // The election page shows one election at a time.
        link: one.id === current?.id ? '/election' : '#',
        place: now < one.nominationCloses ? electionEventText.nominations(nominationSpan(one)) : '',
        version: one.version,
        createdAt: one.nominationOpens,
        draft: false,
        publishAt: null,
        published: true,
        text: '',
        when: showEventTimes(times),
        document: null,
        picture: null,
      }
    })
}

const electionEventText = {
  title: (title: string) => `Voting: ${title}`,
  nominations: (span: string) => `Nominations run ${span}.`,
} as const
