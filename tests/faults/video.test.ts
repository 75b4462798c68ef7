import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { openDatabase, type OpenDatabase } from '#server/db/database.ts'
import { uploads, videos } from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'
import { diskStorage } from '#server/storage/disk.ts'
import { sweepUploads } from '#server/storage/sweep.ts'
import { scratchDatabase, type ScratchDatabase } from '#tests/support/database.ts'
import { mp4Head } from '#tests/support/films.ts'
import { atOnce, Visitor } from '#tests/support/site.ts'

const MB = 1024 * 1024
const log = createLog('silent')
const login = { email: 'admin@example.org', password: 'a long password' }
let scratch: ScratchDatabase
let database: OpenDatabase
let dataDir: string
let children: ChildProcess[]

beforeEach(async () => {
  scratch = await scratchDatabase()
  database = openDatabase(scratch.config, log)
  dataDir = await mkdtemp(join(tmpdir(), 'video-faults-'))
  children = []
  return async () => {
    await database.pool.end()
    await scratch.drop()
    await rm(dataDir, { recursive: true })
  }
})
afterEach(() => Promise.all(children.map((child) => kill(child))))

/** The real site as a process of its own, with its administrator logged in. */
async function start(): Promise<{ child: ChildProcess; admin: Visitor }> {
  const child = spawn(process.execPath, [join(projectRoot, 'src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      // A socket's folder stands in the query, and an address without a host is none.
      DATABASE_URL: scratch.url.replace('@/', '@localhost/'),
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
      // Without a name, nothing but the name is open to them.
      ADMIN_NAME: 'Pilar Peña',
    },
  })
  children.push(child)
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const port = /open at \S+:(\d+)/.exec(said)?.[1]
    if (!port) continue
    const admin = new Visitor(`http://127.0.0.1:${port}`)
    const answer = await admin.logIn(login.email, login.password)
    if (answer.status !== 200) throw new Error(`login failed: ${answer.message}`)
    return { child, admin }
  }
  throw new Error(`The site did not start: ${said}`)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

