import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import type { Sharp } from 'sharp'
import { concurrencyLimit, type Turn } from '#server/concurrency-limit.ts'
import { projectRoot } from '#server/config.ts'
import { uploads } from '#server/db/schema/files.ts'
import type { Deps } from '#server/deps.ts'
import { mustExist } from '#shared/errors.ts'
import type { LogoFile } from '#shared/logo.ts'
import { loadSharp } from './reencode.ts'

/** The association's emblem: its uploaded logo, found by the id of the upload, or the built-in one. */

type EmblemDeps = Pick<Deps, 'db' | 'storage' | 'log'>

/** The size of the built-in emblem. */
const builtInSize = { width: 96, height: 112 } as const

let builtIn: Promise<string> | undefined
let lastDrawing: { logo: string; drawing: string } | undefined

/** For an SVG with a view box of 96 by 112. If the logo cannot be read, logs why and returns the built-in emblem. */
export async function emblemDrawing(deps: EmblemDeps, logo: string): Promise<string> {
  if (lastDrawing?.logo === logo) return lastDrawing.drawing
  if (logo !== '')
    try {
      const png = await (await openLogo(deps, logo)).resize({ width: 480, height: 560, fit: 'inside' }).png().toBuffer()
      const drawing = `<image width="${builtInSize.width}" height="${builtInSize.height}" xlink:href="data:image/png;base64,${png.toString('base64')}"/>`
      lastDrawing = { logo, drawing }
      return drawing
    } catch (err) {
      deps.log.error({ err, logo }, 'the logo is missing or damaged')
    }
  builtIn ??= readFile(join(projectRoot, 'src/web/public/favicon.svg'), 'utf8').then((svg) =>
    svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, ''),
  )
  return builtIn
}

/** The emblem as a separate picture of this height. */
export async function emblemPicture(deps: EmblemDeps, logo: string, height: number): Promise<Sharp> {
  const sharp = await loadSharp()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${builtInSize.width}" height="${builtInSize.height}" viewBox="0 0 ${builtInSize.width} ${builtInSize.height}">${await emblemDrawing(deps, logo)}</svg>`
  return sharp(Buffer.from(svg), { density: (72 * height) / builtInSize.height })
}

/** The upload was re-encoded when it arrived, so it is certainly a picture. */
async function openLogo({ db, storage }: Pick<EmblemDeps, 'db' | 'storage'>, id: string): Promise<Sharp> {
  const [row] = await db
    .select({ path: uploads.path })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.state, 'stored')))
  const file = mustExist(await storage.open(mustExist(row).path))
  const sharp = await loadSharp()
  return sharp(await buffer(file.stream), { limitInputPixels: 4_000_000 }).timeout({ seconds: 20 })
}

const paper = '#faf8f3'
const icon = (side: number, share: number) => ({ width: side, height: side, share, background: paper })

/** The size of each file, and how much of it the logo fills. Phones cut a maskable icon to their own shape. */
const fileShapes: Record<LogoFile, { width: number; height: number; share: number; background: string | null }> = {
  'logo.webp': { width: 192, height: 224, share: 1, background: null },
  'icon-192.png': icon(192, 0.84),
  'icon-512.png': icon(512, 0.84),
  'icon-maskable-192.png': icon(192, 0.6),
  'icon-maskable-512.png': icon(512, 0.6),
  'apple-touch-icon.png': icon(180, 0.84),
  'preview.png': { width: 1200, height: 630, share: 0.7, background: paper },
}

const drawingLimit = concurrencyLimit(1, 30)
/** A cache by id and name. There is one logo at a time, in a few sizes. */
const fileCache = new Map<string, Buffer>()

/** The logo in one of the sizes that pages, phones and messengers need. */
export async function logoFile(deps: EmblemDeps, id: string, file: LogoFile, turn: Turn): Promise<Buffer> {
  const key = `${id}/${file}`
  const cached = fileCache.get(key)
  if (cached) return cached
  return drawingLimit(async () => fileCache.get(key) ?? addToCache(key, await drawFile(deps, id, file)), turn)
}

function addToCache(key: string, bytes: Buffer): Buffer {
  if (fileCache.size > Object.keys(fileShapes).length) fileCache.clear()
  fileCache.set(key, bytes)
  return bytes
}

async function drawFile(deps: EmblemDeps, id: string, file: LogoFile): Promise<Buffer> {
  const { width, height, share, background } = fileShapes[file]
  const logo = await openLogo(deps, id)
  const inside = await logo
    .resize({ width: Math.round(width * share), height: Math.round(height * share), fit: 'inside' })
    .png()
    .toBuffer()
  const sharp = await loadSharp()
  const fill = background ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const whole = sharp({ create: { width, height, channels: 4, background: fill } }).composite([{ input: inside }])
  return file.endsWith('.webp') ? whole.webp({ quality: 85 }).toBuffer() : whole.png({ palette: true }).toBuffer()
}
