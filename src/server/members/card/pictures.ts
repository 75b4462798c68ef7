import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Sharp } from 'sharp'
import { projectRoot } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { beginsLikeAPicture } from '#server/storage/reencode.ts'
import { colour } from './elements.ts'
import type { StoredPicture } from './queries.ts'

/** The largest part of the server by far, so it is loaded by the first picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

/** Stored pictures were checked when they came; a damaged one is refused rather than drawn in part. */
const careful = { limitInputPixels: 50_000_000, failOn: 'error' } as const

async function stored(deps: Pick<Deps, 'storage'>, { path }: StoredPicture): Promise<Buffer> {
  const file = await deps.storage.open(path)
  if (!file) throw new Error('a stored file is missing')
  const bytes = await buffer(file.stream)
  // The reader would draw a document or a drawing as well, however long that takes.
  if (!beginsLikeAPicture(bytes)) throw new Error('a stored file is no picture')
  return bytes
}

/** The square picture of a member, of this many pixels a side, to be encoded as it is needed. */
export async function squareOf(deps: Pick<Deps, 'storage'>, picture: StoredPicture, size: number): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(await stored(deps, picture), careful)
    .timeout({ seconds: 20 })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize(size, size, { fit: 'cover', position: 'top' })
    .toColourspace('srgb')
}

export async function photoOf(deps: Pick<Deps, 'storage'>, picture: StoredPicture, size: number): Promise<Buffer> {
  const square = await squareOf(deps, picture, size)
  return square.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
}

/** The signature as ink without its paper: what is dark in the picture is opaque, and the empty margin is cut off. */
export async function inkOf(deps: Pick<Deps, 'storage'>, picture: StoredPicture): Promise<Buffer> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(await stored(deps, picture), careful)
    .timeout({ seconds: 20 })
    .autoOrient()
    .flatten({ background: '#fff' })
    .resize({ width: 576, height: 576, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .normalise()
    .negate()
    // Paper is never quite white in a photograph: the palest fifth counts as paper.
    .linear(1.7, -85)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const ink = await sharp({ create: { width, height, channels: 3, background: colour.ink } })
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .raw()
    .toBuffer()
  return sharp(ink, { raw: { width, height, channels: 4 } })
    .trim({ threshold: 30 })
    .png({ compressionLevel: 3 })
    .toBuffer()
}

let emblem: Promise<string> | undefined

/** The association's mark, the one that browsers show beside the page's title. */
export function emblemDrawing(): Promise<string> {
  emblem ??= readFile(join(projectRoot, 'src/web/public/favicon.svg'), 'utf8').then((svg) =>
    svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, ''),
  )
  return emblem
}

/** The squares of a QR code, in a white square of `size` pixels. Half of the empty margin that scanners want is the light paper around it. */
export async function qrDrawing(text: string, { x, y, size }: { x: number; y: number; size: number }): Promise<string> {
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  // Whole pixels, so that every square is as sharp as the next.
  const square = Math.floor(size / (modules.size + 4))
  const margin = (size - square * modules.size) / 2
  const dark = Array.from(modules.data.keys()).filter((place) => modules.data[place])
  const path = dark.map((place) => `M${place % modules.size} ${Math.floor(place / modules.size)}h1v1h-1z`).join('')
  return `<path transform="translate(${x + margin} ${y + margin}) scale(${square})" fill="#000" shape-rendering="crispEdges" d="${path}"/>`
}
