import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { printable } from '#server/elections/printable.ts'

/** A4 for a printer without colours: black on white, thin rules, and what must not be torn apart kept on one page. */

const millimetre = 72 / 25.4
const margin = 22 * millimetre
const foot = 14 * millimetre
const width = 210 * millimetre - 2 * margin

const require = createRequire(import.meta.url)
const displayFace = require.resolve('@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff')

interface Column {
  title: string
  /** Parts of the whole width. */
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
  document.registerFont('display', await readFile(displayFace))
  const bottom = () => document.page.height - margin - foot

  /** Begins a new page unless so much fits on this one. */
  function keepTogether(height: number): void {
    if (document.y + height > bottom()) document.addPage()
  }

  function heading(text: string): void {
    keepTogether(90)
    document.moveDown(1.2).font('display').fontSize(15).fillColor('#000').text(printable(text), margin)
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

  function text(words: string, { strong = false, size = 10.5, centred = false, face = '' } = {}): void {
    document
      .font(face || (strong ? 'Helvetica-Bold' : 'Helvetica'))
      .fontSize(size)
      .fillColor('#000')
      .text(printable(words), margin, document.y, { width, align: centred ? 'center' : 'left', lineGap: 2 })
  }

  /** The head of the table stands again on each page that it flows over. */
  function table(columns: readonly Column[], rows: readonly Row[]): void {
    const all = columns.reduce((sum, { share }) => sum + share, 0)
    const widths = columns.map(({ share }) => (share / all) * width)
    const draw = (cells: readonly string[], strong: boolean) => {
      document.font(strong ? 'Helvetica-Bold' : 'Helvetica').fontSize(10)
      const texts = cells.map(printable)
      const inside = (place: number) => ({ width: (widths[place] ?? 0) - 8, lineGap: 1 })
      const height = Math.max(...texts.map((cell, place) => document.heightOfString(cell || ' ', inside(place)))) + 8
      if (document.y + height > bottom()) {
        document.addPage()
        if (!isHead(cells)) draw(head, true)
        document.font(strong ? 'Helvetica-Bold' : 'Helvetica').fontSize(10)
      }
      const y = document.y
      let x = margin
      for (const [place, cell] of texts.entries()) {
        document.text(cell, x + 4, y + 5, { ...inside(place), align: columns[place]?.align ?? 'left' })
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
    keepTogether(40)
    draw(head, true)
    for (const { cells, strong = false } of rows) draw(cells, strong)
  }

  function picture(png: Buffer, height: number): void {
    document.image(png, margin, document.y, { fit: [width, height], align: 'center' })
    document.y += height + 8
  }

  /** Lines to sign on, with the words below each. */
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
        .font('Helvetica-Bold')
        .fontSize(9.5)
        .text(printable(name) || ' ', x, top + 4, fits)
      document.font('Helvetica').text(printable(role), x, document.y, fits)
    }
  }

  function gap(lines: number): void {
    document.moveDown(lines)
  }

  /** Numbers the pages and returns the whole. */
  async function finish(footing: string): Promise<Buffer> {
    const { count } = document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      document.switchToPage(page)
      // Below the margin, where a text would otherwise begin a page of its own.
      document.page.margins.bottom = 0
      document
        .font('Helvetica')
        .fontSize(8.5)
        .text(printable(`${footing} · page ${page + 1} of ${count}`), margin, document.page.height - margin - 2, {
          width,
          align: 'center',
          lineBreak: false,
        })
    }
    document.end()
    return bytes
  }

  return { heading, text, table, rule, picture, signatures, gap, keepTogether, finish }
}
