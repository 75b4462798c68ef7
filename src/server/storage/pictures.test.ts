import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { uploads } from '#server/db/schema/files.ts'
import { createLog } from '#server/log.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { diskStorage } from './disk.ts'
import { receivePagePicture, type IncomingPicture, type UploadDeps } from './uploads.ts'

const log = createLog('silent')
const ownerId = '00000000-0000-4000-8000-000000000001'
let folder: string
let deps: UploadDeps

const database = await openScratchDatabase(log)
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  deps = { db: database.db, log, storage: diskStorage(folder) }
  await database.db.delete(uploads)
  return () => rm(folder, { recursive: true })
})

const receive = (bytes: Buffer, more: Partial<IncomingPicture> = {}) =>
  receivePagePicture(deps, {
    stream: Readable.from([bytes]),
    maxBytes: 5_000_000,
    width: 480,
    bucket: 'media',
    ownerId,
    ...more,
  })

async function stored(path: string): Promise<Buffer> {
  const found = await deps.storage.open(path)
  if (!found) throw new Error(`${path} is not there`)
  return buffer(found.stream)
}

const left = async () => ({
  rows: await database.db.select({ path: uploads.path }).from(uploads),
  files: await Array.fromAsync(deps.storage.list()),
})
const nothing = { rows: [], files: [] }

/** Red on the left, blue on the right. */
const twoColours = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'blue' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: 'red' } },
      left: 0,
      top: 0,
    },
  ])
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'olive' } })

