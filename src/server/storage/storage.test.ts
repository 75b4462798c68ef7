import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeS3 } from '#server/storage/testing/fake-s3.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

const MB = 1024 * 1024
const options = { mime: 'image/png', maxBytes: 20 * MB }

async function* bytes(total: number, failWith?: Error): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < total; sent += 64 * 1024) yield Buffer.alloc(Math.min(64 * 1024, total - sent), sent % 251)
  if (failWith) throw failWith
}

async function paths(storage: Storage, prefix?: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix))).map(({ path }) => path).toSorted()
}

const folder = await mkdtemp(join(tmpdir(), 'storage-'))
const s3 = await fakeS3('site')
afterAll(async () => {
  await rm(folder, { recursive: true })
  await s3.close()
})

const settings = () => ({
  bucket: 'site',
  region: 'us-east-1',
  endpoint: s3.endpoint,
  accessKeyId: 'a',
  secretAccessKey: 'b',
})
const adapters: Record<string, () => Storage> = {
  disk: () => diskStorage(join(folder, 'files')),
  s3: () => s3Storage(settings()),
}

/** Counts unfinished files, which neither adapter may leave behind after a failure. */
async function halves(): Promise<number> {
  return s3.pending.size + (await readdir(join(folder, 'files/.incoming')).catch(() => [])).length
}

