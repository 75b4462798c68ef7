import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { openDatabase, type OpenDatabase } from '#server/db/database.ts'
import { uploads } from '#server/db/schema.ts'
import { createLog } from '#server/log.ts'
import { diskStorage } from '#server/storage/disk.ts'
import { makeReference, referenceBytes } from '#shared/members/registration/reference.ts'
import { pictureMaxBytes } from '#shared/uploads.ts'
import { scratchDatabase, type ScratchDatabase } from '#tests/support/database.ts'

let scratch: ScratchDatabase
let database: OpenDatabase
let dataDir: string
let child: ChildProcess
let port: string

beforeEach(async () => {
  scratch = await scratchDatabase()
  database = openDatabase(scratch.config, createLog('silent'))
  dataDir = await mkdtemp(join(tmpdir(), 'registration-faults-'))
  await start()
  return async () => {
    await database.pool.end()
    await scratch.drop()
    await rm(dataDir, { recursive: true })
  }
})
afterEach(kill)

/** The real site as a process of its own. */
async function start(): Promise<void> {
  child = spawn(process.execPath, [join(projectRoot, 'src/server/main.ts')], {
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
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: 'a long password',
    },
  })
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const found = /open at \S+:(\d+)/.exec(said)?.[1]
    if (!found) continue
    port = found
    return
  }
  throw new Error(`The site did not start: ${said}`)
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Begins to send; `answer` is the status, or that there was none. */
function open(size: number): { sending: ClientRequest; answer: Promise<number | 'cut'> } {
  const headers = { origin: `http://127.0.0.1:${port}`, 'content-length': size }
  const path = '/api/registration-files/commissionDocument'
  let sending!: ClientRequest
  const answer = new Promise<number | 'cut'>((resolve) => {
    sending = request({ hostname: '127.0.0.1', port, path, method: 'PUT', headers }, (response) =>
      resolve(response.resume().statusCode ?? 0),
    )
    sending.on('error', () => resolve('cut'))
  })
  return { sending, answer }
}

function send(bytes: Buffer): Promise<number | 'cut'> {
  const { sending, answer } = open(bytes.length)
  sending.end(bytes)
  return answer
}

const small = () =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: 'olive' } })
    .jpeg()
    .toBuffer()

/** Pixels that cannot be packed: as many bytes as a registration may send, less than one in a hundred. */
async function largestPicture(): Promise<Buffer> {
  const side = 2572
  const raw = { width: side, height: side, channels: 3 } as const
  const png = await sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(png.length).toBeGreaterThan(pictureMaxBytes * 0.98)
  expect(png.length).toBeLessThanOrEqual(pictureMaxBytes)
  return png
}

const left = async () => ({
  rows: (await database.db.select({ id: uploads.id }).from(uploads)).length,
  files: (await Array.fromAsync(diskStorage(join(dataDir, 'files')).list())).length,
  waiting: (await readdir(dataDir)).filter((name) => name.startsWith('.sent-')).length,
  halves: (await readdir(join(dataDir, 'files', '.incoming')).catch(() => [])).length,
})
const nothing = { rows: 0, files: 0, waiting: 0, halves: 0 }

test('a connection cut in the middle of a picture leaves nothing', async () => {
  const picture = await largestPicture()
  const cut = Array.from({ length: 5 }, (_, n) => {
    const { sending, answer } = open(picture.length)
    sending.write(picture.subarray(0, (n + 1) * 3_000_000), () => sending.destroy())
    return answer
  })
  expect(await Promise.all(cut)).toEqual(Array(5).fill('cut'))
  // The site is as it was, and takes the next picture.
  await expect.poll(left).toEqual(nothing)
  expect(await send(await small())).toBe(201)
})

test('a server killed in the middle of pictures leaves nothing', async () => {
  const picture = await largestPicture()
  const sent = Array.from({ length: 5 }, () => {
    const { sending, answer } = open(picture.length)
    const written = new Promise((resolve) => sending.write(picture.subarray(0, 10_000_000), resolve))
    return { answer, written }
  })
  await Promise.all(sent.map(({ written }) => written))
  await kill()
  expect(await Promise.all(sent.map(({ answer }) => answer))).toEqual(Array(5).fill('cut'))
  expect(await left()).toEqual(nothing)
})

test('a server killed in the middle of a correction leaves the application as it was; it is sent again', async () => {
  const reference = makeReference(randomBytes(referenceBytes))
  const key = { reference, birthday: '1964-10-05' }
  const ask = async (method: string, path: string, body: BodyInit, headers: object = {}) => {
    const origin = `http://127.0.0.1:${port}`
    const response = await fetch(`${origin}/api/${path}`, { method, body, headers: { origin, ...headers } })
    return (await response.json()) as { id?: string; status?: string }
  }
  const sendSignature = async (path: string) =>
    ask('PUT', path, new Uint8Array(await small()), { 'x-application': Object.values(key).join(' ') })
  const tell = (path: string, sent: object = {}) =>
    ask('POST', `applications/${path}`, JSON.stringify({ ...key, ...sent }), { 'content-type': 'application/json' })
  const signature = async () => {
    const { rows } = await database.pool.query<{ id: string; rank: string; state: string }>(
      `select uploads.id, uploads.state, users.rank from users join uploads on path = signature_path where application_reference = $1`,
      [reference],
    )
    return rows[0]
  }

  const { id: old } = await sendSignature('registration-files/signature')
  await database.pool.query(
    `with applicant as (
       insert into users (first_name, last_name, military_serial, birthday, rank, application_reference, returned_at, return_items, return_message, signature_path)
       select 'ANA', 'CRUZ', 'O-1', $1, 'CPT', $2, now(), '{rank,signature}', 'Please sign again.', path from uploads where id = $3 returning id)
     update uploads set owner_id = applicant.id, claimed_at = now() from applicant where uploads.id = $3`,
    [key.birthday, reference, old],
  )
  const { id: sent } = await sendSignature('applications/files/signature')
  const corrections = { fields: { rank: 'maj' }, files: { signature: sent } }

  // The new picture is claimed and the record written, the old picture cannot be let go of yet: then the server dies.
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from uploads where id = $1 for update', [old])
  const cut = tell('corrections', corrections).catch(() => 'cut')
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  await kill()
  expect(await cut).toBe('cut')
  await holder.query('rollback')
  holder.release()
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(0)
  expect(await signature()).toEqual({ id: old, rank: 'CPT', state: 'stored' })

  await start()
  expect(await tell('status')).toMatchObject({ status: 'returned' })
  expect(await left()).toMatchObject({ rows: 2, files: 2 })
  expect(await tell('corrections', corrections)).toMatchObject({ status: 'waiting' })
  expect(await signature()).toEqual({ id: sent, rank: 'MAJ', state: 'stored' })
  expect(await left()).toMatchObject({ rows: 1, files: 1 })
})

test('a hundred senders that drip keep nobody waiting', async () => {
  const bytes = await small()
  const dripping = Array.from({ length: 100 }, () => {
    const { sending, answer } = open(bytes.length)
    sending.write(bytes.subarray(0, 100))
    return { sending, answer }
  })
  const began = performance.now()
  expect(await send(bytes)).toBe(201)
  expect(performance.now() - began).toBeLessThan(5000)
  for (const { sending } of dripping) sending.end(bytes.subarray(100))
  expect(await Promise.all(dripping.map(({ answer }) => answer))).toEqual(Array(100).fill(201))
})