async function colourAt(picture: Buffer, left: number, top: number) {
  const [r = 0, , b = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  return r > 200 && b < 60 ? 'red' : b > 200 && r < 60 ? 'blue' : `${r} ${b}`
}

test('a picture becomes an AVIF and a WebP of the size it is shown at, each an upload of its own', async () => {
  const { avif, webp } = await receive(await twoColours(1000, 500).jpeg().toBuffer())
  for (const [kind, { id, path }] of Object.entries({ avif, webp })) {
    const picture = await stored(path)
    const { format, width, height } = await sharp(picture).metadata()
    expect([format === 'heif' ? 'avif' : format, width, height]).toEqual([kind, 480, 240])
    expect([await colourAt(picture, 10, 10), await colourAt(picture, 470, 10)]).toEqual(['red', 'blue'])
    const row = (await database.db.select().from(uploads)).find((one) => one.id === id)
    expect(row).toMatchObject({
      path,
      bucket: 'media',
      ownerId,
      mime: `image/${kind}`,
      state: 'stored',
      size: picture.length,
      claimedAt: null,
    })
  }
})

test('a small picture is not enlarged, and an endless strip is bounded in both directions', async () => {
  const size = async (bytes: Buffer) => {
    const { width, height } = await sharp(await stored((await receive(bytes)).webp.path)).metadata()
    return [width, height]
  }
  expect(await size(await plain(60, 30).png().toBuffer())).toEqual([60, 30])
  expect(await size(await plain(20, 20_000).png().toBuffer())).toEqual([1, 960])
  expect(await size(await plain(20_000, 20).png().toBuffer())).toEqual([480, 1])
})

test.each([
  ['grey', plain(60, 30).greyscale().png()],
  ['with transparency', plain(60, 30).ensureAlpha(0.5).png()],
  ['grey with transparency', plain(60, 30).greyscale().ensureAlpha(0.5).png()],
  ['of 16 bits a channel', plain(60, 30).toColourspace('rgb16').png()],
  ['with a palette', plain(60, 30).png({ palette: true })],
  ['for print', plain(60, 30).toColourspace('cmyk').jpeg()],
  ['that loads progressively', plain(60, 30).jpeg({ progressive: true })],
])('a picture %s is taken', async (_what, picture) => {
  const { avif, webp } = await receive(await picture.toBuffer())
  for (const { path } of [avif, webp]) expect((await sharp(await stored(path)).metadata()).width).toBe(60)
})

// Shows files-16
test('where and with what a picture was taken does not leave the phone', async () => {
  const taken = await twoColours(200, 100)
    .withExif({
      IFD0: { Make: 'SecretPhone', Copyright: 'Juan' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 35/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '120/1 59/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect(taken.toString('latin1')).toMatch(/SecretPhone[^]*SecretPlace/)
  const { avif, webp } = await receive(taken)
  for (const { path } of [avif, webp]) {
    const picture = await stored(path)
    const { exif, xmp, iptc, icc, orientation } = await sharp(picture).metadata()
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(picture.toString('latin1')).not.toMatch(/Secret|GPS|Exif/)
  }
})

// Shows files-16
test('a picture taken with the phone on its side stands upright', async () => {
  const onItsSide = await twoColours(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { avif, webp } = await receive(onItsSide)
  for (const { path } of [avif, webp]) {
    const picture = await stored(path)
    const { width, height } = await sharp(picture).metadata()
    expect([width, height]).toEqual([100, 200])
    expect([await colourAt(picture, 50, 10), await colourAt(picture, 50, 190)]).toEqual(['red', 'blue'])
  }
})

test('WebP is taken where the caller says so', async () => {
  const webp = await plain(60, 30).webp().toBuffer()
  await expect(receive(webp)).rejects.toMatchObject({ code: 'picture-not-a-picture' })
  expect(await left()).toEqual(nothing)
  await receive(webp, { accept: ['jpeg', 'png', 'webp'] })
})

test('a picture that is also a page is drawn anew', async () => {
  const page = '<html><script>alert(document.cookie)</script></html>'
  const polyglot = Buffer.concat([await twoColours(200, 100).jpeg().toBuffer(), Buffer.from(page)])
  const { avif, webp } = await receive(polyglot)
  for (const { path } of [avif, webp]) expect((await stored(path)).toString('latin1')).not.toContain('script')
})

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
/** The header claims this many pixels; decoding them would take gigabytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const data = chunk('IDAT', deflateSync(Buffer.alloc(10_000_000)))
  return Buffer.concat([png, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}

describe('refused, with nothing left', () => {
  const jpeg = () => plain(400, 300).jpeg().toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'

  // Shows files-12
  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['a text', () => Buffer.from('just a text')],
    ['a drawing that can run scripts', () => Buffer.from(svg)],
    ['such a drawing behind an XML line', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page behind the first bytes of a PNG', () => Buffer.concat([png, Buffer.from('<html><script>')])],
    ['a page behind the first bytes of a JPEG', () => Buffer.from('\xff\xd8\xff\xe0<html><script>', 'latin1')],
    ['a GIF', () => plain(10, 10).gif().toBuffer()],
    ['a TIFF', () => plain(10, 10).tiff().toBuffer()],
    ['an AVIF', () => plain(10, 10).avif().toBuffer()],
    ['half a JPEG', async () => (await jpeg()).subarray(0, 900)],
    ['a PNG without pixels', () => bomb(5000, 5000)],
  ])('%s', async (_what, bytes) => {
    await expect(receive(await bytes())).rejects.toMatchObject({ code: 'picture-not-a-picture' })
    expect(await left()).toEqual(nothing)
  })

  test.each([
    [60_000, 60_000],
    [50_000_001, 1],
    [2_147_483_647, 2_147_483_647],
  ])('a pixel bomb of %d x %d, at once', async (width, height) => {
    const began = performance.now()
    await expect(receive(bomb(width, height))).rejects.toMatchObject({
      code: expect.stringMatching(/^picture-(too-large|not-a-picture)$/),
    })
    expect(performance.now() - began).toBeLessThan(1000)
    expect(await left()).toEqual(nothing)
  })

  test('too many bytes, without reading on', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1
        yield Buffer.alloc(1000)
      }
    }
    await expect(receive(Buffer.alloc(0), { stream: endless(), maxBytes: 10_000 })).rejects.toMatchObject({
      code: 'picture-too-large',
    })
    expect(sent).toBe(11)
    expect(await left()).toEqual(nothing)
  })

  test('a connection lost half-way', async () => {
    const half = (await jpeg()).subarray(0, 900)
    async function* cut() {
      yield half
      throw new Error('connection lost')
    }
    await expect(receive(half, { stream: cut() })).rejects.toThrow('connection lost')
    expect(await left()).toEqual(nothing)
  })

  test('a storage that takes the first format and fails at the second', async () => {
    const { storage } = deps
    deps.storage = {
      ...storage,
      put: (path, ...rest) =>
        path.endsWith('.webp') ? Promise.reject(new Error('disk full')) : storage.put(path, ...rest),
    }
    await expect(receive(await jpeg())).rejects.toThrow('disk full')
    expect(await left()).toEqual(nothing)
  })
})

test('many at once wait for their turn and all arrive', async () => {
  const bytes = await twoColours(1000, 500).jpeg().toBuffer()
  await Promise.all(Array.from({ length: 8 }, () => receive(bytes)))
  expect((await left()).files).toHaveLength(16)
})
