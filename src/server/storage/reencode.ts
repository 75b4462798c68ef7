import { tmpdir } from 'node:os'
import { inflateSync } from 'node:zlib'
import type { Metadata, Sharp } from 'sharp'
import type { Config } from '#server/config.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { freeBuffer, withUnlinkedTempFile } from './unlinked-temp-file.ts'
import type { UploadDeps } from './uploads.ts'

export type PictureKind = 'jpeg' | 'png' | 'webp'
type SharpModule = typeof import('sharp').default

/** Without `config`, waiting pictures are in the system's temporary folder. */
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

/** A small file can expand into gigabytes. Pictures from good cameras have fewer pixels than this. */
const maxPixels = 50_000_000
/** Interlaced and progressive pictures cannot be decoded row by row, so the whole picture must fit in memory. */
const maxWholeBytes = 80_000_000

/**
 * Checks a picture by its content and lets `encode` draw it: upright, within the limits, and with nothing of the
 * original file but its pixels, so that no place, time or hidden data remains.
 */
export function reencode<T>(
  { config }: PictureDeps,
  sent: SentPicture,
  encode: (drawing: () => Sharp) => Promise<T>,
): Promise<T> {
  // The system's temporary folder may be in memory; the data folder is not.
  return withUnlinkedTempFile(config?.dataDir ?? tmpdir(), { ...sent, tooLarge: sent.refusals.tooLarge }, (file) =>
    file.inMemory(async (original) => {
      const sharp = await loadSharp()
      const { kind, picture } = await detectKind(original, sent)
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

/** sharp is by far the largest part of the server, so it is loaded with the first picture. */
export async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

async function unpack(sharp: SharpModule, picture: Buffer, { fits, paper, refusals }: SentPicture, shorter: number) {
  const side = Math.min(fits.width, shorter)
  const whole = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
  // Decoded once; the later steps work on the small result.
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

export const jpeg = Buffer.from([0xff, 0xd8, 0xff])
export const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const webp = Buffer.from('RIFF')
export const beginsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)
export const beginsLikeAPicture = (bytes: Buffer) => [jpeg, png, webp].some((mark) => beginsWith(bytes, mark))

/** The format of iPhone photos. Its decoder is patented and missing from sharp's free builds. */
const isHeic = (bytes: Buffer) => /^ftyp(?:hei|hev|mif1|msf1)/.test(bytes.toString('latin1', 4, 12))

/**
 * Two libraries must agree on the type. The first looks at the signature. So the second, which can decode everything
 * from drawings to documents, gets only pictures, and only the parts that a picture needs.
 */
async function detectKind(bytes: Buffer, { accept, refusals }: SentPicture) {
  if (isHeic(bytes)) throw new AppError('picture-heic')
  // file-type parses hundreds of formats, some of them slowly, so other files do not reach it.
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
  sharp: SharpModule,
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

/** A progressive JPEG is held as coefficients of two bytes each; most have a quarter of the colour samples. */
function bytesPerPixel({ format, chromaSubsampling, channels = 4, depth }: Metadata): number {
  if (format === 'jpeg') return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels)
  return channels * (depth === 'ushort' ? 2 : 1)
}

/**
 * The chunks that a PNG's pixels, colours and orientation need. The rest is text, times and data of editing programs;
 * some of it is compressed, and a few kilobytes can expand into hundreds of megabytes.
 */
const needed = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'eXIf', 'iCCP'])
/** The EXIF data of a camera takes a few kilobytes. */
const maxExifBytes = 64 * 1024
/** Colour profiles of screens have a few kilobytes, those of printers half a megabyte. */
const maxProfileBytes = 1024 * 1024

const maxChunks = 20_000

/**
 * Removes every chunk that the pixels do not need, before any decoder sees the file. Returns the same buffer if there
 * is nothing to remove, and null if there are too many chunks.
 */
function withoutExtras(png: Buffer): Buffer | null {
  const keptChunks = [png.subarray(0, 8)]
  const seenTypes = new Set<string>()
  let keptBytes = 8
  for (let at = 8, chunks = 0; at + 12 <= png.length; chunks++) {
    // A picture has a few thousand chunks at most; millions of empty ones would take long to walk.
    if (chunks === maxChunks) return null
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const chunk = png.subarray(at, at + 12 + length)
    if (isNeeded(type, chunk.subarray(8, 8 + length)) && !seenTypes.has(type)) {
      if (type !== 'IDAT') seenTypes.add(type)
      keptChunks.push(chunk)
      keptBytes += chunk.length
    }
    at += 12 + length
    if (type === 'IEND') break
  }
  return keptBytes === png.length ? png : Buffer.concat(keptChunks)
}

function isNeeded(type: string, data: Buffer): boolean {
  if (type === 'eXIf') return data.length <= maxExifBytes
  return type === 'iCCP' ? isProfile(data) : needed.has(type)
}

/** A name, the compression method and the profile, which is decompressed only up to the limit. */
function isProfile(data: Buffer): boolean {
  const name = data.subarray(0, 80).indexOf(0)
  if (name < 1 || data[name + 1] !== 0) return false
  try {
    inflateSync(data.subarray(name + 2), { maxOutputLength: maxProfileBytes })
    return true
  } catch {
    return false
  }
}
