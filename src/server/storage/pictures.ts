import { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { Bucket } from '#shared/files.ts'
import { createTurnstile } from '#server/turnstile.ts'
import { receiveUpload, removeUpload, type UploadDeps } from './uploads.ts'

type PictureKind = 'jpeg' | 'png' | 'webp'

export interface IncomingPicture {
  stream: AsyncIterable<Uint8Array>
  maxBytes: number
  /** As wide as it is ever shown; a smaller picture stays as it is. */
  width: number
  bucket: Extract<Bucket, 'media'>
  ownerId: string
  accept?: readonly PictureKind[]
  signal?: AbortSignal | undefined
}

export interface StoredPicture {
  avif: { id: string; path: string }
  webp: { id: string; path: string }
}

/** A small file can unfold into gigabytes; a good camera's picture has fewer. */
const maxPixels = 50_000_000
/** Interlaced pictures cannot be unpacked row by row, so the whole of them must fit. */
const maxInterlacedBytes = 150_000_000
/** How many are in memory as they were sent, and how many of those are being unpacked. */
const readings = createTurnstile(6, 30)
const conversions = createTurnstile(2, 30)

/**
 * A picture for the pages: checked by its content, upright, without metadata (where and when it was taken, by which phone),
 * in two formats. Whatever goes wrong leaves nothing. Nobody uses it until a record claims both.
 */
export async function receivePicture(deps: UploadDeps, picture: IncomingPicture): Promise<StoredPicture> {
  const turn = { lane: picture.ownerId, signal: picture.signal }
  const { avif, webp } = await readings(async () => {
    const original = await readAll(picture)
    return conversions(() => convert(original, picture), turn)
  }, turn)
  const store = (bytes: Buffer, format: 'avif' | 'webp') =>
    receiveUpload(deps, {
      bucket: picture.bucket,
      ownerId: picture.ownerId,
      originalName: `picture.${format}`,
      mime: `image/${format}`,
      maxBytes: bytes.length,
      stream: Readable.from([bytes]),
      signal: picture.signal,
    })
  const first = await store(avif, 'avif')
  try {
    const second = await store(webp, 'webp')
    return { avif: { id: first.id, path: first.path }, webp: { id: second.id, path: second.path } }
  } catch (error) {
    await removeUpload(deps, first.path).catch((err) =>
      deps.log.warn({ err, path: first.path }, 'half a picture is left to the sweeper'),
    )
    throw error
  }
}

async function readAll({ stream, maxBytes, signal }: IncomingPicture): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    signal?.throwIfAborted()
    size += chunk.length
    if (size > maxBytes) throw new AppError('picture-too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function convert(original: Buffer, { width, accept = ['jpeg', 'png'], signal }: IncomingPicture) {
  signal?.throwIfAborted()
  // The largest part of the server by far, so it is loaded by the first picture.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  await checkKind(sharp, original, accept)
  // Decoded once, small from then on. The height is bounded too: a strip may be narrow and endless.
  const upright = await sharp(original, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw Object.assign(new AppError('picture-not-a-picture'), { cause })
    })
  const { width: w, height: h, channels } = upright.info
  const small = () => sharp(upright.data, { raw: { width: w, height: h, channels } })
  return {
    avif: await small().avif({ quality: 50 }).toBuffer(),
    webp: await small().webp({ quality: 78 }).toBuffer(),
  }
}

/**
 * Two readers must agree on what it is. The first knows it by its signature, so that the second, which has a decoder for
 * everything from drawings to documents, meets pictures only. No pixel is unpacked yet.
 */
async function checkKind(sharp: typeof import('sharp').default, bytes: Buffer, accept: readonly PictureKind[]) {
  const { fileTypeFromBuffer } = await import('file-type')
  const signature = await fileTypeFromBuffer(bytes)
  const kind = accept.find((one) => signature?.mime === `image/${one}`)
  if (!kind) throw new AppError('picture-not-a-picture')
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header?.format !== kind) throw new AppError('picture-not-a-picture')
  const pixels = header.width * header.height * (header.pages ?? 1)
  const bytesEach = (header.channels ?? 4) * (header.depth === 'ushort' ? 2 : 1)
  if (pixels > maxPixels || (header.isProgressive && pixels * bytesEach > maxInterlacedBytes))
    throw new AppError('picture-too-large')
}
