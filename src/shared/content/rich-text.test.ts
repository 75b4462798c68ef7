import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pages } from '#shared/pages.ts'
import { filesIn, lacksCaption, linkAddress, readRichText, wordsOf, type Block } from './rich-text.ts'

const id = '0b9f7c1e-3d2a-4c5b-8e6f-1a2b3c4d5e6f'
const words = (text: string) => ({ text })
const item = (text: string, inner?: object) => ({ pieces: [words(text)], ...(inner && { inner }) })
const paragraph = (...pieces: object[]) => ({ kind: 'paragraph', pieces })

describe('blocks', () => {
  test.each([
    ['One.\n\nTwo.', [paragraph(words('One.')), paragraph(words('Two.'))]],
    ['One.\r\n\r\nTwo\r\nlines.', [paragraph(words('One.')), paragraph(words('Two\nlines.'))]],
    ['\n\nOne.\n \t\n\n\nTwo.\n', [paragraph(words('One.')), paragraph(words('Two.'))]],
    ['  indented  ', [paragraph(words('  indented'))]],
    ['', []],
    ['# Agenda', [{ kind: 'heading', level: 1, pieces: [words('Agenda')] }]],
    ['## Day 1\nText', [{ kind: 'heading', level: 2, pieces: [words('Day 1')] }, paragraph(words('Text'))]],
    ['### Three', [paragraph(words('### Three'))]],
    ['#hashtag', [paragraph(words('#hashtag'))]],
    ['# ', [paragraph(words('#'))]],
    [
      'Bring:\n- water\n* a hat\n• your card',
      [
        paragraph(words('Bring:')),
        { kind: 'list', first: null, items: [item('water'), item('a hat'), item('your card')] },
      ],
    ],
    ['1. One\n2) Two', [{ kind: 'list', first: 1, items: [item('One'), item('Two')] }]],
    [
      '3. Three\n\n4. Four',
      [
        { kind: 'list', first: 3, items: [item('Three')] },
        { kind: 'list', first: 4, items: [item('Four')] },
      ],
    ],
    [
      '- a\n1. b',
      [
        { kind: 'list', first: null, items: [item('a')] },
        { kind: 'list', first: 1, items: [item('b')] },
      ],
    ],
    [
      '- a\nb\n- c',
      [
        { kind: 'list', first: null, items: [item('a')] },
        paragraph(words('b')),
        { kind: 'list', first: null, items: [item('c')] },
      ],
    ],
    [
      '- a\n  - b\n\t- c\n        - d\n- e\n 1. f',
      [
        {
          kind: 'list',
          first: null,
          items: [item('a', { first: null, items: [item('b'), item('c'), item('d')] }), item('e')],
        },
        { kind: 'list', first: 1, items: [item('f')] },
      ],
    ],
    [
      '1. a\n  - b\n  1. c\n2. d\n   7) e',
      [
        {
          kind: 'list',
          first: 1,
          items: [
            item('a', { first: null, items: [item('b'), item('c')] }),
            item('d', { first: 7, items: [item('e')] }),
          ],
        },
      ],
    ],
    [
      '  - a\n   - b\n\n  - c',
      [
        { kind: 'list', first: null, items: [item('a'), item('b')] },
        { kind: 'list', first: null, items: [item('c')] },
      ],
    ],
    ['Far:\n    - a\n     1. b', [paragraph(words('Far:\n    - a\n     1. b'))]],
    ['- a\n  b', [{ kind: 'list', first: null, items: [item('a')] }, paragraph(words('  b'))]],
    ['2025. A year', [paragraph(words('2025. A year'))]],
    ['-5 degrees', [paragraph(words('-5 degrees'))]],
    [`![At camp](file:${id})`, [{ kind: 'picture', fileId: id, caption: 'At camp' }]],
    [`![](file:${id})`, [{ kind: 'picture', fileId: id, caption: '' }]],
    [`![\u2060At\u2060](file:${id})`, [{ kind: 'picture', fileId: id, caption: 'At' }]],
    ['![x](https://a.ph/x.png)', [paragraph(words('!'), { text: 'x', href: 'https://a.ph/x.png', named: true })]],
    [
      'Watch this:\nhttps://youtu.be/dQw4w9WgXcQ',
      [paragraph(words('Watch this:')), { kind: 'video', video: { host: 'youtube', id: 'dQw4w9WgXcQ' } }],
    ],
    [
      'https://example.org/video',
      [paragraph({ text: 'https://example.org/video', href: 'https://example.org/video' })],
    ],
    ['![x](file:nothing)', [paragraph(words('![x](file:nothing)'))]],
  ])('%j', (text, blocks) => {
    expect(readRichText(text)).toEqual(blocks)
  })
})

