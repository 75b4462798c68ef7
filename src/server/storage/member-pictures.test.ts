import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { uploads } from '#server/db/schema/files.ts'
import { createLog } from '#server/log.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { diskStorage } from './disk.ts'
import type { PictureDeps } from './reencode.ts'
import { receiveMemberPicture, type MemberPicture } from './uploads.ts'

const log = createLog('silent')
const ownerId = '00000000-0000-4000-8000-000000000001'
let dataDir: string
let deps: PictureDeps

const database = await openScratchDatabase(log)
afterAll(() => database.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'member-pictures-'))
  deps = { db: database.db, log, storage: diskStorage(join(dataDir, 'files')), config: { dataDir } }
  await database.db.delete(uploads)
  return () => rm(dataDir, { recursive: true })
})

const receive = (bytes: Buffer, more: Partial<MemberPicture> = {}) =>
  receiveMemberPicture(deps, {
    stream: Readable.from([bytes]),
    maxBytes: 1_000_000,
    longestSide: 100,
    bucket: 'signatures',
    ownerId,
    lane: 'test',
    refusals: { notAPicture: 'profile-picture-invalid', tooLarge: 'profile-picture-too-large' },
    ...more,
  })

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'olive' } })
const left = async () => ({
  rows: await database.db.select({ path: uploads.path }).from(uploads),
  files: await Array.fromAsync(deps.storage.list()),
  waiting: (await readdir(dataDir)).filter((name) => name !== 'files'),
})
const nothing = { rows: [], files: [], waiting: [] }

// Shows registration-78
test('what is too small for its purpose is refused by its header; what is large enough is cut from the middle', async () => {
  const needs = { shortestSide: 60, square: true } as const
  await expect(receive(await plain(300, 59).png().toBuffer(), needs)).rejects.toMatchObject({
    code: 'picture-too-small',
    values: { width: 300, height: 59 },
  })
  // A JPEG that ends after its header: there are no pixels to decode.
  const cut = (await plain(50, 80).jpeg().toBuffer()).subarray(0, 500)
  await expect(receive(cut, needs)).rejects.toMatchObject({ code: 'picture-too-small' })
  // On its side, it is wider than it is high.
  const turned = await plain(80, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { id } = await receive(turned, needs)
  const [row] = await database.db.select().from(uploads)
  expect(row?.id).toBe(id)
  const found = await deps.storage.open(row?.path ?? '')
  expect(await sharp(await buffer(found!.stream)).metadata()).toMatchObject({ width: 80, height: 80 })
})

// Shows files-17
test('one JPEG in the bucket and of the owner that were named, as large as asked', async () => {
  const { id } = await receive(await plain(300, 150).png().toBuffer())
  const [row] = await database.db.select().from(uploads)
  expect(row).toMatchObject({ id, bucket: 'signatures', ownerId, mime: 'image/jpeg', state: 'stored', claimedAt: null })
  const found = await deps.storage.open(row?.path ?? '')
  const { format, width, height } = await sharp(found ? await buffer(found.stream) : undefined).metadata()
  expect([format, width, height]).toEqual(['jpeg', 100, 50])
})

test('refusals are in the caller’s words, and leave nothing', async () => {
  await expect(receive(Buffer.from('text'))).rejects.toMatchObject({ code: 'profile-picture-invalid' })
  const webp = await plain(10, 10).webp().toBuffer()
  await expect(receive(webp)).rejects.toMatchObject({ code: 'profile-picture-invalid' })
  const jpeg = await plain(10, 10).jpeg().toBuffer()
  await expect(receive(jpeg, { maxBytes: 50 })).rejects.toMatchObject({ code: 'profile-picture-too-large' })
  expect(await left()).toEqual(nothing)
})

test('a progressive picture that would not fit into memory is refused before it is unpacked', async () => {
  const progressive = await plain(5200, 5200).jpeg({ progressive: true }).toBuffer()
  await expect(receive(progressive)).rejects.toMatchObject({ code: 'profile-picture-too-large' })
  await receive(await plain(5200, 5200).jpeg().toBuffer())
})

test('a storage that fails and a sender who hangs up leave nothing', async () => {
  const jpeg = await plain(10, 10).jpeg().toBuffer()
  const { storage } = deps
  deps.storage = { ...storage, put: () => Promise.reject(new Error('disk full')) }
  await expect(receive(jpeg)).rejects.toThrow('disk full')
  deps.storage = storage
  async function* cut() {
    yield jpeg.subarray(0, 100)
    throw new Error('connection lost')
  }
  await expect(receive(jpeg, { stream: cut() })).rejects.toThrow('connection lost')
  await expect(receive(jpeg, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
  expect(await left()).toEqual(nothing)
})
