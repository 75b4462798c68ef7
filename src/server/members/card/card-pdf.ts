import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { cardSides, type CardSide } from '#shared/members/card/card.ts'
import type { Turn } from '#server/concurrency-limit.ts'
import type { CardFacts } from './card-facts.ts'
import { drawSide, type CardDeps } from './draw-card.ts'

/** A card of the size every card holder takes (CR80), in millimetres. */
const cardSize = { width: 85.6, height: 53.98 } as const

const points = (millimetres: number) => (millimetres / 25.4) * 72
const card = { width: points(cardSize.width), height: points(cardSize.height) }

/** Photos are smaller as JPEG, words and squares sharper as PNG. */
const formats = { front: 'jpeg', back: 'png' } as const satisfies Record<CardSide, string>

async function newDocument(title: string) {
  const { default: PDFDocument } = await import('pdfkit')
  return new PDFDocument({ autoFirstPage: false, margin: 0, info: { Title: title } })
}

/** Both sides of one card, a page each, of exactly the card's size. */
export async function cardPdf(
  deps: CardDeps,
  facts: CardFacts,
  turn: Turn,
): Promise<{ bytes: Buffer; whole: boolean }> {
  const document = await newDocument(`Card ${facts.idNumber}`)
  const bytes = buffer(document)
  let whole = true
  for (const side of cardSides) {
    const drawn = await drawSide(deps, facts, { side, format: formats[side], scale: 2, turn })
    document.addPage({ size: [card.width, card.height], margin: 0 })
    document.image(drawn.bytes, 0, 0, card)
    whole &&= drawn.whole
  }
  document.end()
  return { bytes: await bytes, whole }
}

const sheet = { width: points(210), height: points(297), columns: 2, rows: 5, gap: points(3) }
const perSheet = sheet.columns * sheet.rows
const left = (sheet.width - sheet.columns * card.width - (sheet.columns - 1) * sheet.gap) / 2
const top = (sheet.height - sheet.rows * card.height - (sheet.rows - 1) * sheet.gap) / 2
const columnAt = (column: number) => left + column * (card.width + sheet.gap)
const rowAt = (row: number) => top + row * (card.height + sheet.gap)

/**
 * Sheets of A4 with ten cards each, all fronts and then all backs, whose columns are swapped so that both sides of a card
 * meet when the printer turns the sheet over its long edge. Cards are drawn as fast as the sheets are fetched.
 */
export async function cardSheets(deps: CardDeps, cards: CardFacts[], turn: Turn): Promise<PassThrough> {
  const document = await newDocument(`${cards.length} cards`)
  const out = new PassThrough()
  document.pipe(out)
  void fill()
    .then(() => document.end())
    .catch((err: unknown) => {
      if (!out.destroyed) deps.log.error({ err }, 'sheets of cards were left unfinished')
      out.destroy(err as Error)
    })
  return out

  async function fill(): Promise<void> {
    for (let first = 0; first < cards.length; first += perSheet)
      for (const side of cardSides) await fillPage(cards.slice(first, first + perSheet), side)
  }

  async function fillPage(onSheet: CardFacts[], side: CardSide): Promise<void> {
    document.addPage({ size: [sheet.width, sheet.height], margin: 0 })
    drawCutMarks(document)
    for (const [place, facts] of onSheet.entries()) {
      if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')])
      if (out.destroyed) throw new Error('nobody is fetching the sheets any more')
      const { bytes } = await drawSide(deps, facts, { side, format: formats[side], turn })
      const column = place % sheet.columns
      const mirrored = side === 'front' ? column : sheet.columns - 1 - column
      document.image(bytes, columnAt(mirrored), rowAt(Math.floor(place / sheet.columns)), card)
    }
  }
}

/** Where to cut: short lines in the margin, level with the edges of the cards. */
function drawCutMarks(document: PDFKit.PDFDocument): void {
  const away = points(1)
  const long = points(4)
  const right = sheet.width - left
  const bottom = sheet.height - top
  document.lineWidth(0.4).strokeColor('#000')
  for (let column = 0; column < sheet.columns; column++)
    for (const x of [columnAt(column), columnAt(column) + card.width])
      document
        .moveTo(x, top - away - long)
        .lineTo(x, top - away)
        .moveTo(x, bottom + away)
        .lineTo(x, bottom + away + long)
  for (let row = 0; row < sheet.rows; row++)
    for (const y of [rowAt(row), rowAt(row) + card.height])
      document
        .moveTo(left - away - long, y)
        .lineTo(left - away, y)
        .moveTo(right + away, y)
        .lineTo(right + away + long, y)
  document.stroke()
}
