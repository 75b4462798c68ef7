import type { ErrorCode } from '../errors.ts'
import { isPublicSection, type LinkSection } from './defaults.ts'
import { whyNotEvent } from './events.ts'
import { isLink } from './links.ts'
import type { EntryKind, LinkForm } from './schemas.ts'

export const documentMaxBytes = 20 * 1024 * 1024

/** What is there already, of an entry that is changed. */
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

function whyNotContent({ kind, link, text, documentId }: LinkForm, stored: Stored | null): ErrorCode | null {
  switch (kind) {
    case 'link':
      if (link.trim() === '') return 'link-fields-required'
      return isLink(link) ? null : stored ? 'link-edit-invalid' : 'link-invalid'
    case 'document':
      return documentId || stored?.hasDocument ? null : 'entry-document-required'
    case 'text':
      return text.trim() === '' ? 'link-fields-required' : null
  }
}

interface Placed {
  kind: EntryKind
  section: LinkSection
  link: string
  slug: string | null
}

/** Where an entry leads. A text that visitors may read has a public page, the others one behind the login. */
export function addressOfEntry({ kind, section, link, slug }: Placed): string {
  if (kind === 'link' || slug === null) return link
  if (kind === 'document') return `/documents/${slug}`
  return `${isPublicSection(section) ? '/news' : '/announcements'}/${slug}`
}

const mostOfSlug = 60

/**
 * The title as the end of an address: `Ika-3 Pulong, “Año 2026”` becomes `ika-3-pulong-ano-2026`. It stays when the title is
 * changed, so that an address that was shared goes on working; `taken` are those of other entries.
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

/** Whether the end of an address may be that of an entry at all; whatever else is typed is not looked for. */
export const isSlug = (typed: string): boolean => typed.length <= mostOfSlug + 10 && /^[a-z0-9-]+$/.test(typed)

/** Paragraphs are parted by empty lines; a single line break stays one. */
export function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line.trimEnd())
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
}