describe.each(Object.entries(adapters))('%s storage', (name, create) => {
  let storage: Storage
  beforeAll(() => {
    storage = create()
  })

  test.each([1, 64 * 1024, 5 * MB, 12 * MB + 7])('gives back the %i bytes it was given', async (size) => {
    const whole = await buffer(bytes(size))
    const put = await storage.put('files/a.png', bytes(size), options)
    expect(put).toEqual({ size, sha256: createHash('sha256').update(whole).digest('hex') })
    const found = await storage.open('files/a.png')
    expect(found?.size).toBe(size)
    expect(whole.equals(await buffer(found!.stream))).toBe(true)
    expect(await storage.stat('files/a.png')).toMatchObject({ size, path: 'files/a.png' })
  })

  test('gives a part, both ends included', async () => {
    const content = randomBytes(1000)
    await storage.put('files/part.png', Readable.from([content]), options)
    const found = await storage.open('files/part.png', { start: 10, end: 19 })
    expect(found?.size).toBe(1000)
    expect(await buffer(found!.stream)).toEqual(content.subarray(10, 20))
  })

  test('answers null for what is not there, and removes it gladly', async () => {
    expect(await storage.open('files/none.png')).toBeNull()
    expect(await storage.stat('files/none.png')).toBeNull()
    await storage.remove('files/none.png')
  })

  test('removes', async () => {
    await storage.put('files/gone.png', bytes(10), options)
    await storage.remove('files/gone.png')
    expect(await storage.stat('files/gone.png')).toBeNull()
  })

  test('lists all of a prefix, with its times', async () => {
    const names = ['media/a.png', 'media/b.png', 'media/c.png', 'videos/d.mp4', 'videos/e.mp4']
    for (const path of names) await storage.put(path, bytes(10), options)
    expect(await paths(storage, 'media/')).toEqual(names.slice(0, 3))
    expect(await paths(storage)).toEqual(expect.arrayContaining(names))
    for await (const { modifiedAt } of storage.list()) expect(Date.now() - modifiedAt).toBeLessThan(60_000)
  })

  // Shows files-21
  describe('the trash', () => {
    const content = randomBytes(1000)
    const inTrash = async () => (await Array.fromAsync(storage.listTrash())).map(({ path }) => path).toSorted()

    test('takes a file out of sight and gives it back whole', async () => {
      await storage.put('files/back.png', Readable.from([content]), options)
      await storage.trash('files/back.png')
      expect([await storage.stat('files/back.png'), await storage.open('files/back.png')]).toEqual([null, null])
      expect(await paths(storage)).not.toContainEqual(expect.stringContaining('back.png'))
      expect(await inTrash()).toEqual(['files/back.png'])
      await storage.restore('files/back.png')
      const found = await storage.open('files/back.png')
      expect(content.equals(await buffer(found!.stream))).toBe(true)
      expect(await inTrash()).toEqual([])
    })

    test('tells since when a file is there, however old the file is', async () => {
      await storage.put('files/old.png', Readable.from([content]), options)
      if (name === 'disk') await utimes(join(folder, 'files/files/old.png'), new Date(0), new Date(0))
      else s3.objects.get('files/old.png')!.at = new Date(0)
      await storage.trash('files/old.png')
      for await (const { modifiedAt, size } of storage.listTrash()) {
        expect(Date.now() - modifiedAt).toBeLessThan(60_000)
        expect(size).toBe(1000)
      }
      await storage.remove('files/old.png')
    })

    test('is no place to survive in: what is removed is removed from there too', async () => {
      await storage.put('media/gone.png', Readable.from([content]), options)
      await storage.trash('media/gone.png')
      await storage.remove('media/gone.png')
      await storage.restore('media/gone.png')
      expect([await inTrash(), await storage.stat('media/gone.png')]).toEqual([[], null])
    })

    test('may be asked twice, and for what is not there', async () => {
      await storage.trash('media/none.png')
      await storage.restore('media/none.png')
      await storage.put('media/twice.png', Readable.from([content]), options)
      for (let n = 0; n < 2; n++) await storage.trash('media/twice.png')
      for (let n = 0; n < 2; n++) await storage.restore('media/twice.png')
      expect([await inTrash(), (await storage.stat('media/twice.png'))?.size]).toEqual([[], 1000])
      await storage.remove('media/twice.png')
    })
  })

  describe('leaves nothing', () => {
    const leavesNothing = async (put: Promise<unknown>, error: object) => {
      await expect(put).rejects.toMatchObject(error)
      expect(await storage.stat('files/never.png')).toBeNull()
      expect(await halves()).toBe(0)
    }
    const sizes = [100, 11 * MB]

    test.each(sizes)('of %i bytes when one is too many', async (size) => {
      const put = storage.put('files/never.png', bytes(size), { ...options, maxBytes: size - 1 })
      await leavesNothing(put, { code: 'body-too-large' })
    })

    test('of an endless stream, and stops reading it', async () => {
      let taken = 0
      async function* endless() {
        for (;;) {
          taken += MB
          yield Buffer.alloc(MB)
        }
      }
      await leavesNothing(storage.put('files/never.png', endless(), { ...options, maxBytes: 8 * MB }), {
        code: 'body-too-large',
      })
      expect(taken).toBeLessThan(40 * MB)
    })

    test.each(sizes)('of a stream cut after %i bytes', async (size) => {
      await leavesNothing(storage.put('files/never.png', bytes(size, new Error('cut')), options), { message: 'cut' })
    })

    test('of a stream destroyed without a reason', async () => {
      const source = new Readable({ read: () => undefined })
      source.push(Buffer.alloc(100))
      setTimeout(() => source.destroy(), 20)
      await leavesNothing(storage.put('files/never.png', source, options), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
    })

    test.each(sizes)('of an upload called off after %i bytes', async (size) => {
      const calledOff = new AbortController()
      async function* slow() {
        yield* bytes(size)
        calledOff.abort()
        await new Promise((resolve) => setTimeout(resolve, 50))
        yield Buffer.alloc(10)
      }
      await leavesNothing(storage.put('files/never.png', slow(), { ...options, signal: calledOff.signal }), {
        name: 'AbortError',
      })
    })
  })

  test.each([
    '../x',
    'files/../../x',
    '/etc/passwd',
    'files/..',
    'files/.hidden',
    'files',
    'files/a/b',
    'files/a\0.png',
    'files\\a',
    '.incoming/a',
    '.trash/files/a.png',
    'files/',
    'files/%2e%2e',
    '',
  ])('refuses the path %j', async (path) => {
    for (const act of [
      () => storage.open(path),
      () => storage.stat(path),
      () => storage.remove(path),
      () => storage.trash(path),
      () => storage.restore(path),
      () => storage.put(path, bytes(1), options),
    ])
      await expect(act()).rejects.toThrow('not a storage path')
  })
})

test('files on disk are for this user only', async () => {
  await diskStorage(join(folder, 'files')).put('signatures/a.png', bytes(1), options)
  expect((await stat(join(folder, 'files/signatures'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'files/signatures/a.png'))).mode & 0o777).toBe(0o600)
})

test('what a killed process left half-written on disk is not a file, and is cleared once it is old', async () => {
  const storage = diskStorage(join(folder, 'files'))
  const half = join(folder, 'files/.incoming', 'half')
  await mkdir(join(folder, 'files/.incoming'), { recursive: true })
  await writeFile(half, 'x')
  await storage.removeUnfinished(60_000)
  expect(await readdir(join(folder, 'files/.incoming'))).toEqual(['half'])
  expect(await paths(storage)).not.toContain('.incoming/half')
  await utimes(half, new Date(0), new Date(0))
  await storage.removeUnfinished(60_000)
  expect(await readdir(join(folder, 'files/.incoming'))).toEqual([])
})

test('what a killed process left half-sent to S3 is cleared once it is old', async () => {
  s3.pending.set('young', { key: 'files/a.mp4', mime: '', at: new Date(), parts: new Map() })
  s3.pending.set('old', { key: 'files/b.mp4', mime: '', at: new Date(0), parts: new Map() })
  s3.pending.set('foreign', { key: 'Backups/Not Ours', mime: '', at: new Date(0), parts: new Map() })
  await s3Storage(settings()).removeUnfinished(60_000)
  expect([...s3.pending.keys()]).toEqual(['young', 'foreign'])
  s3.pending.clear()
})

test('an S3 that cannot list what is half-sent has nothing to clear', async () => {
  s3.withoutUploadList = true
  await s3Storage(settings())
    .removeUnfinished(0)
    .finally(() => (s3.withoutUploadList = false))
})

test('a failing S3 fails the upload and frees the sender', async () => {
  s3.failOn.add('PUT')
  let freed = false
  async function* source() {
    try {
      yield* bytes(18 * MB)
    } finally {
      freed = true
    }
  }
  await expect(s3Storage(settings()).put('files/never.png', source(), options)).rejects.toMatchObject({
    name: 'AccessDenied',
  })
  s3.failOn.clear()
  expect({ freed, pending: s3.pending.size }).toEqual({ freed: true, pending: 0 })
})

describe('an S3 that is away', () => {
  const acts = (storage: Storage): Record<string, () => Promise<unknown>> => ({
    put: () => storage.put('files/never.png', bytes(100), options),
    'put in parts': () => storage.put('files/never.png', bytes(11 * MB), options),
    open: () => storage.open('files/a.png'),
    stat: () => storage.stat('files/a.png'),
    remove: () => storage.remove('files/a.png'),
    trash: () => storage.trash('files/a.png'),
    restore: () => storage.restore('files/a.png'),
    list: () => Array.fromAsync(storage.list()),
    'list of the trash': () => Array.fromAsync(storage.listTrash()),
    'clearing of unfinished uploads': () => storage.removeUnfinished(0),
  })
  const names = Object.keys(acts({} as Storage))

  test.each(names)('because nothing listens is told as such by %s', async (name) => {
    const gone = await fakeS3('site')
    const storage = s3Storage({ ...settings(), endpoint: gone.endpoint })
    await gone.close()
    await expect(acts(storage)[name]!()).rejects.toMatchObject({ name: 'StorageAway' })
  })

  test.each(names)('because it is broken is told as such by %s', async (name) => {
    s3.broken = true
    const answer = acts(s3Storage(settings()))[name]!()
    await expect(answer.finally(() => (s3.broken = false))).rejects.toMatchObject({ name: 'StorageAway' })
  })
})
