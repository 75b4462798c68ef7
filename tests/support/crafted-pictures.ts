import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect } from 'vitest'

/** In whatever a hostile file hides; nothing of it may be left. */
export const mark = 'HOSTILE-MARK-9f3a'

/** What a JPEG consists of: its segments' markers, and how many bytes come behind its end. */
function anatomy(jpeg: Buffer): { markers: number[]; behind: number } {
  const markers: number[] = []
  let at = 2
  while (at < jpeg.length) {
    if (jpeg[at] !== 0xff) throw new Error(`no segment at ${at}`)
    const marker = jpeg[at + 1] ?? 0
    markers.push(marker)
    if (marker === 0xd9) return { markers, behind: jpeg.length - at - 2 }
    at += 2 + jpeg.readUInt16BE(at + 2)
    if (marker === 0xda) while (!(jpeg[at] === 0xff && jpeg[at + 1] !== 0 && !isRestart(jpeg[at + 1]))) at++
  }
  throw new Error('a JPEG without an end')
}

const isRestart = (marker = 0) => marker >= 0xd0 && marker <= 0xd7

/** JFIF's own header, tables, one frame, one scan, the end. No application data, no comments. */
const plain = new Set([0xe0, 0xdb, 0xc0, 0xc4, 0xdd, 0xda, 0xd9])

/** A picture and nothing but a picture. */
export async function expectClean(jpeg: Buffer, longestSide: number): Promise<void> {
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  const { markers, behind } = anatomy(jpeg)
  expect(markers.filter((marker) => !plain.has(marker))).toEqual([])
  expect(behind).toBe(0)
  const text = jpeg.toString('latin1')
  for (const trace of [
    mark,
    '<script',
    '<svg',
    '<?php',
    'Exif',
    'GPS',
    'ICC_PROFILE',
    'ns.adobe.com',
    'PK\x03\x04',
    '%PDF',
  ])
    expect(text.includes(trace), trace).toBe(false)
  const { format, width, height, exif, xmp, iptc, icc, orientation, space } = await sharp(jpeg).metadata()
  expect({ format, exif, xmp, iptc, icc, orientation }).toEqual({ format: 'jpeg' })
  expect(['srgb', 'b-w']).toContain(space)
  expect(Math.max(width, height)).toBeLessThanOrEqual(longestSide)
  // Every pixel can be read.
  await sharp(jpeg, { failOn: 'warning' }).raw().toBuffer()
}

/** Pictures put together byte by byte, as no camera makes them. */

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function chunk(type: string, data: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(body.length - 4)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

interface Header {
  width: number
  height: number
  bits?: number
  /** 0 grey, 2 colours, 3 palette, 4 grey and alpha, 6 colours and alpha. */
  colour?: number
  interlaced?: boolean
}

export function header({ width, height, bits = 8, colour = 2, interlaced = false }: Header): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width >>> 0)
  data.writeUInt32BE(height >>> 0, 4)
  data.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8)
  return chunk('IHDR', data)
}

/** A PNG that says it is this large, with as many packed zeros as given. */
export const hollowPng = (of: Header, unpacksTo = 1_000_000, extra: Buffer[] = []): Buffer =>
  Buffer.concat([
    pngSignature,
    header(of),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.alloc(unpacksTo), { level: 9 })),
    chunk('IEND'),
  ])

/** Puts chunks behind the header, where readers look for them first. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const at = pngSignature.length + 25
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)])
}

/** Puts a segment behind a JPEG's first two bytes. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data as string, 'latin1')
  const framed = Buffer.alloc(4)
  framed.set([0xff, marker])
  framed.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), framed, body, jpeg.subarray(2)])
}

/** The same JPEG, saying that it is of another size. */
export function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  for (let at = 2; at < changed.length;) {
    const marker = changed[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) {
      changed.writeUInt16BE(height, at + 5)
      changed.writeUInt16BE(width, at + 7)
      return changed
    }
    at += 2 + changed.readUInt16BE(at + 2)
  }
  throw new Error('no frame in this JPEG')
}

/** Metadata as cameras write it: which way up, by whom, and where. */
export function exif({ orientation = 1, maker = '' }: { orientation?: number; maker?: string }): Buffer {
  const text = Buffer.from(`${maker}\0`, 'latin1')
  const gpsAt = 8 + 2 + 3 * 12 + 4
  const textAt = gpsAt + 2 + 2 * 12 + 4
  const placeAt = textAt + text.length
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag)
    bytes.writeUInt16LE(type, 2)
    bytes.writeUInt32LE(count, 4)
    bytes.writeUInt32LE(value, 8)
    return bytes
  }
  const directory = (...entries: Buffer[]) =>
    Buffer.concat([Buffer.from([entries.length, 0]), ...entries, Buffer.alloc(4)])
  const place = Buffer.alloc(24)
  for (const [n, part] of [14, 1, 35, 1, 0, 1].entries()) place.writeUInt32LE(part, n * 4)
  return Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    directory(entry(0x010f, 2, text.length, textAt), entry(0x0112, 3, 1, orientation), entry(0x8825, 4, 1, gpsAt)),
    directory(entry(1, 2, 2, 0x4e), entry(2, 5, 3, placeAt)),
    text,
    place,
  ])
}

export const jpegExif = (jpeg: Buffer, of: Parameters<typeof exif>[0]): Buffer =>
  withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(of)]))

const corner = (left: number, top: number, background: string) => ({
  input: { create: { width: 40, height: 20, channels: 3 as const, background } },
  left,
  top,
})

/** Red, green, blue and white, from the top left to the bottom right. */
export const fourCorners = () =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: 'white' } }).composite([
    corner(0, 0, 'red'),
    corner(40, 0, 'lime'),
    corner(0, 20, 'blue'),
  ])

/** The corners as they are seen when a picture with this mark is turned upright. */
export const seenAs: Record<number, string> = {
  1: 'RGBW',
  2: 'GRWB',
  3: 'WBGR',
  4: 'BWRG',
  5: 'RBGW',
  6: 'BRWG',
  7: 'WGBR',
  8: 'GWRB',
}

export async function cornersOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const bright = [...data.subarray(from, from + 3)].map((value) => (value > 128 ? 1 : 0)).join('')
    return { '100': 'R', '010': 'G', '001': 'B', '111': 'W' }[bright] ?? '?'
  }
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75)
}
