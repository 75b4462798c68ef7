import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import type { Deps } from '#server/deps.ts'
import { emblemDrawing } from '#server/storage/emblem.ts'
import { loadSharp } from '#server/storage/reencode.ts'
import { type CardSide, cardSides } from '#shared/members/card/card.ts'
import type { PictureSize } from '#shared/uploads.ts'
import { backGround, backText, qrPlace, signaturePlace } from './back.ts'
import { colour, cardSize, withdrawnMark, type Element } from './elements.ts'
import { emblemPlace, frontGround, frontText, photoPlace } from './front.ts'
import { type CardFacts, inkOf, isValid, photoOf, qrDrawing } from './open-card.ts'

type CardDeps = Pick<Deps, 'db' | 'storage' | 'log'>
export type CardFormat = 'png' | 'webp' | 'jpeg'

/** Leaves one core free for other requests. Each person queues in a lane of their own. */
const drawings = concurrencyLimit(Math.max(1, availableParallelism() - 1), 16)

interface DrawnSide {
  bytes: Buffer
  /** False if a stored picture could not be read and the card was drawn without it. */
  whole: boolean
}

interface Drawing {
  side: CardSide
  format: CardFormat
  /** 1 is 300 dots per inch. */
  scale?: number
  turn: Turn
}

export function drawSide(
  deps: CardDeps,
  card: CardFacts,
  { side, format, scale = 1, turn }: Drawing,
): Promise<DrawnSide> {
  return drawings(async () => {
    turn.signal?.throwIfAborted()
    const pictures = side === 'front' ? await frontPictures(deps, card, scale) : await backPictures(deps, card)
    const words = side === 'front' ? frontText(card) : backText(card)
    const layers = await layOut(card.withdrawn ? [words, withdrawnMark()] : [words])
    const ground = (side === 'front' ? frontGround : backGround)(isValid(card))
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${cardSize.width}" height="${cardSize.height}" viewBox="0 0 ${cardSize.width} ${cardSize.height}">${ground}${pictures.drawn}${layers.join('')}</svg>`
    const sharp = await loadSharp()
    const picture = sharp(Buffer.from(svg), { density: 72 * scale }).flatten({ background: colour.paper })
    return { bytes: await encoded(picture, format).toBuffer(), whole: pictures.whole }
  }, turn)
}

function encoded(picture: import('sharp').Sharp, format: CardFormat): import('sharp').Sharp {
  switch (format) {
    case 'png':
      return picture.png({ compressionLevel: 8 }).withMetadata({ density: 300 })
    case 'webp':
      return picture.webp({ quality: 88, effort: 1 })
    case 'jpeg':
      return picture.jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
  }
}

/** A card is drawn even if a picture fails, but the failure is logged. */
async function orNothing(deps: CardDeps, path: string, read: Promise<Buffer>): Promise<Buffer | null> {
  return read.catch((err: unknown) => {
    deps.log.error({ err, path }, 'a stored picture is missing or damaged')
    return null
  })
}

async function frontPictures(deps: CardDeps, { photo, association }: CardFacts, scale: number) {
  const { x, y, size } = photoPlace
  const bytes = photo && (await orNothing(deps, photo.path, photoOf(deps, photo, size * scale)))
  const frame = `<rect x="${x - 3}" y="${y - 3}" width="${size + 6}" height="${size + 6}" fill="${colour.navy}"/>`
  const place = `x="${x}" y="${y}" width="${size}" height="${size}"`
  const portrait = bytes ? `<image ${place} xlink:href="data:image/jpeg;base64,${bytes.toString('base64')}"/>` : noPhoto
  const { x: left, y: top, width, height } = emblemPlace
  const emblem = `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="0 0 96 112">${await emblemDrawing(deps, association.logo)}</svg>`
  return { drawn: frame + portrait + emblem, whole: !photo || bytes !== null }
}

/** Drawn in place of a missing photo. */
const noPhoto = `<svg x="${photoPlace.x}" y="${photoPlace.y}" width="${photoPlace.size}" height="${photoPlace.size}" viewBox="0 0 100 100"><rect width="100" height="100" fill="#e9eef6"/><g fill="#b9c6da"><circle cx="50" cy="39" r="19"/><path d="M14 100c0-24 16-36 36-36s36 12 36 36z"/></g></svg>`

async function backPictures(deps: CardDeps, { signature, checkedAt }: CardFacts) {
  const { x, y, width, height } = signaturePlace
  const ink = signature && (await orNothing(deps, signature.path, inkOf(deps, signature)))
  const signed = ink
    ? `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMax meet" xlink:href="data:image/png;base64,${ink.toString('base64')}"/>`
    : ''
  return { drawn: signed + (await qrDrawing(checkedAt, qrPlace)), whole: !signature || ink !== null }
}

type Answer = { job: number; svgs: string[] } | { job: number; error: string }

interface Waiting {
  resolve: (svgs: string[]) => void
  reject: (reason: Error) => void
}

/** The thread ends, which frees its memory, when no card was requested for this long. */
const idleMs = 5 * 60_000

/** Without limits the thread would keep 200 MB that it no longer needs; it works with 35. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** The thread that lays out the text of cards. It starts with the first card and ends when it is not needed. */
let worker: { thread: Worker; waiting: Map<number, Waiting>; retire: NodeJS.Timeout } | null = null
let jobs = 0

