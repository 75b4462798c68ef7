import { Schema, Slice, type MarkSpec, type Node, type NodeSpec } from 'prosemirror-model'
import {
  fileAddress,
  linkAddress,
  noSign,
  readRichText,
  type Block,
  type List,
  type RichPiece,
} from '#shared/content/rich-text.ts'
import { readVideoLink, watchAddress } from '#shared/content/video-links.ts'
import { isUuid } from '#shared/uuid.ts'

/**
 * The document that is edited: the blocks of `readRichText`, and nothing else. Whatever is pasted is reduced to it, and
 * `textOf` writes it with the signs that `readRichText` reads. It looks like the published text (`RichText`).
 */

const block = { group: 'block' } as const
const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    ...block,
    content: '(text | line_break)*',
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', { dir: 'auto' }, 0],
  },
  heading: {
    ...block,
    content: 'text*',
    attrs: { level: { default: 1, validate: 'number' } },
    defining: true,
    parseDOM: [
      { tag: 'h1', attrs: { level: 1 } },
      // What this editor itself shows is copied with these two.
      ...[1, 2].map((level) => ({ tag: `h${level + 1}`, attrs: { level } })),
      ...[4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: 2 } })),
    ],
    toDOM: ({ attrs }) => [
      `h${attrs['level'] + 1}`,
      { dir: 'auto', class: attrs['level'] === 1 ? 'text-3xl' : 'text-2xl' },
      0,
    ],
  },
  bullet_list: {
    ...block,
    content: 'list_item+',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', { class: 'grid list-disc gap-2 pl-6 [li>&]:mt-2 [li>&]:list-[circle]' }, 0],
  },
  ordered_list: {
    ...block,
    content: 'list_item+',
    attrs: { first: { default: 1, validate: 'number' } },
    parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ first: Math.max(0, (list as HTMLOListElement).start) }) }],
    toDOM: ({ attrs }) => [
      'ol',
      { start: attrs['first'], class: 'grid list-decimal gap-2 pl-8 [li>&]:mt-2 [ol>li>&]:list-[lower-alpha]' },
      0,
    ],
  },
  list_item: {
    // More than one list, and one inside it, only until the editor has put them together.
    content: 'paragraph (bullet_list | ordered_list)*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  picture: {
    ...block,
    atom: true,
    draggable: true,
    attrs: { fileId: { validate: 'string' }, caption: { default: '', validate: 'string' } },
    parseDOM: [
      {
        tag: 'img[data-file]',
        getAttrs(picture) {
          const fileId = picture.dataset['file'] ?? ''
          return isUuid(fileId) && { fileId, caption: picture.getAttribute('alt') ?? '' }
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'img',
      { src: fileAddress(attrs['fileId']), alt: attrs['caption'], 'data-file': attrs['fileId'] },
    ],
  },
  video: {
    ...block,
    atom: true,
    draggable: true,
    attrs: { address: { validate: 'string' } },
    toDOM: ({ attrs }) => ['p', attrs['address']],
  },
  line_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  text: { group: 'inline' },
} satisfies Record<string, NodeSpec>

const styleOf = (element: HTMLElement) => element.dataset['style'] ?? ''

const marks = {
  strong: {
    parseDOM: [
      // Google Docs wraps everything it copies in a `b` of ordinary weight, and marks what is bold by a style.
      { tag: 'b', getAttrs: (bold) => !/(?<![\w-])font-weight:\s*normal/.test(styleOf(bold)) && null },
      { tag: 'span', getAttrs: (span) => /(?<![\w-])font-weight:\s*(?:bold|[6-9]\d\d)/.test(styleOf(span)) && null },
      { tag: 'strong' },
    ],
    toDOM: () => ['strong', 0],
  },
  link: {
    // A bold link cannot be written with the signs.
    excludes: 'link strong',
    inclusive: false,
    // As it is stored: a document of this site is `file:id`.
    attrs: { address: { validate: 'string' } },
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs(link) {
          const href = link.getAttribute('href') ?? ''
          const address = linkAddress(storedAddress(href))
          return address !== null && { address }
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'a',
      {
        href: attrs['address'].replace(/^file:/, fileAddress('')),
        class: 'font-semibold underline underline-offset-4',
      },
      0,
    ],
  },
} satisfies Record<string, MarkSpec>

export const schema = new Schema({ nodes, marks })

const node = (type: string, attrs: Record<string, unknown> | null = null, content: Node | readonly Node[] = []) =>
  schema.node(type, attrs, content)

/** The document of a stored text; an empty paragraph if there is none. */
export function documentOf(text: string): Node {
  const blocks = readRichText(text).map(nodeOf)
  return node('doc', null, blocks.length > 0 ? blocks : node('paragraph'))
}

function nodeOf(read: Block): Node {
  switch (read.kind) {
    case 'heading':
      return node('heading', { level: read.level }, wordsOf(read.pieces))
    case 'paragraph':
      return node('paragraph', null, wordsOf(read.pieces))
    case 'list':
      return listOf(read)
    case 'picture':
      return node('picture', { fileId: read.fileId, caption: read.caption })
    case 'video':
      return node('video', { address: watchAddress(read.video) })
  }
}

function listOf({ first, items }: List): Node {
  const content = items.map(({ pieces, inner }) =>
    node('list_item', null, [node('paragraph', null, wordsOf(pieces)), ...(inner ? [listOf(inner)] : [])]),
  )
  return first === null ? node('bullet_list', null, content) : node('ordered_list', { first }, content)
}

const wordsOf = (pieces: RichPiece[]): Node[] =>
  pieces.flatMap(({ text, href, named, strong }) => {
    // Any other address becomes a link by itself wherever the text is shown.
    const mark = named && href ? schema.mark('link', { address: storedAddress(href) }) : strong && schema.mark('strong')
    return text.split('\n').flatMap((line, place) => {
      const words = line === '' ? [] : [schema.text(line, mark ? [mark] : [])]
      return place === 0 ? words : [node('line_break'), ...words]
    })
  })

/** Of blocks that have not changed since: a letter would otherwise cost the reading of the whole text. */
const writtenBlocks = new WeakMap<Node, string>()

/** The text of a document as it is stored. Empty paragraphs are left out. */
export function textOf(document: Node): string {
  const blocks: string[] = []
  document.forEach((child) => {
    const text = writtenBlocks.get(child) ?? blockText(child)
    writtenBlocks.set(child, text)
    if (text.trim() !== '') blocks.push(text)
  })
  return blocks.join('\n\n')
}

/** Typed words that would be read as signs are written so that they stay words. */
function blockText(child: Node): string {
  const text = signedText(child, (words) => words)
  const [read, ...more] = documentOf(text).children
  if (read?.eq(child) && more.length === 0) return text
  return signedText(child, (words) => words.replaceAll(/(?<=^|[*\]])[*(]/g, `${noSign}$&`))
}

type Escape = (typed: string) => string

function signedText(child: Node, escape: Escape): string {
  const { type, attrs } = child
  switch (type.name) {
    case 'heading': {
      const words = signedWords(child, escape).trim()
      return words && `${'#'.repeat(attrs['level'])} ${words}`
    }
    case 'bullet_list':
    case 'ordered_list':
      return itemLines(child, escape).join('\n')
    case 'picture':
      return `![${attrs['caption'].replaceAll(/[[\]\s]+/g, ' ').trim()}](file:${attrs['fileId']})`
    case 'video':
      return attrs['address']
    default:
      return signedWords(child, escape)
        .split('\n')
        .map((line) => (/^(?:heading|list|picture)$/.test(readRichText(line)[0]?.kind ?? '') ? noSign + line : line))
        .join('\n')
  }
}

/** An item is one line, and below it come those inside it. */
function itemLines(list: Node, escape: Escape, indent = ''): string[] {
  // A longer number would be read as words.
  const sign = (place: number) =>
    list.type.name === 'ordered_list' ? `${Math.min(list.attrs['first'] + place, 999)}.` : '-'
  return itemsOf(list, escape).flatMap(({ words, inner }, place) => [
    `${indent}${sign(place)} ${words}`,
    ...inner.flatMap((innerList) => itemLines(innerList, escape, `${indent}  `)),
  ])
}

/** Those inside an item without words belong to the one before it. */
function itemsOf(list: Node, escape: Escape): { words: string; inner: Node[] }[] {
  const items: ReturnType<typeof itemsOf> = []
  for (const item of list.children) {
    const [, ...inner] = item.children
    const words = signedWords(item.child(0), escape).replaceAll('\n', ' ').trim()
    const before = items.at(-1)
    if (words !== '') items.push({ words, inner })
    else if (before) before.inner.push(...inner)
    else items.push(...inner.flatMap((innerList) => itemsOf(innerList, escape)))
  }
  return items
}

/** The words of a line with their signs. What a sign cannot hold stays outside it. */
function signedWords(line: Node, escape: Escape): string {
  return line.children
    .map((child) => {
      if (!child.isText) return '\n'
      const text = escape(child.text ?? '')
      const address = addressIn(child)
      if (address !== null) return text.replaceAll(/[^[\]\n]{1,300}/g, (words) => `[${words}](${address})`)
      return child.marks.length > 0 ? text.replaceAll(/[^*\n\u2060]{1,1000}/g, '**$&**') : text
    })
    .join('')
}

/** Where these words lead, as it is stored; null if they are no link. */
export const addressIn = ({ marks }: Node): string | null => schema.marks.link.isInSet(marks)?.attrs['address'] ?? null

const storedAddress = (href: string) =>
  href.startsWith(fileAddress('')) ? href.replace(fileAddress(''), 'file:') : href

/** Pasted words without format may have the signs in them. */
export const sliceOf = (text: string): Slice => Slice.maxOpen(documentOf(text).content)

/** The video that a paragraph is only the address of. */
export function videoIn(paragraph: Node): Node | null {
  const video = paragraph.type.name === 'paragraph' ? readVideoLink(paragraph.textContent) : null
  return video && node('video', { address: watchAddress(video) })
}
