import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { AppError, errorStatus } from '#shared/errors.ts'
import { diskStorage } from './disk.ts'
import { parseRange, sendStored } from './download.ts'
import type { Storage } from './storage.ts'

const content = randomBytes(1_000_000)
let opened: Readable[] = []

const folder = await mkdtemp(join(tmpdir(), 'download-'))
const disk = diskStorage(folder)
const { sha256, size } = await disk.put('files/a.pdf', Readable.from([content]), { mime: '', maxBytes: 1e9 })
const upload = { path: 'files/a.pdf', mime: 'application/pdf', size, sha256, originalName: 'Peña.pdf' }
const storage: Storage = {
  ...disk,
  async open(path, range) {
    const found = await disk.open(path, range)
    if (found) opened.push(found.stream)
    return found
  },
}
const deps = { storage, log: createLog('silent') }
const app = new Hono()
  .get('/file', (c) =>
    sendStored(c, deps, { ...upload, mime: c.req.query('mime') ?? upload.mime }, { cache: 'private' }),
  )
  .get('/download', (c) => sendStored(c, deps, upload, { download: true, cache: 'public' }))
  .get('/lost', (c) => sendStored(c, deps, { ...upload, path: 'files/lost.pdf' }, { cache: 'private' }))
  .get('/damaged', (c) => sendStored(c, deps, { ...upload, path: 'files/short.pdf' }, { cache: 'private' }))
app.onError((error, c) => c.json({}, error instanceof AppError ? errorStatus[error.code] : 500))
await writeFile(join(folder, 'files/short.pdf'), 'short')
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
await new Promise((resolve) => server.once('listening', resolve))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address + path, { headers, method })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('sends the whole file, named and not to be guessed about', async () => {
  const response = await ask('/file')
  expect(response.status).toBe(200)
  expect(content.equals(await bytesOf(response))).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-length': '1000000',
    'content-type': 'application/pdf',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="Pena.pdf"; filename*=UTF-8''Pe%C3%B1a.pdf`,
    etag: `"${upload.sha256}"`,
  })
  expect(response.headers.get('content-security-policy')).toBeNull()
})

test('as a download it is an attachment', async () => {
  const response = await ask('/download', {}, 'HEAD')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
})

test.each(['text/html', 'image/svg+xml', 'application/msword', 'text/plain'])(
  '%s can do nothing in a browser',
  async (mime) => {
    const { headers } = await ask(`/file?mime=${encodeURIComponent(mime)}`, {}, 'HEAD')
    expect(headers.get('content-security-policy')).toBe('sandbox')
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
  },
)

describe('ranges', () => {
  // Shows videos-31
  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=999990-', 999_990, 999_999],
    ['bytes=-5', 999_995, 999_999],
    ['bytes=500000-2000000', 500_000, 999_999],
  ])('%s', async (range, start, end) => {
    const response = await ask('/file', { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000000`)
    expect(response.headers.get('content-length')).toBe(String(end - start + 1))
    expect(content.subarray(start, end + 1).equals(await bytesOf(response))).toBe(true)
  })

  test('beyond the end is refused', async () => {
    const response = await ask('/file', { range: 'bytes=1000000-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */1000000')
    expect(await response.json()).toMatchObject({ code: 'bad-range' })
  })

  test.each([
    ['the same file', () => `"${upload.sha256}"`, 206],
    ['another file', () => '"other"', 200],
    ['a weak tag', () => `W/"${upload.sha256}"`, 200],
    ['a date', () => new Date().toUTCString(), 200],
  ])('If-Range with %s', async (_what, tag, status) => {
    const response = await ask('/file', { range: 'bytes=0-9', 'if-range': tag() })
    expect(response.status).toBe(status)
    await response.arrayBuffer()
  })
})

test.each([
  [() => `"${upload.sha256}"`, 304],
  [() => `W/"${upload.sha256}"`, 304],
  [() => `"x", "${upload.sha256}"`, 304],
  [() => '*', 304],
  [() => '"x"', 200],
])('If-None-Match %#', async (tag, status) => {
  const response = await ask('/file', { 'if-none-match': tag(), range: 'bytes=0-1' }, 'HEAD')
  expect(response.status).toBe(status)
  expect(response.headers.get('etag')).toBe(`"${upload.sha256}"`)
})

test('HEAD tells the length and opens nothing', async () => {
  opened = []
  const response = await ask('/file', { range: 'bytes=0-9' }, 'HEAD')
  expect([response.status, response.headers.get('content-length'), opened.length]).toEqual([200, '1000000', 0])
})

test.each(['/lost', '/damaged'])('%s is not found, by GET and HEAD', async (path) => {
  expect((await ask(path)).status).toBe(404)
  expect((await ask(path, {}, 'HEAD')).status).toBe(404)
})

test('a client that goes away closes the file', async () => {
  opened = []
  await new Promise<void>((resolve) => {
    get(`${address}/file`, (response) => {
      response.once('data', () => response.destroy())
      response.once('close', resolve)
    })
  })
  await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true])
})

test.each([
  [undefined, null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  ['bytes=0-99999999999999999999', null],
])('the range %s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})
