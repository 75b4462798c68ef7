import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { uploads } from '#server/db/schema/files.ts'
import { strayFiles } from '#server/db/schema/operations.ts'
import { createLog } from '#server/log.ts'
import { fakeS3, type FakeS3 } from '#server/storage/testing/fake-s3.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import { strayFileWarning } from './stray-files.ts'
import { emptyTrash, sweepTimes, sweepUploads } from './sweep.ts'
import { claimUpload, receiveUpload, releasePaths, type IncomingFile, type UploadDeps } from './uploads.ts'

let logged = ''
const log = createLog('info', { write: (line) => void (logged += line) })
let folder: string
let deps: UploadDeps

const database = await openScratchDatabase(log)
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweep-'))
  deps = { db: database.db, log, storage: diskStorage(folder) }
  await database.pool.query('delete from uploads; delete from stray_files')
  logged = ''
  const born = await bornIs()
  return async () => {
    await setBorn(born)
    await rm(folder, { recursive: true })
  }
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
const pathsIn = async (files: AsyncIterable<{ path: string }>) =>
  (await Array.fromAsync(files)).map(({ path }) => path).toSorted()
const files = () => pathsIn(deps.storage.list())
const inTrash = () => pathsIn(deps.storage.listTrash())
const rows = () => database.db.select().from(uploads)
const notes = () => database.db.select().from(strayFiles)

const received = (more?: Partial<IncomingFile>) => receiveUpload(deps, aFile(more))
async function claimed(ownerId: string = randomUUID()) {
  const upload = await received()
  await claimUpload(database.db, { uploadId: upload.id, ownerId, bucket: 'files' })
  return upload
}
async function stray(path: string): Promise<void> {
  await deps.storage.put(path, Readable.from([Buffer.from('x')]), aFile())
}

/** Moves all times back, as if so many hours had passed by the database's clock. */
async function pass(hours: number): Promise<void> {
  const ago = sql`${hours} * interval '1 hour'`
  await database.db.update(uploads).set({ createdAt: sql`created_at - ${ago}` })
  await database.db
    .update(strayFiles)
    .set({ firstSeenAt: sql`first_seen_at - ${ago}`, trashedAt: sql`trashed_at - ${ago}` })
}

async function bornIs(): Promise<string> {
  const { rows } = await database.pool.query(`select value from installation where key = 'born'`)
  return rows[0].value
}
const setBorn = (at: string) => database.pool.query(`update installation set value = $1 where key = 'born'`, [at])

async function sweepAfter(...hours: number[]): Promise<void> {
  for (const passed of hours) {
    await pass(passed)
    await sweepUploads(deps)
  }
}