interface Place {
  uploadId: string
  address: string
}
async function place(admin: Visitor, size: number): Promise<Place> {
  const answer = await admin.post<Place>('/api/videos/uploads', {
    page: 'featured_stories',
    title: 'Assembly',
    name: 'assembly.mp4',
    size,
    type: 'video/mp4',
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer
}
const add = (admin: Visitor, uploadId: string) =>
  admin.post<{ video: { id: string; src: string } }>('/api/videos', {
    page: 'featured_stories',
    title: 'Assembly',
    uploadId,
  })

/** The head of a film, then as many others as wanted, as fast as they are taken. */
function* film(size: number): Generator<Buffer> {
  const head = mp4Head(size - mp4Head(0).length)
  yield head
  const noise = randomBytes(64 * 1024)
  for (let left = size - head.length; left > 0; left -= noise.length) yield noise.subarray(0, left)
}

/** Sends the film up to the byte named, and ends it if that is its last. */
async function send(admin: Visitor, address: string, size: number, upTo = size) {
  const { hostname, port } = new URL(admin.url)
  const headers = { origin: admin.url, cookie: admin.cookie, 'content-length': size }
  let sending!: ClientRequest
  const answer = new Promise<number | 'cut'>((resolve) => {
    sending = request({ hostname, port, path: address, method: 'PUT', headers }, (response) =>
      resolve(response.resume().statusCode ?? 0),
    )
    sending.on('error', () => resolve('cut'))
  })
  let sent = 0
  for (const chunk of film(size)) {
    if (sent >= upTo || sending.destroyed) break
    sent += chunk.length
    if (!sending.write(chunk)) await Promise.race([once(sending, 'drain'), answer])
  }
  if (upTo === size) sending.end()
  return { sending, answer }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

const inFolder = (name: string) => readdir(join(dataDir, 'files', name)).catch(() => [])

/** What a sweep leaves: each record has its file, whole, and each file its record. */
async function expectSound(): Promise<{ records: number; videos: number }> {
  const storage = diskStorage(join(dataDir, 'files'))
  await wait(5)
  await sweepUploads({ db: database.db, storage, log }, atOnce)
  const records = await database.db
    .select({ path: uploads.path, size: uploads.size, state: uploads.state })
    .from(uploads)
  const files = (await Array.fromAsync(storage.list())).map(({ path, size }) => ({ path, size, state: 'stored' }))
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
  expect(records.toSorted(byPath)).toEqual(files.toSorted(byPath))
  expect(await inFolder('.incoming')).toEqual([])
  const shown = await database.db.select({ url: videos.url, order: videos.order }).from(videos)
  for (const { url } of shown) expect(records.map(({ path }) => path)).toContain(url)
  expect(shown.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual(shown.map((_, n) => n + 1))
  return { records: records.length, videos: shown.length }
}

test('200 MB are received with steady memory', async () => {
  const { child, admin } = await start()
  const pid = child.pid ?? 0
  const size = 200 * MB
  const { uploadId, address } = await place(admin, size)
  const before = await residentMb(pid)
  let peak = before
  let going = true
  const watching = (async () => {
    for (; going; await wait(10)) peak = Math.max(peak, await residentMb(pid))
  })()
  const began = performance.now()
  try {
    expect(await (await send(admin, address, size)).answer).toBe(200)
  } finally {
    going = false
    await watching
  }
  const seconds = (performance.now() - began) / 1000
  const { video } = await add(admin, uploadId)
  const part = await admin.get(video.src, { range: `bytes=${size - 5}-` })
  expect([part.status, part.bytes.byteLength]).toEqual([206, 5])
  process.stdout.write(
    `200 MB in ${seconds.toFixed(1)} s: ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB\n`,
  )
  // Chunks that were written are cleared away when about 50 MB of them have piled up.
  expect(peak - before).toBeLessThan(100)
})

test('a server killed in the middle of an upload leaves neither a record nor a file', async () => {
  const { child, admin } = await start()
  const kept = await place(admin, MB)
  await (
    await send(admin, kept.address, MB)
  ).answer
  await add(admin, kept.uploadId)

  const { address } = await place(admin, 20 * MB)
  const { answer } = await send(admin, address, 20 * MB, 10 * MB)
  await kill(child)
  expect(await answer).toBe('cut')
  await start()
  expect(await expectSound()).toEqual({ records: 1, videos: 1 })
})

test.each(['lost', 'done'])(
  'a server killed after the last byte, its last statement %s, leaves both record and file or none',
  async (statement) => {
    const { child, admin } = await start()
    const { uploadId, address } = await place(admin, 4 * MB)
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('select from uploads where id = $1 for update', [uploadId])
    const { answer } = await send(admin, address, 4 * MB)
    await expect.poll(() => inFolder('videos')).toHaveLength(1)
    await wait(100)
    await kill(child)
    expect(await answer).toBe('cut')
    if (statement === 'lost')
      await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    await holder.query('rollback')
    holder.release()
    await wait(200)
    const [record] = await database.db.select({ state: uploads.state }).from(uploads)
    expect(record?.state).toBe(statement === 'lost' ? 'receiving' : 'stored')
    const { admin: again } = await start()
    if (statement === 'done') expect((await add(again, uploadId)).status).toBe(201)
    expect(await expectSound()).toEqual(statement === 'done' ? { records: 1, videos: 1 } : { records: 0, videos: 0 })
  },
)

test('a server killed around the last byte leaves a whole upload or none, and the same address takes a new try', async () => {
  const outcomes: (number | 'cut')[] = []
  for (const pauseMs of [0, 4, 16, 32]) {
    const { child, admin } = await start()
    const { uploadId, address } = await place(admin, 8 * MB)
    const { answer } = await send(admin, address, 8 * MB)
    await wait(pauseMs)
    await kill(child)
    outcomes.push(await answer)
    const { child: restarted, admin: again } = await start()
    expect(await (await send(again, address, 8 * MB)).answer).toBe(200)
    expect((await add(again, uploadId)).status).toBe(201)
    await kill(restarted)
    await expectSound()
  }
  expect(await expectSound()).toEqual({ records: 4, videos: 4 })
  expect(outcomes).toContain('cut')
})

test('a server killed while it adds and deletes leaves each video with its file', async () => {
  for (const pauseMs of [0, 2, 4, 8, 16]) {
    const { child, admin } = await start()
    const [one, two] = [await place(admin, MB), await place(admin, MB)]
    for (const { address } of [one, two]) await (await send(admin, address, MB)).answer
    const { video } = await add(admin, one.uploadId)
    const acts = Promise.allSettled([add(admin, two.uploadId), admin.delete(`/api/videos/${video.id}`)])
    await wait(pauseMs)
    await kill(child)
    await acts
    await start().then(({ child: restarted }) => kill(restarted))
    await expectSound()
  }
})
