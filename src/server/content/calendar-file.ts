import type { Instant } from '#shared/time.ts'

export interface CalendarEvent {
  /** The same for the same event for ever: a calendar that gets the file again changes its entry instead of adding one. */
  uid: string
  /** Goes up with each edit. */
  revision: number
  title: string
  startsAt: Instant
  endsAt: Instant | null
  place: string
  /** An absolute address. */
  url: string
}

/** An event as a file for any calendar (RFC 5545). Times are in UTC, so that it needs no table of zones. */
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

/** A line break that got into a value would begin a property of its own. */
const control = /\p{Cc}/gu
const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/g

const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(lineBreak, '\\n')
    .replaceAll(control, '')

/** For the two values that are no text: nothing in them may be read as the end of the value. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029/\\;,]/gu, ' ')

const most = 75

/** A line of at most 75 octets; the rest follows on lines that begin with a space. No character is cut in two. */
function folded(line: string): string {
  let made = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > most) {
      made += '\r\n '
      octets = 1
    }
    made += character
    octets += size
  }
  return made
}

/** How long a character is in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
