import { linksIn, type Piece } from '#shared/links-in-text.ts'
import { pages } from '#shared/pages.ts'
import { uuid } from '#shared/uuid.ts'
import { isLink } from './entries.ts'
import { readVideoLink, type LinkedVideo } from './video-links.ts'

/**
 * What administrators write, as a tree to render. It is stored as typed, with a few Markdown signs that also read well as they
 * are, and never becomes HTML: whatever is typed, a reader gets words, links and files of this site
 * (docs/decisions/044-texts-with-signs.md).
 */
export interface RichPiece extends Piece {
  strong?: true
}

export type Block =
  | { kind: 'heading'; level: 1 | 2; pieces: RichPiece[] }
  /** Lines of a paragraph are separated by `\n`. */
  | { kind: 'paragraph'; pieces: RichPiece[] }
  /** `first` is the number of the first item; null for a bulleted list. */
  | { kind: 'list'; first: number | null; items: RichPiece[][] }
  | { kind: 'picture'; fileId: string; caption: string }
  /** Its address on a line of its own. */
  | { kind: 'video'; video: LinkedVideo }

const heading = /^(#{1,2})[ \t]+(\S.*)$/s
const bullet = /^[ \t]{0,3}[-*•][ \t]+(\S.*)$/s
const numbered = /^[ \t]{0,3}(\d{1,3})[.)][ \t]+(\S.*)$/s
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
  let listGoesOn = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const block = readLine(line.trimEnd())
    const last = blocks.at(-1)
    if (block === 'words') {
      lines.push(line.trimEnd())
    } else {
      endParagraph()
      const joins = listGoesOn && block?.kind === 'list' && last?.kind === 'list'
      if (joins && (block.first === null) === (last.first === null)) last.items.push(...block.items)
      else if (block) blocks.push(block)
    }
    listGoesOn = block !== 'words' && block?.kind === 'list'
  }
  endParagraph()
  return blocks
}

/** What a line is by itself; null if empty. */
function readLine(line: string): Block | 'words' | null {
  if (line.trim() === '') return null
  const [, signs, title] = heading.exec(line) ?? []
  if (signs && title) return { kind: 'heading', level: signs.length === 1 ? 1 : 2, pieces: readPieces(title) }
  const [, item] = bullet.exec(line) ?? []
  if (item) return { kind: 'list', first: null, items: [readPieces(item)] }
  const [, first, numberedItem] = numbered.exec(line) ?? []
  if (numberedItem) return { kind: 'list', first: Number(first), items: [readPieces(numberedItem)] }
  const [, caption = '', fileId] = picture.exec(line) ?? []
  if (fileId) return { kind: 'picture', fileId, caption }
  const video = readVideoLink(line)
  return video ? { kind: 'video', video } : 'words'
}

/** An invisible character that nobody types. Before a sign or inside it, it makes the sign plain words; it is not shown. */
export const noSign = '\u2060'

/** `[words](address)` or `**words**`. Bounded, so that no text takes long to read. */
const sign = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|\*\*([^*\n]{1,1000})\*\*/g

function readPieces(text: string): RichPiece[] {
  const pieces: RichPiece[] = []
  const plain = (part: string) => part.replaceAll(noSign, '')
  let rest = 0
  for (const { 0: found, 1: words, 2: typed, 3: strong, index } of text.matchAll(sign)) {
    const href = typed === undefined ? undefined : hrefOf(typed)
    if (href === null) continue
    if (index > rest) pieces.push(...linksIn(plain(text.slice(rest, index))))
    if (strong !== undefined)
      pieces.push(...linksIn(plain(strong)).map((piece) => ({ ...piece, strong: true as const })))
    else if (words !== undefined && href !== undefined) pieces.push({ text: plain(words), href })
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

/** The files a text shows or offers, each once. */
export function filesIn(text: string): string[] {
  const ids = readRichText(text).flatMap((block) => {
    if (block.kind === 'picture') return [block.fileId]
    if (block.kind === 'video') return []
    const pieces = block.kind === 'list' ? block.items.flat() : block.pieces
    return pieces.flatMap(({ href }) => (href?.startsWith(fileAddress('')) ? [href.slice(fileAddress('').length)] : []))
  })
  return [...new Set(ids)]
}

/** Whether a picture does not say what it shows. */
export const lacksCaption = (text: string): boolean =>
  readRichText(text).some((block) => block.kind === 'picture' && block.caption.trim() === '')

/** The words alone on one line, for a description or a list. */
export function wordsOf(text: string): string {
  const join = (pieces: RichPiece[]) => pieces.map((piece) => piece.text).join('')
  return readRichText(text)
    .map((block) => {
      if (block.kind === 'picture') return block.caption
      if (block.kind === 'video') return ''
      return block.kind === 'list' ? block.items.map(join).join(' ') : join(block.pieces)
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
