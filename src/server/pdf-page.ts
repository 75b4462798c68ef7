import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#server/deps.ts'
import { emblemPicture } from '#server/storage/emblem.ts'

/** A4 for a black-and-white printer: thin rules, and related content stays on one page. */

const millimetre = 72 / 25.4
const margin = 22 * millimetre
const foot = 8 * millimetre
const width = 210 * millimetre - 2 * margin

const textSize = 12
const cellSize = 11.5
const footSize = 10
const groupsInLine = 8

interface Column {
  title: string
  /** Fraction of the width. */
  share: number
  align?: 'left' | 'right'
}
export type Row = { cells: string[]; strong?: boolean }

export type Pdf = Awaited<ReturnType<typeof newPdf>>

export async function newPdf(title: string) {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + foot },
    bufferPages: true,
    info: { Title: printable(title) },
    lang: 'en',
  })
  const bytes = buffer(document)
  await registerFonts(document)
  const bottom = () => document.page.height - margin - foot

  /** Starts a new page if less than this height is left. */
  function keepTogether(height: number): void {
    if (document.y + height > bottom()) document.addPage()
  }

  function heading(text: string): void {
    keepTogether(100)
    document.moveDown(0.8).font('strong').fontSize(16).fillColor('#000').text(printable(text), margin)
    rule(0.8)
  }

  function rule(thickness: number): void {
    const y = document.y + 2
    document
      .lineWidth(thickness)
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .stroke('#000')
    document.y = y + 6
  }

  function text(words: string, { strong = false, size = textSize, centred = false } = {}): void {
    document
      .font(strong ? 'strong' : 'regular')
      .fontSize(size)
      .fillColor('#000')
      .text(printable(words), margin, document.y, { width, align: centred ? 'center' : 'left', lineGap: 2 })
  }

  /** Digits for comparison by eye: in groups of four, with the same number of groups on every line. */
  function hash(digits: string): void {
    const groups = digits.match(/.{1,4}/g) ?? []
    document.font('regular').fontSize(textSize).fillColor('#000')
    for (let first = 0; first < groups.length; first += groupsInLine)
      document.text(groups.slice(first, first + groupsInLine).join(' '), margin, document.y, { ...figures, width })
  }

  /** Each page repeats the table's head. Neither the head nor the last row stands alone on a page. */
  function table(columns: readonly Column[], rows: readonly Row[]): void {
    const all = columns.reduce((sum, { share }) => sum + share, 0)
    const widths = columns.map(({ share }) => (share / all) * width)
    const inside = (place: number) => ({ width: (widths[place] ?? 0) - 8, lineGap: 1 })
    const heightOf = (texts: readonly string[], strong: boolean) => {
      document.font(strong ? 'strong' : 'regular').fontSize(cellSize)
      return Math.max(...texts.map((cell, place) => document.heightOfString(cell || ' ', inside(place)))) + 6
    }
    const draw = (cells: readonly string[], strong: boolean, below = 0) => {
      const texts = cells.map(printable)
      const height = heightOf(texts, strong)
      if (document.y + height + below > bottom()) {
        document.addPage()
        if (!isHead(cells)) draw(head, true)
        document.font(strong ? 'strong' : 'regular').fontSize(cellSize)
      }
      const y = document.y
      let x = margin
      for (const [place, cell] of texts.entries()) {
        const align = columns[place]?.align ?? 'left'
        document.text(cell, x + 4, y + 4, { ...inside(place), align, ...(align === 'right' && figures) })
        x += widths[place] ?? 0
      }
      document
        .lineWidth(isHead(cells) ? 0.8 : 0.25)
        .moveTo(margin, y + height)
        .lineTo(margin + width, y + height)
        .stroke('#000')
      document.x = margin
      document.y = y + height + 1
    }
    const head = columns.map(({ title: name }) => name)
    const isHead = (cells: readonly string[]) => cells === head
    document.fillColor('#000')
    const heightOfAll = (some: readonly Row[]) =>
      some.reduce((sum, { cells, strong = false }) => sum + heightOf(cells.map(printable), strong) + 1, 0)
    draw(head, true, heightOfAll(rows.slice(0, rows.length === 2 ? 2 : 1)) + 1)
    for (const [place, { cells, strong = false }] of rows.entries())
      draw(cells, strong, place === rows.length - 2 ? heightOfAll(rows.slice(-1)) : 0)
  }

  /** Draws two rules around the sheet, for a document on a wall. */
  function frame(): void {
    const { width: across, height } = document.page
    for (const [inset, thickness] of [
      [12 * millimetre, 1.6],
      [13.6 * millimetre, 0.5],
    ] as const)
      document
        .lineWidth(thickness)
        .rect(inset, inset, across - 2 * inset, height - 2 * inset)
        .stroke('#000')
  }

  function page(): void {
    document.addPage()
  }

  function picture(png: Buffer, height: number): void {
    document.image(png, margin, document.y, { fit: [width, height], align: 'center' })
    document.y += height + 8
  }

  /** Draws lines for signatures, with name and role below each. */
  function signatures(people: readonly { name: string; role: string }[]): void {
    keepTogether(110)
    const top = document.y + 58
    const each = width / people.length
    for (const [place, { name, role }] of people.entries()) {
      const x = margin + place * each
      document
        .lineWidth(0.6)
        .moveTo(x, top)
        .lineTo(x + each - 16, top)
        .stroke('#000')
      const fits = { width: each - 16, lineGap: 1 }
      document
        .font('strong')
        .fontSize(cellSize)
        .text(printable(name) || ' ', x, top + 4, fits)
      document.font('regular').text(printable(role), x, document.y, fits)
    }
  }

  function gap(lines: number): void {
    document.moveDown(lines)
  }

  /** Numbers the pages and returns the file. */
  async function finish(footing: string): Promise<Buffer> {
    const { count } = document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      document.switchToPage(page)
      // Below the margin, where text would otherwise start a new page.
      document.page.margins.bottom = 0
      document.font('regular').fontSize(footSize)
      const number = ` · page ${page + 1} of ${count}`
      const title = fitted(document, footing, width - document.widthOfString(number))
      document.text(`${title}${number}`, margin, document.page.height - margin - 2, {
        width,
        align: 'center',
        lineBreak: false,
      })
    }
    document.end()
    return bytes
  }

  return { heading, text, hash, table, rule, frame, page, picture, signatures, gap, keepTogether, finish }
}

