import { tmpdir } from 'node:os'
import { inflateSync } from 'node:zlib'
import type { Metadata, Sharp } from 'sharp'
import type { Config } from '#server/config.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { freeBuffer, withUnlinkedTempFile } from './unlinked-temp-file.ts'
import type { UploadDeps } from './uploads.ts'

export type PictureKind = 'jpeg' | 'png' | 'webp'
type Toolbox = typeof import('sharp').default

/** Waiting pictures are in the data folder if the caller knows it. */
export type PictureDeps = UploadDeps & { config?: Pick<Config, 'dataDir'> }

interface SentPicture {
  stream: AsyncIterable<Uint8Array>
  maxBytes: number
  /** A larger picture is scaled down; a smaller one stays as it is. A square is cut from the middle. */
  fits: { width: number; height: number; square?: boolean }
  /** The minimum for the shorter side. */
  shortestSide?: number | undefined
  accept: readonly PictureKind[]
  /** The background for transparent pictures; without it they stay transparent. */
  paper?: string
  refusals: { notAPicture: ErrorCode; tooLarge: ErrorCode; tooSmall?: ErrorCode }
  lane: string
  signal?: AbortSignal | undefined
}

/** A small file can expand into gigabytes; good cameras' pictures are smaller. */
const maxPixels = 50_000_000
/** Interlaced and progressive pictures cannot be decoded row by row: they must fit as a whole. */
const maxWholeBytes = 80_000_000

/**
 * A picture as drawn by `encode`: checked by its content, upright, within bounds, and with nothing of the original file but its
 * pixels: no place, no time, nothing hidden.
 */
export function reencode<T>(
  { config }: PictureDeps,
  sent: SentPicture,
  encode: (drawing: () => Sharp) => Promise<T>,
): Promise<T> {
  // The machine's temporary folder may be in memory; the data folder is not.
  return withUnlinkedTempFile(config?.dataDir ?? tmpdir(), { ...sent, tooLarge: sent.refusals.tooLarge }, (file) =>
    file.inMemory(async (original) => {
      const sharp = await loadSharp()
      const { kind, picture } = await knowKind(original, sent)
      if (picture !== original) freeBuffer(original)
      const { data, info } = await unpack(sharp, picture, sent, await checkSize(sharp, picture, kind, sent))
      freeBuffer(picture)
      const { width, height, channels } = info
      const encoded = await encode(() => sharp(data, { raw: { width, height, channels } }))
      freeBuffer(data)
      return encoded
    }),
  )
}

/** By far the largest part of the server, so it is loaded with the first picture. */
export async function loadSharp(): Promise<Toolbox> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

async function unpack(sharp: Toolbox, picture: Buffer, { fits, paper, refusals }: SentPicture, shorter: number) {
  const side = Math.min(fits.width, shorter)
  const whole = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
  // Decoded once, small from then on.
  return (paper ? whole.flatten({ background: paper }) : whole)
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize(
      fits.square
        ? { width: side, height: side, fit: 'cover' }
        : { width: fits.width, height: fits.height, fit: 'inside', withoutEnlargement: true },
    )
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw Object.assign(new AppError(refusals.notAPicture), { cause })
    })
}

const beginnings = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('RIFF')]
export const beginsLikeAPicture = (bytes: Buffer) =>
  beginnings.some((mark) => bytes.subarray(0, mark.length).equals(mark))

/** The format of iPhone photos. Its decoder is patented, and missing from the free builds. */
const isHeic = (bytes: Buffer) => /^ftyp(?:hei|hev|mif1|msf1)/.test(bytes.toString('latin1', 4, 12))

/**
 * Two readers must agree on what it is. The first knows it by its signature, so that the second, which has a decoder for
 * everything from drawings to documents, meets pictures only, and of them nothing but the picture.
 */
async function knowKind(bytes: Buffer, { accept, refusals }: SentPicture) {
  if (isHeic(bytes)) throw new AppError('picture-heic')
  // Anything else would be parsed by a reader of hundreds of formats, some of which are slow.
  if (!beginsLikeAPicture(bytes)) throw new AppError(refusals.notAPicture)
  const { fileTypeFromBuffer } = await import('file-type')
  const signature = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const kind = accept.find((one) => signature?.mime === `image/${one}`)
  const picture = kind === 'png' ? withoutExtras(bytes) : bytes
  if (!kind || !picture) throw new AppError(refusals.notAPicture)
  return { kind, picture }
}

/** From the header alone, without decoding. Returns the shorter side. */
async function checkSize(
  sharp: Toolbox,
  picture: Buffer,
  kind: PictureKind,
  { refusals, shortestSide = 1 }: SentPicture,
): Promise<number> {
  const header = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header?.format !== kind) throw new AppError(refusals.notAPicture)
  const pixels = header.width * header.height * (header.pages ?? 1)
  const whole = header.isProgressive ? pixels * bytesPerPixel(header) : 0
  if (pixels > maxPixels || whole > maxWholeBytes) throw new AppError(refusals.tooLarge)
  const { width, height } = header.autoOrient
  const shorter = Math.min(width, height)
  if (shorter < shortestSide)
    throw new AppError(refusals.tooSmall ?? 'picture-too-small', { values: { width, height } })
  return shorter
}

/** A progressive JPEG is kept as coefficients, two bytes each; most have a quarter of the colour samples. */
function bytesPerPixel({ format, chromaSubsampling, channels = 4, depth }: Metadata): number {
  if (format === 'jpeg') return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels)
  return channels * (depth === 'ushort' ? 2 : 1)
}

/**
 * What a PNG's pixels, their colours and which way up they are need. Everything else is text, time and the wishes of editing
 * programs; some of it is packed, and a few kilobytes of it unfold into hundreds of megabytes when a reader looks.
 */
const needed = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'eXIf', 'iCCP'])
/** A camera's is a few kilobytes. */
const largestExif = 64 * 1024
/** Colour profiles of screens have a few kilobytes, those of printers half a megabyte. */
const largestProfile = 1024 * 1024

const mostChunks = 20_000

/**
 * The picture without anything its pixels do not need, before any decoder sees it; null if it is not structured like a PNG. The
 * very same bytes if there is nothing to remove.
 */
export function withoutExtras(png: Buffer): Buffer | null {
  const kept = [png.subarray(0, 8)]
  const once = new Set<string>()
  let keptBytes = 8
  for (let at = 8, chunks = 0; at + 12 <= png.length; chunks++) {
    // A picture has a few thousand chunks at most; millions of empty ones would take long to walk.
    if (chunks === mostChunks) return null
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const chunk = png.subarray(at, at + 12 + length)
    if (isNeeded(type, chunk.subarray(8, 8 + length)) && !once.has(type)) {
      if (type !== 'IDAT') once.add(type)
      kept.push(chunk)
      keptBytes += chunk.length
    }
    at += 12 + length
    if (type === 'IEND') break
  }
  return keptBytes === png.length ? png : Buffer.concat(kept)
}

function isNeeded(type: string, data: Buffer): boolean {
  if (type === 'eXIf') return data.length <= largestExif
  return type === 'iCCP' ? isProfile(data) : needed.has(type)
}

/** A name, the compression, and a profile of limited size: decompressed here no further than that. */
function isProfile(data: Buffer): boolean {
  const name = data.subarray(0, 80).indexOf(0)
  if (name < 1 || data[name + 1] !== 0) return false
  try {
    inflateSync(data.subarray(name + 2), { maxOutputLength: largestProfile })
    return true
  } catch {
    return false
  }
}