describe('pieces', () => {
  test.each([
    [
      'See [our page](https://a.ph).',
      [words('See '), { text: 'our page', href: 'https://a.ph', named: true }, words('.')],
    ],
    ['[About](/about)', [{ text: 'About', href: '/about', named: true }]],
    ['[Below](#below)', [{ text: 'Below', href: '#below', named: true }]],
    ['[Ask](mailto:a@b.ph)', [{ text: 'Ask', href: 'mailto:a@b.ph', named: true }]],
    ['[Ask](a@b.ph)', [{ text: 'Ask', href: 'mailto:a@b.ph', named: true }]],
    ['[Page](www.a.ph/x)', [{ text: 'Page', href: 'https://www.a.ph/x', named: true }]],
    [`[By-laws](file:${id})`, [{ text: 'By-laws', href: `/api/files/${id}`, named: true }]],
    ['[x](javascript:alert)', [words('[x](javascript:alert)')]],
    ['[x](data:text/html,x)', [words('[x](data:text/html,x)')]],
    ['[x](//evil.ph)', [words('[x](//evil.ph)')]],
    ['[x](/api/accounts)', [words('[x](/api/accounts)')]],
    [
      '[x](javascript:alert//https://a.ph)',
      [words('[x](javascript:alert//'), { text: 'https://a.ph', href: 'https://a.ph' }, words(')')],
    ],
    ['**Bring** it', [{ text: 'Bring', strong: true }, words(' it')]],
    ['**www.a.ph**', [{ text: 'www.a.ph', href: 'https://www.a.ph', strong: true }]],
    ['2 ** 3', [words('2 ** 3')]],
    [
      'www.a.ph, a@b.ph.',
      [
        { text: 'www.a.ph', href: 'https://www.a.ph' },
        words(', '),
        { text: 'a@b.ph', href: 'mailto:a@b.ph' },
        words('.'),
      ],
    ],
    ['www. www.a awww.b.ph x@y', [words('www. www.a awww.b.ph x@y')]],
    ['<b>bold</b>', [words('<b>bold</b>')]],
  ])('%j', (text, pieces) => {
    expect(readRichText(text)).toEqual([paragraph(...pieces)])
  })
})

test('the files of a text, each once', () => {
  const other = id.replace('0b', '1c')
  expect(filesIn(`![](file:${id})\n\n- [a](file:${other})\n  - [b](file:${id})\n\nfile:${id}`)).toEqual([id, other])
  expect(filesIn('https://a.ph')).toEqual([])
})

// Shows content-46
test.each([
  ['', true],
  [' \u00a0', true],
  ['\u2060', true],
  ['\u200b', true],
  ['…', true],
  ['1', false],
  ['Sa kampo', false],
  ['集会', false],
])('a picture that says %j lacks a caption: %s', (caption, lacks) => {
  expect(lacksCaption(`Camp\n\n![${caption}](file:${id})`)).toBe(lacks)
})

test('the words alone', () => {
  expect(wordsOf(`# Agenda\n\n**Come** to\n[our page](https://a.ph):\n\n- one\n  - two\n\n![Camp](file:${id})`)).toBe(
    'Agenda Come to our page: one two Camp',
  )
})

const signs = fc.constantFrom('# ', '- ', '\n- ', '\n  - ', '\n\t1. ', '1. ', '\n', '\n\n', '**', '[', '](', ')', '![', `file:${id}`, 'javascript:', 'data:', 'https://', 'www.', 'a@b.ph', '//x.ph', '/about', '/\\x', '#x', '<script>', '"', 'mailto:', '\u0000') // prettier-ignore
const texts = fc
  .array(fc.oneof(signs, fc.string({ unit: 'grapheme' })), { maxLength: 40 })
  .map((parts) => parts.join(''))
const ownPaths = new Set<string>(Object.values(pages).map(({ path }) => path))

function isSafe(href: string): boolean {
  if (href.startsWith('/')) return ownPaths.has(href.split('#')[0] ?? '') || href === `/api/files/${id}`
  return /^(https?:\/\/[^\s<>"/\\]|mailto:[\w.+-]+@|#)/i.test(href)
}

const squeezed = (text: string) => text.replaceAll(/\s/g, '')

test('any text becomes words of its own and links that lead somewhere safe', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const blocks = readRichText(text)
      const pieces = blocks.flatMap((block: Block) =>
        block.kind === 'picture' || block.kind === 'video'
          ? []
          : block.kind === 'list'
            ? block.items.flatMap(({ pieces, inner }) => [
                ...pieces,
                ...(inner?.items.flatMap((one) => one.pieces) ?? []),
              ])
            : block.pieces,
      )
      for (const { href } of pieces) if (href !== undefined) expect(isSafe(href), href).toBe(true)
      for (const piece of pieces) expect(squeezed(text)).toContain(squeezed(piece.text))
    }),
    { numRuns: 500 },
  )
})

test.each([
  [' https://a.ph/x ', 'https://a.ph/x'],
  ['facebook.com/arrapi', 'https://facebook.com/arrapi'],
  ['https://a.ph/x_(y)', 'https://a.ph/x_%28y%29'],
  ['/about', '/about'],
  ['secretary@example.org', 'mailto:secretary@example.org'],
  ['www.example.org', 'https://www.example.org'],
  [`file:${id}`, `file:${id}`],
  ['/nowhere', null],
  ['facebook', null],
  ['our page', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the address %j of a link is %j', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
  if (address !== null)
    expect(readRichText(`[words](${address})`)).toEqual([
      paragraph({ text: 'words', href: expect.any(String), named: true }),
    ])
})

test.each(['[', '**', 'a', '![](', '- ', '.@', 'www.', 'https://a', '[a](', '1', ' ', '- a\n  - b\n', '  - a\n'])(
  'a text of nothing but %j is read in no time',
  (sign) => {
    const began = performance.now()
    readRichText(sign.repeat(Math.floor(20_000 / sign.length)))
    expect(performance.now() - began).toBeLessThan(500)
  },
)