/** The association's emblem and name above a document. */
export interface Letterhead {
  name: string
  emblem: Buffer
}

export function drawLetterhead(pdf: Pdf, { name, emblem }: Letterhead): void {
  pdf.picture(emblem, 84)
  pdf.text(name, { centred: true, size: 14 })
  pdf.gap(0.6)
}

/** The emblem is grey, so that it prints as it looks on the screen. */
export async function letterheadOf(deps: Pick<Deps, 'db' | 'storage' | 'log' | 'settings'>): Promise<Letterhead> {
  const { name, logo } = await deps.settings()
  return { name, emblem: await (await emblemPicture(deps, logo, 360)).greyscale().png().toBuffer() }
}

/**
 * The typeface of certificate and results is embedded: a viewer's substitute may be wider than the measured text, so
 * that lines run over the edge of the sheet. The roll does not use it: laying out a hundred thousand names would take
 * eight times as long and a gigabyte, and its cells are single lines with space to spare.
 */
const weights = { regular: 500, strong: 700 } as const

const require = createRequire(import.meta.url)
const fileOf = (weight: number) =>
  require.resolve(`@fontsource/barlow-condensed/files/barlow-condensed-latin-${weight}-normal.woff`)

async function registerFonts(document: PDFKit.PDFDocument): Promise<void> {
  for (const [face, weight] of Object.entries(weights)) document.registerFont(face, await readFile(fileOf(weight)))
}

/** Digits of equal width, so that they align. */
const figures: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: ['tnum'] }

/** Cuts a text to one line in the document's present font and size. */
function fitted(document: PDFKit.PDFDocument, text: string, width: number): string {
  const whole = printable(text)
  if (document.widthOfString(whole) <= width) return whole
  let end = whole.length
  while (end > 0 && document.widthOfString(`${whole.slice(0, end)}…`) > width) end--
  return `${whole.slice(0, end)}…`
}

/**
 * Many people request the same PDF at once, so it is drawn once and cached with its figures, under the association's
 * name at that time. A failed drawing is not cached.
 */
export function createPdfCache() {
  const cache = new WeakMap<object, { association: string; drawing: Promise<Buffer> }>()
  return (figures: object, association: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const last = cache.get(figures)
    if (last?.association === association) return last.drawing
    const entry = { association, drawing: draw() }
    cache.set(figures, entry)
    entry.drawing.catch(() => cache.get(figures) === entry && cache.delete(figures))
    return entry.drawing
  }
}

/** The characters of the printed typeface besides Latin-1. */
const extraCharacters = new Set('€‚„…ˆ‹Œ‘’“”•–—˜™›œ')

/** Letters with a stroke that Unicode does not separate from the letter. */
const strokes: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i' }

/** Removes the marks of letters that the typeface lacks; a letter without a base letter becomes a question mark. */
export function printable(text: string): string {
  const isPrintable = (char: string) => /[\n\u0020-\u007e\u00a0-\u00ff]/.test(char) || extraCharacters.has(char)
  return [...text.normalize('NFC')]
    .map((char) => {
      if (isPrintable(char)) return char
      const plain = strokes[char] ?? [...char.normalize('NFKD').replaceAll(/\p{M}/gu, '')].filter(isPrintable).join('')
      return plain || (/[\s\p{Cf}\p{M}]/u.test(char) ? ' ' : '?')
    })
    .join('')
}