function running() {
  if (worker) return worker
  const thread = new Worker(new URL('./layout-worker.ts', import.meta.url), { execArgv: [], resourceLimits })
  const waiting = new Map<number, Waiting>()
  const started = { thread, waiting, retire: setTimeout(() => void retire(), idleMs).unref() }
  function failAll(reason: Error) {
    if (worker === started) worker = null
    clearTimeout(started.retire)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  function retire() {
    if (waiting.size > 0) return void started.retire.refresh()
    failAll(new Error('the thread was idle'))
    return void thread.terminate()
  }
  thread.on('message', (answer: Answer) => {
    const request = waiting.get(answer.job)
    waiting.delete(answer.job)
    // An idle thread must not keep the process alive. Unref only here, because adding a listener refs the thread.
    if (waiting.size === 0) thread.unref()
    if ('svgs' in answer) request?.resolve(answer.svgs)
    else request?.reject(new Error(answer.error))
  })
  thread.on('error', (error) => failAll(error as Error))
  thread.on('exit', () => failAll(new Error('the thread that sets the words of cards ended')))
  worker = started
  return started
}

/** Each element as an SVG of the given size, with its text as outlines. */
export function layOut(elements: Element[], size: PictureSize = cardSize): Promise<string[]> {
  const { thread, waiting, retire } = running()
  retire.refresh()
  const job = ++jobs
  return new Promise((resolve, reject) => {
    waiting.set(job, { resolve, reject })
    thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, only windows have
    thread.postMessage({ job, elements, size })
  })
}

/** The standard card size (CR80), in millimetres. */
const cardMillimetres = { width: 85.6, height: 53.98 } as const

const points = (millimetres: number) => (millimetres / 25.4) * 72
const card = { width: points(cardMillimetres.width), height: points(cardMillimetres.height) }

/** Photos are smaller as JPEG; text and QR codes are sharper as PNG. */
const formats = { front: 'jpeg', back: 'png' } as const satisfies Record<CardSide, string>

async function newDocument(title: string) {
  const { default: PDFDocument } = await import('pdfkit')
  return new PDFDocument({ autoFirstPage: false, margin: 0, info: { Title: title } })
}

/** Both sides of one card, one page each, in exactly the card's size. */
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

/** One card on an A4 sheet for home printers: both sides next to each other, to be cut out in one piece and folded. */
export async function ownCardSheet(deps: CardDeps, facts: CardFacts, turn: Turn): ReturnType<typeof cardPdf> {
  const document = await newDocument(`Card ${facts.idNumber}`)
  const bytes = buffer(document)
  document.addPage({ size: [sheet.width, sheet.height], margin: 0 })
  const at = { x: (sheet.width - 2 * card.width) / 2, y: points(40) }
  let whole = true
  for (const [column, side] of cardSides.entries()) {
    const drawn = await drawSide(deps, facts, { side, format: formats[side], scale: 2, turn })
    document.image(drawn.bytes, at.x + column * card.width, at.y, card)
    whole &&= drawn.whole
  }
  drawCutLines(document, at)
  document.font('Helvetica').fontSize(11).fillColor('#000')
  for (const [line, words] of cutInstructions.entries())
    document.text(`${line + 1}. ${words}`, at.x, at.y + card.height + points(16) + line * 18, { lineBreak: false })
  document.end()
  return { bytes: await bytes, whole }
}

const cutInstructions = [
  'Print this page at its actual size (100 %), on thick paper if you have it.',
  'Cut along the solid lines.',
  'Fold at the dashed line, and glue the two halves together.',
]

/** Lines around both sides, long enough for a ruler to follow, and a dashed line at the fold. */
function drawCutLines(document: PDFKit.PDFDocument, { x, y }: { x: number; y: number }): void {
  const overhang = points(6)
  const right = x + 2 * card.width
  const bottom = y + card.height
  document.lineWidth(0.5).strokeColor('#000')
  for (const edge of [y, bottom]) document.moveTo(x - overhang, edge).lineTo(right + overhang, edge)
  for (const edge of [x, right]) document.moveTo(edge, y - overhang).lineTo(edge, bottom + overhang)
  document.stroke()
  const middle = x + card.width
  document.dash(4, { space: 3 })
  for (const [from, to] of [
    [y - overhang, y],
    [bottom, bottom + overhang],
  ] as const)
    document.moveTo(middle, from).lineTo(middle, to)
  document.stroke().undash()
}

const sheet = { width: points(210), height: points(297), columns: 2, rows: 5, gap: points(3) }
const perSheet = sheet.columns * sheet.rows
const left = (sheet.width - sheet.columns * card.width - (sheet.columns - 1) * sheet.gap) / 2
const top = (sheet.height - sheet.rows * card.height - (sheet.rows - 1) * sheet.gap) / 2
const columnAt = (column: number) => left + column * (card.width + sheet.gap)
const rowAt = (row: number) => top + row * (card.height + sheet.gap)

/**
 * A4 sheets with ten cards each: a page of fronts, then a page of backs with the columns swapped, so that both sides
 * meet when the printer flips the sheet over its long edge. Cards are drawn as fast as the client reads the file.
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

/** Crop marks: short lines in the margin, level with the edges of the cards. */
function drawCutMarks(document: PDFKit.PDFDocument): void {
  const gap = points(1)
  const length = points(4)
  const right = sheet.width - left
  const bottom = sheet.height - top
  document.lineWidth(0.4).strokeColor('#000')
  for (let column = 0; column < sheet.columns; column++)
    for (const x of [columnAt(column), columnAt(column) + card.width])
      document
        .moveTo(x, top - gap - length)
        .lineTo(x, top - gap)
        .moveTo(x, bottom + gap)
        .lineTo(x, bottom + gap + length)
  for (let row = 0; row < sheet.rows; row++)
    for (const y of [rowAt(row), rowAt(row) + card.height])
      document
        .moveTo(left - gap - length, y)
        .lineTo(left - gap, y)
        .moveTo(right + gap, y)
        .lineTo(right + gap + length, y)
  document.stroke()
}
