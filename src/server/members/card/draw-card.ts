import { availableParallelism } from 'node:os'
import type { CardSide } from '#shared/members/card/card.ts'
import type { Deps } from '#server/deps.ts'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import { backGround, backText, qrPlace, signaturePlace } from './back.ts'
import { type CardFacts, emblemDrawing, inkOf, loadSharp, photoOf, qrDrawing } from './card-facts.ts'
import { colour, page, withdrawnMark, type Element } from './elements.ts'
import { emblemPlace, frontGround, frontText, photoPlace } from './front.ts'
import { Worker } from 'node:worker_threads'

export type CardDeps = Pick<Deps, 'storage' | 'log'>
export type CardFormat = 'png' | 'webp' | 'jpeg'

/** A core is left for everybody else; who waits, waits in a lane of their own. */
const drawings = concurrencyLimit(Math.max(1, availableParallelism() - 1), 16)

interface DrawnSide {
  bytes: Buffer
  /** False when a stored picture could not be read, and the card was drawn without it. */
  whole: boolean
}

interface Drawing {
  side: CardSide
  format: CardFormat
  /** 1 is 300 dots to the inch. */
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
    const ground = side === 'front' ? frontGround : backGround
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${page.width}" height="${page.height}" viewBox="0 0 ${page.width} ${page.height}">${ground}${pictures.drawn}${layers.join('')}</svg>`
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

/** A card is drawn whatever happened to a picture; somebody has to hear of it. */
async function orNothing(deps: CardDeps, path: string, read: Promise<Buffer>): Promise<Buffer | null> {
  return read.catch((err: unknown) => {
    deps.log.error({ err, path }, 'a stored picture is missing or damaged')
    return null
  })
}

async function frontPictures(deps: CardDeps, { photo }: CardFacts, scale: number) {
  const { x, y, size } = photoPlace
  const bytes = photo && (await orNothing(deps, photo.path, photoOf(deps, photo, size * scale)))
  const frame = `<rect x="${x - 3}" y="${y - 3}" width="${size + 6}" height="${size + 6}" fill="${colour.navy}"/>`
  const place = `x="${x}" y="${y}" width="${size}" height="${size}"`
  const portrait = bytes ? `<image ${place} xlink:href="data:image/jpeg;base64,${bytes.toString('base64')}"/>` : nobody
  const { x: left, y: top, width, height } = emblemPlace
  const emblem = `<svg x="${left}" y="${top}" width="${width}" height="${height}" viewBox="0 0 96 112">${await emblemDrawing()}</svg>`
  return { drawn: frame + portrait + emblem, whole: !photo || bytes !== null }
}

/** In place of a photo. */
const nobody = `<svg x="${photoPlace.x}" y="${photoPlace.y}" width="${photoPlace.size}" height="${photoPlace.size}" viewBox="0 0 100 100"><rect width="100" height="100" fill="#e9eef6"/><g fill="#b9c6da"><circle cx="50" cy="39" r="19"/><path d="M14 100c0-24 16-36 36-36s36 12 36 36z"/></g></svg>`

async function backPictures(deps: CardDeps, { signature, checkedAt }: CardFacts) {
  const { x, y, width, height } = signaturePlace
  const ink = signature && (await orNothing(deps, signature.path, inkOf(deps, signature)))
  const signed = ink
    ? `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMax meet" xlink:href="data:image/png;base64,${ink.toString('base64')}"/>`
    : ''
  return { drawn: signed + (await qrDrawing(checkedAt, qrPlace)), whole: !signature || ink !== null }
}

type Answer = { job: number; svgs: string[] } | { job: number; error: string }

export interface PictureSize {
  width: number
  height: number
}

interface Waiting {
  resolve: (svgs: string[]) => void
  reject: (reason: Error) => void
}

/** Its memory is given back when no card has been asked for in this time. */
const idleMs = 5 * 60_000

/** Without these it would keep 200 MB of what it no longer needs; it works in 35. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** The thread that sets the words of cards. It starts with the first card and goes when it is not needed. */
let worker: { thread: Worker; waiting: Map<number, Waiting>; retire: NodeJS.Timeout } | null = null
let jobs = 0

function running() {
  if (worker) return worker
  const thread = new Worker(new URL('./layout-worker.ts', import.meta.url), { execArgv: [], resourceLimits })
  const waiting = new Map<number, Waiting>()
  const started = { thread, waiting, retire: setTimeout(() => void retire(), idleMs).unref() }
  function gone(reason: Error) {
    if (worker === started) worker = null
    clearTimeout(started.retire)
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  function retire() {
    if (waiting.size > 0) return void started.retire.refresh()
    gone(new Error('the thread was idle'))
    return void thread.terminate()
  }
  thread.on('message', (answer: Answer) => {
    const request = waiting.get(answer.job)
    waiting.delete(answer.job)
    // Idle, it keeps nobody from ending the process. Not earlier: to listen to a thread is to wait for it.
    if (waiting.size === 0) thread.unref()
    if ('svgs' in answer) request?.resolve(answer.svgs)
    else request?.reject(new Error(answer.error))
  })
  thread.on('error', (error) => gone(error as Error))
  thread.on('exit', () => gone(new Error('the thread that sets the words of cards ended')))
  worker = started
  return started
}

/** Each element as an SVG, of a card's size unless another is given, its words as outlines. */
export function layOut(elements: Element[], size: PictureSize = page): Promise<string[]> {
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
