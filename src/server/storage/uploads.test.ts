import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { uploads } from '#server/db/schema/files.ts'
import { createLog } from '#server/log.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { diskStorage } from './disk.ts'
import {
  claimUpload,
  releasePaths,
  receiveUpload,
  removeFiles,
  removeUpload,
  type IncomingFile,
  type UploadDeps,
} from './uploads.ts'

const log = createLog('silent')
let folder: string
let deps: UploadDeps

const database = await openScratchDatabase(log)
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  deps = { db: database.db, log, storage: diskStorage(folder) }
  await database.db.delete(uploads)
  return () => rm(folder, { recursive: true })
})

const aFile = (more: Partial<IncomingFile> = {}): IncomingFile => ({
  bucket: 'files',
  ownerId: null,
  originalName: 'commission.pdf',
  mime: 'application/pdf',
  maxBytes: 1000,
  stream: Readable.from([Buffer.from('hello')]),
  ...more,
})

const rows = () => database.db.select().from(uploads)
const files = async () => (await Array.fromAsync(deps.storage.list())).map(({ path }) => path)
describe('receiving', () => {
  test('stores the file and its record', async () => {
    const received = await receiveUpload(deps, aFile())
    expect(await rows()).toMatchObject([
      { ...received, state: 'stored', size: 5, mime: 'application/pdf', claimedAt: null },
    ])
    expect(await files()).toEqual([received.path])
  })

  test('has a record before the first byte', async () => {
    async function* stream() {
      expect(await rows()).toMatchObject([{ state: 'receiving' }])
      yield Buffer.from('x')
    }
    await receiveUpload(deps, aFile({ stream: stream() }))
  })

  test.each([
    ['too large', aFile({ maxBytes: 4 }), { code: 'body-too-large' }],
    ['empty', aFile({ stream: Readable.from([]) }), { code: 'invalid-input' }],
    [
      'cut',
      aFile({
        stream: (async function* () {
          yield Buffer.from('x')
          throw new Error('cut')
        })(),
      }),
      { message: 'cut' },
    ],
  ])('a file that is %s leaves neither row nor bytes', async (_what, file, error) => {
    await expect(receiveUpload(deps, file)).rejects.toMatchObject(error)
    expect([await rows(), await files()]).toEqual([[], []])
  })

  test('a full disk leaves neither row nor bytes', async () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    const storage = { ...deps.storage, put: () => Promise.reject(full) }
    await expect(receiveUpload({ ...deps, storage }, aFile())).rejects.toBe(full)
    expect(await rows()).toEqual([])
  })

  test('a record that cannot be completed takes its bytes with it', async () => {
    async function* stream() {
      yield Buffer.from('x')
      await database.db.delete(uploads)
    }
    await expect(receiveUpload(deps, aFile({ stream: stream() }))).rejects.toThrow('went away')
    expect(await files()).toEqual([])
  })
})

describe('claiming', () => {
  const ownerId = randomUUID()
  const claim = (uploadId: string, as = ownerId, bucket: IncomingFile['bucket'] = 'files') =>
    inTransaction(database, (tx) => claimUpload(tx, { uploadId, ownerId: as, bucket }))

  test('gives a visitor’s file its owner, once', async () => {
    const { id, path } = await receiveUpload(deps, aFile())
    expect(await claim(id)).toEqual({ path, mime: 'application/pdf' })
    expect(await rows()).toMatchObject([{ ownerId, claimedAt: expect.any(Number) }])
    await expect(claim(id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('of two at once, one gets it', async () => {
    const { id } = await receiveUpload(deps, aFile())
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => claim(id, randomUUID())))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('refuses another person’s file, another kind, and one still on its way', async () => {
    const owned = await receiveUpload(deps, aFile({ ownerId }))
    await expect(claim(owned.id, randomUUID())).rejects.toMatchObject({ code: 'not-found' })
    await expect(claim(owned.id, ownerId, 'videos')).rejects.toMatchObject({ code: 'not-found' })
    const [half] = await database.db
      .insert(uploads)
      .values({ path: 'files/half.pdf', bucket: 'files', mime: '' })
      .returning()
    await expect(claim(half!.id)).rejects.toMatchObject({ code: 'not-found' })
    await claim(owned.id)
  })
})

test('removing takes row and file, and may be repeated', async () => {
  const { path } = await receiveUpload(deps, aFile())
  await removeUpload(deps, path)
  await removeUpload(deps, path)
  expect([await rows(), await files()]).toEqual([[], []])
})

describe('removing without a transaction over the storage', () => {
  test('the record is let go of, and that is committed, before the storage is asked', async () => {
    const { path } = await receiveUpload(deps, aFile({ ownerId: randomUUID() }))
    const seen: unknown[] = []
    const storage = {
      ...deps.storage,
      async remove(asked: string) {
        seen.push(...(await rows()))
        const open = await database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        )
        expect(open.rows).toEqual([])
        await deps.storage.remove(asked)
      },
    }
    await removeUpload({ ...deps, storage }, path)
    expect(seen).toMatchObject([{ path, state: 'discarded', ownerId: null }])
    expect([await rows(), await files()]).toEqual([[], []])
  })

  test('what something uses is left as it is', async () => {
    const { path } = await receiveUpload(deps, aFile({ bucket: 'videos', mime: 'video/mp4' }))
    const insert = `insert into videos (page, url, title, "order") values ('featured_stories', $1, 'x', 1)`
    await database.pool.query(insert, [path])
    await expect(removeUpload(deps, path)).rejects.toThrow()
    expect([await rows(), await files()]).toMatchObject([[{ path, state: 'stored' }], [path]])
    await database.pool.query('delete from videos')
  })
})

describe('letting go', () => {
  test('leaves a record that says nothing and that nobody can claim, until its file is removed', async () => {
    const ownerId = randomUUID()
    const { id, path } = await receiveUpload(deps, aFile({ ownerId, originalName: 'dela-cruz.pdf' }))
    await claimUpload(database.db, { uploadId: id, ownerId, bucket: 'files' })
    const [{ createdAt } = { createdAt: null }] = await rows()
    await releasePaths(database.db, path)
    expect(await rows()).toMatchObject([
      { path, state: 'discarded', ownerId: null, claimedAt: null, originalName: '', sha256: null, createdAt },
    ])
    await expect(claimUpload(database.db, { uploadId: id, ownerId, bucket: 'files' })).rejects.toMatchObject({
      code: 'not-found',
    })
    const away = { ...deps, storage: { ...deps.storage, remove: () => Promise.reject(new Error('away')) } }
    await removeFiles(away, [path])
    expect([(await rows()).length, await files()]).toEqual([1, [path]])
    await removeFiles(deps, [path])
    expect([await rows(), await files()]).toEqual([[], []])
  })

  test('what is let go while it arrives is not kept', async () => {
    async function* stream() {
      const [row] = await rows()
      yield Buffer.from('x')
      await releasePaths(database.db, row!.path)
    }
    await expect(receiveUpload(deps, aFile({ stream: stream() }))).rejects.toThrow('went away')
    expect([await rows(), await files()]).toEqual([[], []])
  })
})
