import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { linkAddress, readRichText, wordsOf } from '#shared/content/rich-text.ts'
import { addressIn, documentOf, schema, sliceOf, textOf, videoIn } from './rich-text-document.ts'

const id = '0b9f7c1e-3d2a-4c5b-8e6f-1a2b3c4d5e6f'

describe('a stored text is edited and stored as it was', () => {
  test.each([
    ['One.\n\nTwo\nlines.'],
    ['# Agenda\n\n## Day 1\n\nText'],
    ['- water\n- a hat\n\n1. One\n2. Two'],
    ['- water\n  1. cold\n  2. hot\n- a hat\n  - of straw\n\n1. One\n  - a\n2. Two\n  4. b'],
    ['7. Seven\n8. Eight'],
    ['- one list\n\n- another'],
    ['**Bring** it to [our page](https://a.ph), www.a.ph or a@b.ph.'],
    ['**www.a.ph**'],
    ['[www.a.ph](https://b.ph) leads elsewhere'],
    ['[https://forms.gle/abc](https://forms.gle/abc)—now, [www.a.ph](https://www.a.ph)now, x[a@b.ph](mailto:a@b.ph)'],
    ['[About](/about), [below](#below) and [write](mailto:a@b.ph)'],
    [`![At camp](file:${id})\n\nSee [By-laws](file:${id}).`],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ\n\nEnd'],
    ['2 ** 3 * 4, [brackets] and <b>signs</b> & "quotes"'],
    [''],
  ])('%j', (text) => {
    expect(textOf(documentOf(text))).toBe(text)
  })
})

test.each([
  ['Bring:\n- water\n* a hat', 'Bring:\n\n- water\n- a hat'],
  ['* a\n\t* b\n\t\t* c\n* d', '- a\n  - b\n  - c\n- d'],
  ['  - a\n  - b', '- a\n- b'],
  ['1) One\n2) Two', '1. One\n2. Two'],
  ['One.\r\n\r\n\r\n\r\nTwo. ', 'One.\n\nTwo.'],
  ['https://youtu.be/dQw4w9WgXcQ?t=3', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
])('%j is stored as %j', (typed, stored) => {
  expect(textOf(documentOf(typed))).toBe(stored)
})

describe('what a sign cannot hold stays outside it', () => {
  const { nodes, marks } = schema
  const strong = marks.strong.create()
  const link = marks.link.create({ address: 'https://a.ph/$&' })
  const inParagraph = (...words: ReturnType<typeof schema.text>[]) =>
    textOf(nodes.doc.create(null, nodes.paragraph.create(null, words)))
  test.each([
    ['a star in bold', inParagraph(schema.text('5* hotel', [strong])), '5* hotel'],
    ['a bracket in a link', inParagraph(schema.text('by [laws]', [link])), 'by [laws]'],
    ['two stars beside bold', inParagraph(schema.text('**y '), schema.text('x', [strong])), '**y x'],
    ['what looks like a link', inParagraph(schema.text('[x](/about)')), '[x](/about)'],
    ['what looks like an item', inParagraph(schema.text('- x')), '- x'],
    ['an exclamation mark before a document', inParagraph(schema.text('!'), schema.text('x', [marks.link.create({ address: `file:${id}` })])), '!x'], // prettier-ignore
    ['a heading that begins with a fixed space', textOf(nodes.doc.create(null, nodes.heading.create(null, schema.text('\u00a0x')))), 'x'], // prettier-ignore
    ['a long bold text', inParagraph(schema.text('a'.repeat(2500), [strong])), 'a'.repeat(2500)],
  ])('%s', (_what, stored, words) => {
    expect(wordsOf(stored)).toBe(words)
  })

  test('a link has the address that it was given', () => {
    expect(inParagraph(schema.text('a', [link]))).toBe('[a](https://a.ph/$&)')
  })

  test('the caption of a picture', () => {
    const picture = nodes.picture.create({ fileId: id, caption: 'Camp [1]\nnorth' })
    expect(readRichText(textOf(nodes.doc.create(null, picture)))).toEqual([
      { kind: 'picture', fileId: id, caption: 'Camp 1 north' },
    ])
  })

  test('an item is one line, and empty ones are left out', () => {
    const item = (...content: Parameters<typeof nodes.paragraph.create>[1][]) =>
      nodes.list_item.create(null, nodes.paragraph.create(null, content.flat() as never))
    const list = nodes.ordered_list.create({ first: 998 }, [
      item(schema.text('a'), nodes.line_break.create(), schema.text('b')),
      item(),
      item(schema.text('c')),
      item(schema.text('d')),
    ])
    const [read, ...more] = readRichText(textOf(nodes.doc.create(null, list)))
    expect(more).toEqual([])
    expect(read).toEqual({ kind: 'list', first: 998, items: ['a b', 'c', 'd'].map((text) => ({ pieces: [{ text }] })) })
  })
})

test('items inside one without words belong to the one before, or take its place', () => {
  const { paragraph, list_item, bullet_list, ordered_list } = schema.nodes
  const item = (words: string, ...inner: Node[]) =>
    list_item.create(null, [paragraph.create(null, words ? schema.text(words) : null), ...inner])
  const list = ordered_list.create(null, [
    item('', bullet_list.create(null, item('a'))),
    item('b', bullet_list.create(null, [item(''), item('c')])),
    item('', bullet_list.create(null, item('d'))),
  ])
  expect(textOf(schema.nodes.doc.create(null, list))).toBe('1. a\n2. b\n  - c\n  - d')
})

test('pasted words: a line goes into the line, several become blocks', () => {
  expect(sliceOf('a line')).toMatchObject({ openStart: 1, openEnd: 1 })
  expect(sliceOf('- a\n- b').content.firstChild?.type.name).toBe('bullet_list')
})

test('a paragraph that is only the address of a video becomes it', () => {
  const paragraph = (text: string) => schema.nodes.paragraph.create(null, schema.text(text))
  expect(videoIn(paragraph('youtu.be/dQw4w9WgXcQ'))?.attrs['address']).toContain('watch?v=dQw4w9WgXcQ')
  expect(videoIn(paragraph('See youtu.be/dQw4w9WgXcQ'))).toBeNull()
})

const signs = fc.constantFrom('# ', '- ', '1. ', '\n', '\n\n', '\n- ', '\n  - ', '\n    1. ', '\t', '**', '*', '[', '](', ')', '!', '![', `file:${id}`, '[a](/about)', '**b**', 'https://a.ph', 'www.a.ph', ' ', '/about', 'https://youtu.be/dQw4w9WgXcQ', '999. ') // prettier-ignore
const texts = fc
  .array(fc.oneof(signs, fc.string({ unit: 'grapheme' })), { maxLength: 30 })
  .map((parts) => parts.join(''))
const squeezed = (text: string) => text.replaceAll(/\s/g, '')

test('any text keeps its words, and is the same however often it is opened and saved', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const stored = textOf(documentOf(text))
      expect(squeezed(wordsOf(stored))).toBe(squeezed(wordsOf(text)))
      expect(textOf(documentOf(stored))).toBe(stored)
    }),
    { numRuns: 2000 },
  )
})

