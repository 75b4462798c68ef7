import { describe, expect, test } from 'vitest'
import { addressOfEntry, isSlug, paragraphsOf, slugOf, whyNotEntry } from './entries.ts'
import { linkSchema, type LinkForm } from './schemas.ts'

const form = (values: Partial<LinkForm>) => linkSchema.parse({ section: 'Events', title: 'x', link: '', ...values })

// Shows content-19
test.each([
  [form({ section: '', link: '#' }), false, 'link-fields-required'],
  [form({ title: ' ', link: '#' }), false, 'link-fields-required'],
  [form({ link: '' }), true, 'link-fields-required'],
  [form({ link: 'nowhere' }), false, 'link-invalid'],
  [form({ link: 'nowhere' }), true, 'link-edit-invalid'],
  [form({ link: 'https://example.org' }), true, null],
  [form({ kind: 'text', text: ' \n ' }), false, 'link-fields-required'],
  [form({ kind: 'text', text: 'Come.' }), false, null],
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

test.each([
  ['One.\n\nTwo.', ['One.', 'Two.']],
  ['One.\r\n\r\nTwo\r\nlines.', ['One.', 'Two\nlines.']],
  ['\n\nOne.\n \t\n\n\nTwo.\n', ['One.', 'Two.']],
  ['  indented', ['  indented']],
  ['', []],
])('%j has the paragraphs %j', (text, paragraphs) => {
  expect(paragraphsOf(text)).toEqual(paragraphs)
})
