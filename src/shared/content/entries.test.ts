import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import {
  addressOfEntry,
  isSlug,
  slugOf,
  whyNotEntry,
  inOrderOfDate,
  isOver,
  showEventTimes,
  whyNotEvent,
  isPublished,
  publicationOf,
} from './entries.ts'
import { linkSchema, type LinkForm } from './schemas.ts'

const form = (values: Partial<LinkForm>) => linkSchema.parse({ section: 'Events', title: 'x', link: '', ...values })

const picture = '![](file:6f9619ff-8b86-4d01-b42d-00cf4fc964ff)'

// Shows content-19, content-46
test.each([
  [form({ section: '', link: '#' }), false, 'link-fields-required'],
  [form({ title: ' ', link: '#' }), false, 'link-fields-required'],
  [form({ link: '' }), true, 'link-fields-required'],
  [form({ link: 'nowhere' }), false, 'link-invalid'],
  [form({ link: 'nowhere' }), true, 'link-edit-invalid'],
  [form({ link: 'https://example.org' }), true, null],
  [form({ kind: 'text', text: ' \n ' }), false, 'link-fields-required'],
  [form({ kind: 'text', text: 'Come.' }), false, null],
  [form({ kind: 'text', text: picture }), false, 'text-caption-missing'],
  [form({ kind: 'text', text: picture, draft: true }), false, null],
  [form({ kind: 'document' }), false, 'entry-document-required'],
  [form({ kind: 'document' }), true, null],
  [form({ kind: 'document', documentId: crypto.randomUUID() }), false, null],
  // What the date of an event asks for holds for every kind.
  [form({ kind: 'text', text: 'Come.', place: 'Cebu' }), false, 'event-start-required'],
  [form({ kind: 'text', text: 'Come.', section: 'Legalities', place: 'Cebu' }), false, 'event-only'],
] as const)('%j (editing: %s) -> %s', (given, editing, refusal) => {
  expect(whyNotEntry(given, editing ? { kind: given.kind, hasDocument: given.kind === 'document' } : null)).toBe(
    refusal,
  )
})

test('no kind becomes another', () => {
  const text = form({ kind: 'text', text: 'Come.' })
  expect(whyNotEntry(text, { kind: 'document', hasDocument: true })).toBe('entry-kind-fixed')
})

test.each([
  ['link', 'Events', 'https://example.org/'],
  ['document', 'Legalities', '/documents/by-laws'],
  ['document', 'Whats New', '/documents/by-laws'],
  ['text', 'Whats New', '/news/by-laws'],
  ['text', 'Events', '/news/by-laws'],
  ['text', 'Programs and Projects', '/announcements/by-laws'],
  ['text', 'Legalities', '/announcements/by-laws'],
] as const)('a %s of %s leads to %s', (kind, section, address) => {
  const link = kind === 'link' ? 'https://example.org/' : ''
  expect(addressOfEntry({ kind, section, link, slug: 'by-laws' })).toBe(address)
})

