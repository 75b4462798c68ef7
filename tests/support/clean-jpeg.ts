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
