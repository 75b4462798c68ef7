import { isLink, linksIn, type Piece } from '#shared/links-in-text.ts'
import { pages } from '#shared/pages.ts'
import { uuid } from '#shared/uuid.ts'
import { readVideoLink, type LinkedVideo } from './video-links.ts'

/**
 * What administrators write, as a tree to render. It is stored as typed, with a few Markdown signs that also read well as they
 * are, and never becomes HTML: whatever is typed, a reader gets words, links and files of this site
 * (docs/decisions/044-texts-with-signs.md).
 */
export interface RichPiece extends Piece {
  strong?: true
  /** A link written as `[words](address)`. Other links are addresses among the words. */
  named?: true
}

export type Block =
  | { kind: 'heading'; level: 1 | 2; pieces: RichPiece[] }
  /** Lines of a paragraph are separated by `\n`. */
  | { kind: 'paragraph'; pieces: RichPiece[] }
  | ({ kind: 'list' } & List)
  | { kind: 'picture'; fileId: string; caption: string }
  /** Its address on a line of its own. */
  | { kind: 'video'; video: LinkedVideo }

export interface List {
  /** The number of the first item; null for a bulleted list. */
  first: number | null
  items: Item[]
}

interface Item {
  pieces: RichPiece[]
  /** Its items have no lists inside them. */
  inner?: List
}

const heading = /^(#{1,2})[ \t]+(\S.*)$/s
const listItem = /^([ \t]{0,40})(?:[-*•]|(\d{1,3})[.)])[ \t]+(\S.*)$/s
const picture = new RegExp(String.raw`^!\[([^\[\]]*)\]\(file:(${uuid})\)$`)

/** Blocks are separated by empty lines, and by lines of another kind. A single line break inside a paragraph is kept. */
export function readRichText(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  function endParagraph() {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', pieces: readPieces(lines.join('\n')) })
    lines = []
  }
  /** An item joins the list directly before it. */
  let list: OpenList | null = null
  for (const typed of text.split(/\r\n|\r|\n/)) {
    const line = typed.trimEnd()
    const item = readItem(line, list !== null)
    const block = item ? null : readLine(line)
    if (block === 'words') {
      lines.push(line)
    } else {
      endParagraph()
      if (block) blocks.push(block)
    }
    list = item && addItem(blocks, list, item)
  }
  endParagraph()
  return blocks
}

interface ItemLine extends Item {
  first: number | null
  /** How many spaces stand before it. */
  indent: number
}

/** Far from the margin, an item is one only below another. */
function readItem(line: string, isBelowItem: boolean): ItemLine | null {
  const [, before = '', first, words] = listItem.exec(line) ?? []
  if (words === undefined || (before.length > 3 && !isBelowItem)) return null
  const indent = before.replaceAll('\t', '    ').length
  return { first: first === undefined ? null : Number(first), indent, pieces: readPieces(words) }
}

/** A list that goes on, and how far its last item is indented. */
interface OpenList extends List {
  indent: number
}

/** Adds an item to the list before it or inside its last item; otherwise it begins a list. */
function addItem(blocks: Block[], list: OpenList | null, { first, indent, pieces }: ItemLine): OpenList {
  const last = list?.items.at(-1)
  if (list && last && indent >= list.indent + 2) {
    last.inner ??= { first, items: [] }
    last.inner.items.push({ pieces })
    return list
  }
  if (list && (list.first === null) === (first === null)) {
    list.items.push({ pieces })
    return { ...list, indent }
  }
  const items = [{ pieces }]
  blocks.push({ kind: 'list', first, items })
  return { first, items, indent }
}

/** What a line is that is no item; null if empty. */
function readLine(line: string): Block | 'words' | null {
  if (line.trim() === '') return null
  const [, signs, title] = heading.exec(line) ?? []
  if (signs && title) return { kind: 'heading', level: signs.length === 1 ? 1 : 2, pieces: readPieces(title) }
  const [, caption = '', fileId] = picture.exec(line) ?? []
  if (fileId) return { kind: 'picture', fileId, caption: plain(caption) }
  const video = readVideoLink(line)
  return video ? { kind: 'video', video } : 'words'
}

