import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { uploads } from '#server/db/schema/files.ts'
import { createLog } from '#server/log.ts'
import { AppError, errorStatus } from '#shared/errors.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { diskStorage } from './disk.ts'
import { receiveUpload } from './uploads.ts'

const log = createLog('silent')
const MB = 1024 * 1024
let failures: unknown[] = []

const scratch = await scratchDatabase()
const database = openDatabase(scratch.config, log)
const folder = await mkdtemp(join(tmpdir(), 'http-upload-'))
const deps = { db: database.db, log, storage: diskStorage(folder) }
const app = new Hono().put('/', async (c) => {
  const stream = c.req.raw.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>
  const file = { bucket: 'videos', ownerId: null, originalName: 'a.mp4', mime: 'video/mp4', maxBytes: 5 * MB } as const
  return c.json(await receiveUpload(deps, { ...file, stream, signal: c.req.raw.signal }))
})
app.onError((error, c) => {
  failures.push(error)
  return c.json({}, error instanceof AppError ? errorStatus[error.code] : 500)
})
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
await new Promise((resolve) => server.once('listening', resolve))
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await database.pool.end()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const address = () => ({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'PUT' })
const left = async () => ({
  rows: await database.db.select().from(uploads),
  halves: await readdir(join(folder, '.incoming')),
  files: await readdir(join(folder, 'videos')),
})

test.each([{ 'content-length': 4 * MB }, { 'transfer-encoding': 'chunked' }])(
  'a connection lost half-way leaves nothing (%j)',
  async (headers) => {
    failures = []
    const sending = request({ ...address(), headers })
    sending.on('error', () => undefined)
    sending.write(Buffer.alloc(2 * MB))
    await expect.poll(() => readdir(join(folder, '.incoming')).catch(() => [])).toHaveLength(1)
    sending.destroy()
    await expect.poll(() => failures).toHaveLength(1)
    expect(await left()).toEqual({ rows: [], halves: [], files: [] })
  },
)

test('a file that is too large is refused in words, without being read to its end', async () => {
  const status = await new Promise((resolve, reject) => {
    const sending = request({ ...address(), headers: { 'content-length': 6 * MB } }, (response) =>
      resolve(response.statusCode),
    )
    sending.on('error', reject)
    sending.end(Buffer.alloc(6 * MB))
  })
  expect(status).toBe(413)
  expect(await left()).toEqual({ rows: [], halves: [], files: [] })
})