test('a letter costs the reading of its own block only', () => {
  const opened = documentOf('**Bring** water to [our page](/about) or www.a.ph. '.repeat(20).concat('\n\n').repeat(20))
  const took = () => {
    const begun = performance.now()
    textOf(opened)
    return performance.now() - begun
  }
  const first = took()
  expect(Math.min(took(), took(), took())).toBeLessThan(first / 5)
})

const { nodes: made, marks: marked } = schema
const addresses = ['https://a.ph/x', 'www.a.ph', 'a@b.ph']
const typedParts = fc.constantFrom(...addresses, 'a', 'b ', '*', '**', '[', ']', '](/about)', '[a](/about)', `![](file:${id})`, '# ', '- ', '1. ', '\\', ' ', '!', '\u00a0', '\u2028') // prettier-ignore
const runs = fc.array(
  fc.record({
    words: fc.array(typedParts, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
    mark: fc.constantFrom(null, marked.strong.create(), ...['/about', `file:${id}`, ...addresses.map(linkAddress)].map((address) => marked.link.create({ address }))), // prettier-ignore
    breaks: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)
const lines = runs.map((all) =>
  all.flatMap(({ words, mark, breaks }) => [
    schema.text(words, mark ? [mark] : []),
    ...(breaks ? [made.line_break.create()] : []),
  ]),
)

/** What stands in a text, letter by letter, and where it leads. A sign holds no stars, a link no brackets. */
function lettersOf(text: Node) {
  const letters: string[] = []
  text.descendants((child) => {
    const mark = addressIn(child) ?? child.marks[0]?.type.name ?? ''
    const found = (child.text ?? '').match(/\S/g) ?? []
    letters.push(...found.map((letter) => (/[*[\]]/.test(letter) ? letter : `${letter}${mark}`)))
  })
  return letters
}

test.each([
  ['paragraph', (words: Node[]) => made.paragraph.create(null, words)],
  [
    'heading',
    (words: Node[]) =>
      made.heading.create(
        null,
        words.filter(({ isText }) => isText),
      ),
  ],
  ['bullet_list', (words: Node[]) => made.bullet_list.create(null, made.list_item.create(null, made.paragraph.create(null, words)))], // prettier-ignore
])('any typed %s comes back as it was', (_kind, blockOf) => {
  fc.assert(
    fc.property(lines, (words) => {
      const typed = made.doc.create(null, blockOf(words))
      const back = documentOf(textOf(typed))
      expect(lettersOf(back)).toEqual(lettersOf(typed))
      if (lettersOf(typed).length > 0) for (const { type } of back.children) expect(type).toBe(typed.child(0).type)
    }),
    { numRuns: 1000 },
  )
})

const itemOf = (words: Node[], inner: Node[] = []) =>
  made.list_item.create(null, [made.paragraph.create(null, words), ...inner])
const listsOf = (items: fc.Arbitrary<Node>) =>
  fc
    .tuple(fc.option(fc.nat({ max: 1000 })), fc.array(items, { minLength: 1, maxLength: 4 }))
    .map(([first, content]) =>
      first === null ? made.bullet_list.create(null, content) : made.ordered_list.create({ first }, content),
    )
const nestedLists = listsOf(
  fc
    .tuple(lines, fc.array(listsOf(lines.map((words) => itemOf(words))), { maxLength: 1 }))
    .map(([words, inner]) => itemOf([schema.text('o '), ...words], inner)),
)

/** The kind of each item's list, how deep it is, and its letters. */
function outlineOf(text: Node): unknown[] {
  const items: unknown[] = []
  text.descendants((child, at, parent) => {
    if (child.type !== made.list_item) return
    const letters = lettersOf(child.child(0))
    if (letters.length > 0) items.push([text.resolve(at).depth, parent?.type.name, letters])
  })
  return items
}

test('any typed list with lists inside comes back as it was', () => {
  fc.assert(
    fc.property(nestedLists, (typed) => {
      const document = made.doc.create(null, typed)
      const back = documentOf(textOf(document))
      expect(outlineOf(back)).toEqual(outlineOf(document))
    }),
    { numRuns: 1000 },
  )
})