describe('the end of an address', () => {
  test.each([
    ['Ika-3 Pulong, “Año 2026”!', 'ika-3-pulong-ano-2026'],
    ['  By-Laws  ', 'by-laws'],
    ['集会', 'announcement'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['a\u202Egnp.exe', 'a-gnp-exe'],
    ['x'.repeat(100), 'x'.repeat(60)],
    [`${'word '.repeat(30)}`, Array(12).fill('word').join('-')],
  ])('of %j is %s', (title, slug) => {
    expect(slugOf(title, new Set())).toBe(slug)
    expect(isSlug(slug)).toBe(true)
  })

  test('that is taken gets a number', () => {
    expect(slugOf('By-laws', new Set(['by-laws']))).toBe('by-laws-2')
    expect(slugOf('By-laws', new Set(['by-laws', 'by-laws-2']))).toBe('by-laws-3')
  })

  test.each(['', 'A', 'a_b', 'a%00', '\0', 'a/b', 'x'.repeat(71)])('is never %j', (typed) => {
    expect(isSlug(typed)).toBe(false)
  })
})

const morning = manila('2025-03-29', '08:00')
const evening = manila('2025-03-29', '17:00')
const midnight = manila('2025-03-30')

test.each([
  ['Events', null, null, '', null],
  ['Events', morning, null, '', null],
  ['Events', morning, evening, 'Camp Aguinaldo', null],
  ['Events', null, evening, '', 'event-start-required'],
  ['Events', null, null, 'Camp Aguinaldo', 'event-start-required'],
  ['Events', morning, morning, '', 'event-end-before-start'],
  ['Events', evening, morning, '', 'event-end-before-start'],
  ['Whats New', null, null, ' ', null],
  ['Whats New', morning, null, '', 'event-only'],
  ['Legalities', null, null, 'Cebu', 'event-only'],
] as const)('%s from %s to %s at %j -> %s', (section, startsAt, endsAt, place, refusal) => {
  expect(whyNotEvent({ section, startsAt, endsAt, place })).toBe(refusal)
})

// Shows content-45
test.each([
  [{ startsAt: null, endsAt: null }, midnight, false],
  [{ startsAt: morning, endsAt: null }, morning - 1, false],
  [{ startsAt: morning, endsAt: null }, midnight - 1, false],
  [{ startsAt: morning, endsAt: null }, midnight, true],
  [{ startsAt: morning, endsAt: evening }, evening - 1, false],
  [{ startsAt: morning, endsAt: evening }, evening, true],
  [{ startsAt: morning, endsAt: midnight + 1 }, midnight, false],
])('%j at %d is over: %s', (event, now, over) => {
  expect(isOver(event, now)).toBe(over)
})

// Shows content-45
test('the next event comes first, undated ones keep their place, past ones follow, the latest first', () => {
  const event = (title: string, startsAt: number | null) => ({ title, startsAt, endsAt: null })
  const listed = [
    event('undated, newer', null),
    event('long past', manila('2024-06-12', '08:00')),
    event('in June', manila('2025-06-20', '08:00')),
    event('undated, older', null),
    event('today', morning),
    event('yesterday', manila('2025-03-28', '08:00')),
  ]
  expect(inOrderOfDate(listed, evening).map(({ title, over }) => [title, over])).toEqual([
    ['today', false],
    ['in June', false],
    ['undated, newer', false],
    ['undated, older', false],
    ['yesterday', true],
    ['long past', true],
  ])
})

test.each([
  [null, null, null],
  [morning, null, 'Sat 29 March 2025, 8:00 AM (Manila)'],
  [morning, evening, 'Sat 29 March 2025, 8:00 AM to 5:00 PM (Manila)'],
  [morning, midnight, 'Sat 29 March 2025, 8:00 AM to Sun 30 March 2025, 12:00 AM (Manila)'],
])('from %s to %s: %s', (startsAt, endsAt, shown) => {
  expect(showEventTimes({ startsAt, endsAt })).toBe(shown)
})

test.each([
  [{ draft: false, publishAt: null }, true],
  [{ draft: false, publishAt: 1000 }, true],
  [{ draft: false, publishAt: 1001 }, false],
  [{ draft: true, publishAt: null }, false],
])('%j at 1000 is published: %s', (entry, published) => {
  expect(isPublished(entry, 1000)).toBe(published)
})

const asDraft = { draft: true, publishAt: null }
const atOnce = { draft: false, publishAt: null }
const at = (publishAt: number) => ({ draft: false, publishAt })
test.each([
  ['a new one, at once', atOnce, null, atOnce],
  ['a new one, later', at(2000), null, at(2000)],
  ['a new draft', asDraft, null, asDraft],
  ['a draft loses its time', { draft: true, publishAt: 2000 }, at(2000), asDraft],
  ['a draft is published: dated now', atOnce, asDraft, at(1000)],
  ['one that waits is published at once', atOnce, at(2000), at(1000)],
  ['one that is out keeps its day', atOnce, at(500), at(500)],
  ['one that was out from the first', atOnce, atOnce, atOnce],
  ['one that is out is put off', at(2000), atOnce, at(2000)],
])('%s', (_what, form, stored, publication) => {
  expect(publicationOf(form, stored, 1000)).toEqual(publication)
})