describe('what nobody claimed', () => {
  // Shows files-21
  test('is noted after a day, moved to the trash a day later and removed after thirty more', async () => {
    const { path } = await received()
    const claimedUpload = await claimed()
    await sweepAfter(23)
    expect(await notes()).toEqual([])
    await sweepAfter(2)
    expect([(await notes()).map((note) => note.path), (await files()).length]).toEqual([[path], 2])
    await sweepAfter(23)
    expect(await inTrash()).toEqual([])
    await sweepAfter(2)
    expect([await files(), await inTrash()]).toEqual([[claimedUpload.path], [path]])
    await sweepAfter(29 * 24)
    expect(await inTrash()).toEqual([path])
    await sweepAfter(25)
    expect([await inTrash(), await notes()]).toEqual([[], []])
    expect([await files(), (await rows()).map((row) => row.path)]).toEqual([[claimedUpload.path], [claimedUpload.path]])
  })

  test('can be neither claimed nor forgotten whose it is once it is in the trash', async () => {
    const ownerId = randomUUID()
    const { id } = await received({ ownerId })
    await sweepAfter(25, 25)
    const claim = claimUpload(database.db, { uploadId: id, ownerId, bucket: 'files' })
    await expect(claim).rejects.toMatchObject({ code: 'not-found' })
    expect(await rows()).toMatchObject([{ id, ownerId }])
  })

  test('and never arrived whole leaves no record', async () => {
    await database.db.insert(uploads).values({ path: 'files/half.pdf', bucket: 'files', mime: '' })
    await sweepAfter(25, 25)
    expect([await rows(), await notes()]).toEqual([[], []])
  })

  test('is forgotten as a stray when it is claimed in the meantime', async () => {
    const { id, path } = await received()
    await sweepAfter(25)
    await claimUpload(database.db, { uploadId: id, ownerId: randomUUID(), bucket: 'files' })
    await sweepAfter(25)
    expect([await files(), await notes()]).toEqual([[path], []])
  })

  test('is kept by a claim that comes while it is swept', async () => {
    const old = await received()
    await sweepAfter(25)
    await pass(25)
    const [taken, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const claiming = inTransaction(database, async (tx) => {
      await claimUpload(tx, { uploadId: old.id, ownerId: randomUUID(), bucket: 'files' })
      taken.resolve()
      await commit.promise
    })
    await taken.promise
    const sweeping = sweepUploads(deps)
    await new Promise((resolve) => setTimeout(resolve, 100))
    commit.resolve()
    await Promise.all([claiming, sweeping])
    expect([await files(), await inTrash()]).toEqual([[old.path], []])
  })

  test('but something points to is left where it is, and the others are swept', async () => {
    const used = await received({ bucket: 'videos', mime: 'video/mp4' })
    const old = await received()
    await database.db.execute(
      sql`insert into videos (page, url, title, "order") values ('featured_stories', ${used.path}, 'x', 1)`,
    )
    await sweepAfter(25, 25)
    expect([await files(), await inTrash()]).toEqual([[used.path], [old.path]])
    await database.db.execute(sql`delete from videos`)
  })
})

describe('what was let go of on purpose', () => {
  test('is removed at once, however much there is of it, and never comes into the trash', async () => {
    for (let n = 0; n < 102; n++) await releasePaths(database.db, (await received()).path)
    await sweepUploads(deps)
    expect([await rows(), await files(), await inTrash()]).toEqual([[], [], []])
  })

  test('is removed after a storage outage', async () => {
    await releasePaths(database.db, (await received()).path)
    const storage = { ...deps.storage, remove: () => Promise.reject(new Error('away')) }
    await sweepUploads({ ...deps, storage })
    expect(await rows()).toHaveLength(1)
    await sweepUploads(deps)
    expect([await rows(), await files()]).toEqual([[], []])
  })

  test('leaves the trash at once, if it is there', async () => {
    const { path } = await received({ ownerId: randomUUID() })
    await sweepAfter(25, 25)
    expect(await inTrash()).toEqual([path])
    await releasePaths(database.db, path)
    await sweepUploads(deps)
    expect([await inTrash(), await rows(), await notes()]).toEqual([[], [], []])
  })

  test('goes by what a record says of itself, not by how old it looks', async () => {
    const old = await claimed()
    await pass(24 * 365)
    await releasePaths(database.db, (await received()).path)
    await sweepUploads(deps)
    expect([(await rows()).map(({ path }) => path), await files()]).toEqual([[old.path], [old.path]])
  })
})

describe('files that this database has no record of', () => {
  test('are moved to the trash a day after they are first seen', async () => {
    const claimedUpload = await claimed()
    await stray('files/stray.pdf')
    await sweepAfter(0, 23)
    expect(await inTrash()).toEqual([])
    await sweepAfter(2)
    expect([await files(), await inTrash()]).toEqual([[claimedUpload.path], ['files/stray.pdf']])
  })

  test.each([
    ['an empty database beside 93 files', 93, 0, null],
    ['the database of another site, older than the files', 93, 7, '2019-01-01T00:00:00.000Z'],
    ['21 of them among 200', 21, 179, '2019-01-01T00:00:00.000Z'],
  ])('%s: nothing is touched, and whoever watches the site is told', async (_what, unknown, known, born) => {
    await setBorn(born ?? (await bornIs()))
    for (let n = 0; n < unknown; n++) {
      await stray(`files/unknown${n}.pdf`)
      await utimes(join(folder, `files/unknown${n}.pdf`), new Date(0), new Date('2020-01-01'))
    }
    for (let n = 0; n < known; n++) await claimed()
    await sweepAfter(0, 25, 25, 24 * 31)
    expect([(await files()).length, await inTrash(), await notes()]).toEqual([unknown + known, [], []])
    expect(logged).toContain('many stored files are unknown to this database')
    const warning = await strayFileWarning(database.db)
    expect(warning).toMatchObject({ strays: unknown, seen: unknown + known })
    expect(Math.abs(Date.now() - warning!.since)).toBeLessThan(60_000)
  })

  test.each([
    [20, 0],
    [21, 190],
  ])('%i of them beside %i others are what crashes leave', async (unknown, known) => {
    for (let n = 0; n < unknown; n++) await stray(`files/unknown${n}.pdf`)
    for (let n = 0; n < known; n++) await claimed()
    await sweepAfter(0, 25)
    expect([(await files()).length, (await inTrash()).length]).toEqual([known, unknown])
    expect(await strayFileWarning(database.db)).toBeNull()
  })

  test('uploads that nobody claimed are known, however many there are', async () => {
    for (let n = 0; n < 30; n++) await received()
    await sweepAfter(25, 25)
    expect([await files(), (await inTrash()).length]).toEqual([[], 30])
  })

  test('are left for good when they are older than the database', async () => {
    await stray('files/older.pdf')
    await utimes(join(folder, 'files/older.pdf'), new Date(0), new Date('2020-01-01'))
    await sweepAfter(0, 25, 25, 24 * 31)
    expect([await files(), await inTrash()]).toEqual([['files/older.pdf'], []])
  })

  test('are left in the trash when they came there before the database was', async () => {
    await stray('files/older.pdf')
    await deps.storage.trash('files/older.pdf')
    await utimes(join(folder, '.trash/files/older.pdf'), new Date(0), new Date(0))
    await sweepAfter(0, 24 * 31, 24 * 31)
    expect(await inTrash()).toEqual(['files/older.pdf'])
  })

  test('and are named like no upload are nobody’s business', async () => {
    await stray('backups/not-ours.pdf')
    await sweepAfter(0, 25)
    expect([await files(), await notes()]).toEqual([['backups/not-ours.pdf'], []])
  })
})

describe('a database put back from a backup', () => {
  /** The rows of `uploads` and `stray_files`, to be put back as they were. */
  async function backup(): Promise<() => Promise<void>> {
    const [held, noted] = [await rows(), await notes()]
    return async () => {
      await database.pool.query('delete from uploads; delete from stray_files')
      if (held.length > 0) await database.db.insert(uploads).values(held)
      if (noted.length > 0) await database.db.insert(strayFiles).values(noted)
    }
  }

  test.each([
    ['a file that came after the backup', async () => ({ older: await backup(), upload: await claimed() })],
    [
      'a file that was claimed after the backup',
      async () => {
        const upload = await received()
        const older = await backup()
        await claimUpload(database.db, { uploadId: upload.id, ownerId: randomUUID(), bucket: 'files' })
        return { older, upload }
      },
    ],
  ])('keeps %s in the trash, and gives it back to the newer database', async (_what, arrange) => {
    const { older, upload } = await arrange()
    const newer = await backup()
    await older()
    await sweepAfter(25, 25)
    expect([await files(), await inTrash()]).toEqual([[], [upload.path]])
    await newer()
    await sweepAfter(24 * 40)
    expect([await files(), await inTrash(), await notes()]).toEqual([[upload.path], [], []])
  })

  test('to before a file was trashed keeps it for thirty days from when it is seen there', async () => {
    await stray('files/stray.pdf')
    const older = await backup()
    await sweepAfter(0, 25)
    await older()
    await sweepAfter(0, 29 * 24)
    expect(await inTrash()).toEqual(['files/stray.pdf'])
    await sweepAfter(25)
    expect(await inTrash()).toEqual([])
  })
})

test('what visitors sent and never used is removed early when it fills the trash, oldest first', async () => {
  const visitors = [await received(), await received(), await received()]
  const owned = await received({ ownerId: randomUUID() })
  await sweepAfter(25, 25)
  for (const [n, { path }] of visitors.entries())
    await database.pool.query(`update stray_files set trashed_at = now() - $2 * interval '1 day' where path = $1`, [
      path,
      n,
    ])
  await emptyTrash(deps, sweepTimes, undefined, 10)
  expect(await inTrash()).toEqual([visitors[0]!.path, visitors[1]!.path, owned.path].toSorted())
})

describe('killed', () => {
  const killed = new Error('killed')
  const without = (act: 'trash' | 'restore' | 'remove') => ({
    ...deps,
    storage: { ...deps.storage, [act]: () => Promise.reject(killed) },
  })

  test('between marking a file and moving it, it is moved the next time', async () => {
    const upload = await received()
    await stray('files/stray.pdf')
    await sweepAfter(25)
    await pass(25)
    await sweepUploads(without('trash'))
    expect([(await files()).length, await inTrash()]).toEqual([2, []])
    await sweepUploads(deps)
    expect([await files(), await inTrash()]).toEqual([[], ['files/stray.pdf', upload.path].toSorted()])
  })

  test('before it restored or removed a file, it does so the next time', async () => {
    const upload = await claimed()
    await deps.storage.trash(upload.path)
    await sweepUploads(without('restore'))
    expect(await files()).toEqual([])
    await sweepUploads(deps)
    expect(await files()).toEqual([upload.path])
    await stray('files/stray.pdf')
    await sweepAfter(0, 25)
    await pass(24 * 31)
    await sweepUploads(without('remove'))
    expect(await inTrash()).toEqual(['files/stray.pdf'])
    await sweepUploads(deps)
    expect([await inTrash(), await notes()]).toEqual([[], []])
  })
})

describe('in S3', () => {
  let s3: FakeS3
  beforeAll(async () => {
    s3 = await fakeS3('site')
  })
  afterAll(() => s3.close())

  test('a stray goes to the trash, comes back when claimed, and goes after thirty days', async () => {
    const settings = { bucket: 'site', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
    deps = { ...deps, storage: s3Storage({ ...settings, endpoint: s3.endpoint }) }
    const claimedUpload = await claimed()
    await stray('files/stray.pdf')
    await deps.storage.trash(claimedUpload.path)
    await sweepAfter(0, 25)
    expect([...s3.objects.keys()].toSorted()).toEqual(['.trash/files/stray.pdf', claimedUpload.path].toSorted())
    await sweepAfter(24 * 31)
    expect([...s3.objects.keys()]).toEqual([claimedUpload.path])
  })
})
