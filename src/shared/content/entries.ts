import type { ErrorCode } from '#shared/errors.ts'
import { isLink } from '#shared/links-in-text.ts'
import {
  dayInManila,
  dayMs,
  inManila,
  showMoment,
  showTimeOfDay,
  startOfDay,
  weekdayOf,
  type Instant,
} from '#shared/time.ts'
import { isPublicSection, type LinkSection } from './defaults.ts'
import { lacksCaption } from './rich-text.ts'
import type { EntryKind, LinkForm } from './schemas.ts'

/** The stored part of an entry that is edited. */
interface Stored {
  kind: EntryKind
  hasDocument: boolean
}

/** Why an entry is refused, or null. Editing a link has its own sentence for a bad address. */
export function whyNotEntry(form: LinkForm, stored: Stored | null): ErrorCode | null {
  if (form.section === '' || form.title.trim() === '') return 'link-fields-required'
  if (stored && stored.kind !== form.kind) return 'entry-kind-fixed'
  return whyNotContent(form, stored) ?? whyNotEvent(form)
}

function whyNotContent({ kind, link, text, documentId, draft }: LinkForm, stored: Stored | null): ErrorCode | null {
  switch (kind) {
    case 'link':
      if (link.trim() === '') return 'link-fields-required'
      return isLink(link) ? null : stored ? 'link-edit-invalid' : 'link-invalid'
    case 'document':
      return documentId || stored?.hasDocument ? null : 'entry-document-required'
    case 'text':
      if (text.trim() === '') return 'link-fields-required'
      return !draft && lacksCaption(text) ? 'text-caption-missing' : null
  }
}

interface Placed {
  kind: EntryKind
  section: LinkSection
  link: string
  slug: string | null
}

/** An entry's target. A public text has a public page, the others one behind the login. */
export function addressOfEntry({ kind, section, link, slug }: Placed): string {
  if (kind === 'link' || slug === null) return link
  if (kind === 'document') return `/documents/${slug}`
  return `${isPublicSection(section) ? '/news' : '/announcements'}/${slug}`
}

const mostOfSlug = 60

/**
 * The title as the end of an address: `Ika-3 Pulong, “Año 2026”` becomes `ika-3-pulong-ano-2026`. It stays when the title
 * changes, so that a shared address keeps working; `taken` are those of other entries.
 */
export function slugOf(title: string, taken: ReadonlySet<string>): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const whole = words.join('-').slice(0, mostOfSlug + 1)
  const cut = whole.length > mostOfSlug ? whole.replace(/-[^-]*$/, '').slice(0, mostOfSlug) : whole
  const base = cut || 'announcement'
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!taken.has(slug)) return slug
  }
}

/** Whether the end of an address can be an entry's at all; anything else is not looked up. */
export const isSlug = (typed: string): boolean => typed.length <= mostOfSlug + 10 && /^[a-z0-9-]+$/.test(typed)

interface Publication {
  draft: boolean
  publishAt: Instant | null
}

/** Whether the readers of its section can see an entry. */
export const isPublished = ({ draft, publishAt }: Publication, now: Instant): boolean =>
  !draft && (publishAt === null || publishAt <= now)

/** When an entry becomes visible once it is saved. Without its own time it is dated now, not by its draft. */
export function publicationOf(form: Publication, stored: Publication | null, now: Instant): Publication {
  if (form.draft) return { draft: true, publishAt: null }
  if (form.publishAt !== null || stored === null) return { draft: false, publishAt: form.publishAt }
  return { draft: false, publishAt: isPublished(stored, now) ? stored.publishAt : now }
}

/** When and where an entry of the Events section takes place; any of it may be unknown. */
interface EventTimes {
  startsAt: Instant | null
  endsAt: Instant | null
}

type EventFields = Pick<LinkForm, 'section' | 'startsAt' | 'endsAt' | 'place'>

/** Why the date or place of an event is refused, or null. Only events have them. */
export function whyNotEvent({ section, startsAt, endsAt, place }: EventFields): ErrorCode | null {
  if (startsAt === null && endsAt === null && place.trim() === '') return null
  if (section !== 'Events') return 'event-only'
  if (startsAt === null) return 'event-start-required'
  return endsAt !== null && endsAt <= startsAt ? 'event-end-before-start' : null
}

/** An event without an end lasts until the end of its day in Manila; one without a date is never over. */
export function isOver({ startsAt, endsAt }: EventTimes, now: Instant): boolean {
  if (startsAt === null) return false
  return now >= (endsAt ?? startOfDay(startsAt) + dayMs)
}

/**
 * The next event first, then those without a date, then past ones, the latest first. Entries of other sections have no date, and
 * keep their order.
 */
export function inOrderOfDate<Link extends EventTimes>(
  links: readonly Link[],
  now: Instant,
): (Link & { over: boolean })[] {
  const judged = links.map((link) => ({ ...link, over: isOver(link, now) }))
  const start = (link: Link) => link.startsAt ?? 0
  return [
    ...judged.filter(({ startsAt, over }) => startsAt !== null && !over).toSorted((a, b) => start(a) - start(b)),
    ...judged.filter(({ startsAt }) => startsAt === null),
    ...judged.filter(({ over }) => over).toSorted((a, b) => start(b) - start(a)),
  ]
}

/** `Sat 29 March 2025, 8:00 AM` */
const showStart = (instant: Instant) => `${weekdayOf(instant).slice(0, 3)} ${showMoment(instant)}`

/** `Sat 29 March 2025, 8:00 AM to 5:00 PM (Manila)`; the end has its day if that is different. */
export function showEventTimes({ startsAt, endsAt }: EventTimes): string | null {
  if (startsAt === null) return null
  if (endsAt === null) return showStart(startsAt) + inManila
  const sameDay = dayInManila(startsAt) === dayInManila(endsAt)
  return `${showStart(startsAt)} to ${sameDay ? showTimeOfDay(endsAt) : showStart(endsAt)}${inManila}`
}