/** An invisible character that nobody types. Before a sign or inside it, it makes the sign plain words; it is not shown. */
export const noSign = '\u2060'

const plain = (text: string) => text.replaceAll(noSign, '')

/** `[words](address)` or `**words**`. Bounded, so that no text takes long to read. */
const sign = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|\*\*([^*\n]{1,1000})\*\*/g

function readPieces(text: string): RichPiece[] {
  const pieces: RichPiece[] = []
  let rest = 0
  for (const { 0: found, 1: words, 2: typed, 3: strong, index } of text.matchAll(sign)) {
    const href = typed === undefined ? undefined : hrefOf(typed)
    if (href === null) continue
    if (index > rest) pieces.push(...linksIn(plain(text.slice(rest, index))))
    if (strong !== undefined)
      pieces.push(...linksIn(plain(strong)).map((piece) => ({ ...piece, strong: true as const })))
    else if (words !== undefined && href !== undefined) pieces.push({ text: plain(words), href, named: true })
    rest = index + found.length
  }
  if (rest < text.length) pieces.push(...linksIn(plain(text.slice(rest))))
  return pieces
}

const file = new RegExp(`^file:(${uuid})$`)

/** The address of a link as it is stored, from how people type it; null where it leads nowhere. */
export function linkAddress(typed: string): string | null {
  const address = typed.trim().replaceAll('(', '%28').replaceAll(')', '%29')
  const asWebAddress = address.includes('.') ? [`https://${address}`] : []
  const found = [address, ...asWebAddress].find((one) => !/\s/.test(one) && hrefOf(one) !== null)
  return found === undefined ? null : file.test(found) ? found : hrefOf(found)
}

/** Allowed link targets: an http(s) address, a page or a file of this site, a place on the page, or an email address. */
function hrefOf(typed: string): string | null {
  const [, fileId] = file.exec(typed) ?? []
  if (fileId) return fileAddress(fileId)
  if (isLink(typed) || isOwnPage(typed)) return typed
  const [found, ...more] = linksIn(typed.replace(/^mailto:/, ''))
  return found?.href !== undefined && more.length === 0 ? found.href : null
}

/** Only a path in the table of pages, with or without a fragment: `//host` and `/\host` look like paths. */
const isOwnPage = (typed: string) => ownPaths.has(typed.replace(/#[\w-]*$/, ''))
const ownPaths = new Set<string>(
  Object.values(pages).flatMap(({ path }): string[] => (path.includes(':') ? [] : [path])),
)

export const fileAddress = (id: string) => `/api/files/${id}`

/** The words of a block, of a list item by item. */
function linesOf(block: Block): RichPiece[][] {
  if (block.kind === 'list') return itemsIn(block).map(({ pieces }) => pieces)
  return 'pieces' in block ? [block.pieces] : []
}

/** With those inside others. */
const itemsIn = ({ items }: List): Item[] => items.flatMap((item) => [item, ...(item.inner?.items ?? [])])

/** The files a text shows or offers, each once. */
export function filesIn(text: string): string[] {
  const ids = readRichText(text).flatMap((block) => {
    if (block.kind === 'picture') return [block.fileId]
    const hrefs = linesOf(block).flatMap((pieces) => pieces.map(({ href }) => href))
    return hrefs.flatMap((href) => (href?.startsWith(fileAddress('')) ? [href.slice(fileAddress('').length)] : []))
  })
  return [...new Set(ids)]
}

/** Whether a caption says anything: not blank, and not of signs or invisible characters alone. */
export const isCaption = (typed: string): boolean => /[\p{L}\p{N}]/u.test(typed)

/** Whether a picture does not say what it shows. */
export const lacksCaption = (text: string): boolean =>
  readRichText(text).some((block) => block.kind === 'picture' && !isCaption(block.caption))

/** The words alone on one line, for a description or a list. */
export function wordsOf(text: string): string {
  return readRichText(text)
    .flatMap((block) => {
      if (block.kind === 'picture') return [block.caption]
      return linesOf(block).map((pieces) => pieces.map((piece) => piece.text).join(''))
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
