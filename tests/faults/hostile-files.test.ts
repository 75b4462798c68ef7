import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { uploads } from '#server/db/schema.ts'
import { memberFile, memberFileKinds, memberFiles, type MemberFileKind } from '#shared/members/files.ts'
import { applyingAt } from '#tests/support/applying.ts'
import { expectClean, cornersOf, fourCorners, jpegExif, seenAs } from '#tests/support/crafted-pictures.ts'
import { hostileFiles, type HostileFile } from '#tests/support/hostile-files.ts'
import { type Answer, testSite } from '#tests/support/site.ts'

const site = await testSite()
const { put } = applyingAt(site)
const corpus = await hostileFiles()

afterAll(() => site.stop())

async function left(): Promise<{ rows: number; files: number }> {
  const rows = await site.db.select({ id: uploads.id }).from(uploads)
  const files = await Array.fromAsync(site.storage.list())
  return { rows: rows.length, files: files.length }
}

async function stored(id: string): Promise<{ bytes: Buffer; sha256: string | null; originalName: string }> {
  const [row] = await site.rowsOf(uploads, { id })
  const found = row && (await site.storage.open(row.path))
  if (!found) throw new Error('the picture is not there')
  expect(row).toMatchObject({ mime: 'image/jpeg', state: 'stored', ownerId: null, claimedAt: null, size: found.size })
  return { bytes: await buffer(found.stream), sha256: row.sha256, originalName: row.originalName }
}

/** Those that may be as small as a thumbnail. */
const documentKinds = memberFileKinds.filter((kind) => memberFile(kind).shortestSide === undefined)

/** Refused in words with nothing left, or stored as a picture and nothing but a picture. */
type Reply = Pick<Answer, 'status'> & Partial<Pick<Answer, 'id' | 'code' | 'message'>>

async function judge(answer: Reply, kind: MemberFileKind, before: { rows: number; files: number }) {
  if (answer.status === 201) {
    const { bytes } = await stored(answer.id ?? '')
    await expectClean(bytes, memberFiles[kind].longestSide)
    expect(await left()).toEqual({ rows: before.rows + 1, files: before.files + 1 })
    return bytes
  }
  expect([400, 413, 415, 422]).toContain(answer.status)
  expect(answer.code).toMatch(
    /^(picture-not-a-picture|square-picture-invalid|image-too-large|picture-too-small|picture-heic)$/,
  )
  expect(await left()).toEqual(before)
  return null
}

test('the corpus is large, and no two files of it are the same', () => {
  const files = Object.values(corpus).flat()
  expect(files.length).toBeGreaterThanOrEqual(300)
  expect(new Set(files.map(({ bytes }) => bytes.toString('latin1'))).size).toBeGreaterThanOrEqual(files.length - 5)
})

test('the judge knows a dirty picture: as they were sent, none of these would pass', async () => {
  const dirty = corpus['pictures with two faces, and telling pictures']?.filter(({ fate }) => fate === 'stored') ?? []
  expect(dirty.length).toBeGreaterThan(70)
  for (const { name, bytes } of dirty) await expect(expectClean(bytes, 2400), name).rejects.toThrow()
})

describe.each(Object.entries(corpus))('%s', (_group, files) => {
  // Shows files-12, files-16
  test.each(files.map((file): [string, HostileFile] => [`${file.name}: ${file.fate}`, file]))(
    '%s',
    async (_name, file) => {
      const kinds = file.fate === 'stored' ? documentKinds : memberFileKinds
      const kind = kinds[file.bytes.length % kinds.length] ?? 'signature'
      const before = await left()
      const began = performance.now()
      // Its sender says it is a picture, by name and by type.
      const named = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="../../photo.jpg"' }
      const bytes = await judge(await put(kind, file.bytes, named), kind, before)
      expect(performance.now() - began).toBeLessThan(10_000)
      if (file.fate !== 'either') expect(bytes === null ? 'refused' : 'stored').toBe(file.fate)
      if (bytes && file.orientation) expect(await cornersOf(bytes)).toBe(seenAs[file.orientation])
    },
  )
})

const photo = await fourCorners().jpeg().toBuffer()
const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])

// Shows registration-29, registration-30, files-13
test.each([
  ['profilePicture', 'square-picture-invalid', 'Please upload a valid image (JPEG, JPG, or PNG)'],
  ['photoUpload', 'picture-not-a-picture', 'Only JPEG, JPG, and PNG files are allowed'],
  ['commissionDocument', 'picture-not-a-picture', 'Only JPEG, JPG, and PNG files are allowed'],
  ['paymentProof', 'picture-not-a-picture', 'Only JPEG, JPG, and PNG files are allowed'],
  ['signature', 'picture-not-a-picture', 'Only JPEG, JPG, and PNG files are allowed'],
])('%s refuses what is no picture in its own words', async (kind, code, message) => {
  expect(await put(kind, Buffer.from('no picture'))).toMatchObject({ status: 415, code, message })
})

describe('20 MB', () => {
  // Shows registration-29, registration-68, files-17
  test('are too much, one byte less is taken', async () => {
    const before = await left()
    expect(await judge(await put('paymentProof', padded(20_971_519)), 'paymentProof', before)).not.toBeNull()
    const [now, refused] = [await left(), await put('paymentProof', padded(20_971_520))]
    expect(refused).toMatchObject({
      status: 413,
      code: 'image-too-large',
      message: 'Image size should be less than 20MB',
    })
    expect(await left()).toEqual(now)
  })

  // Shows registration-68
  test('are not taken without a word about their number either', async () => {
    const before = await left()
    expect(await pour(padded(20_971_520))).toMatchObject({ status: 413, code: 'image-too-large' })
    expect(await left()).toEqual(before)
  })
})

/** Sends in pieces, under whatever headers are given, and says how it ended. */
function pour(bytes: Buffer, headers: Record<string, string | number> = { 'transfer-encoding': 'chunked' }) {
  const { hostname, port } = new URL(site.url)
  return new Promise<Reply | 'cut'>((resolve) => {
    const sending = request(
      {
        hostname,
        port,
        path: '/api/registration-files/signature',
        method: 'PUT',
        headers: { origin: site.url, ...headers },
      },
      async (response) => {
        const body = JSON.parse((await buffer(response)).toString() || '{}') as object
        resolve({ status: response.statusCode ?? 0, ...body })
      },
    )
    sending.on('error', () => resolve('cut'))
    const promised = Number(headers['content-length'] ?? bytes.length)
    sending.write(bytes.subarray(0, promised))
    if (promised > bytes.length) setTimeout(() => sending.destroy(), 200)
    else sending.end()
  })
}

describe('the words around a file', () => {
  test('a picture without a word about its length is taken', async () => {
    expect(await pour(photo)).toMatchObject({ status: 201 })
  })

  test('of a picture that is longer than it says, what was said is judged', async () => {
    const before = await left()
    expect(await pour(photo, { 'content-length': 300 })).toMatchObject({ status: 415 })
    expect(await left()).toEqual(before)
  })

  test('a picture that is shorter than it says leaves nothing', async () => {
    const before = await left()
    expect(await pour(photo, { 'content-length': photo.length + 1000 })).toBe('cut')
    await expect.poll(left).toEqual(before)
  })

  test.each([-1, 'a', '1e9', '99999999999999999999'])('a length of %j is refused', async (length) => {
    const before = await left()
    const answer = await pour(photo, { 'content-length': length })
    expect(answer === 'cut' || answer.status >= 400).toBe(true)
    await expect.poll(left).toEqual(before)
  })

  test.each<Record<string, string>>([
    { 'content-type': 'image/svg+xml' },
    { 'content-type': 'text/html' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-disposition': 'attachment; filename="../../../etc/cron.d/x"' },
    { 'content-disposition': 'attachment; filename="shell.php%00.jpg"' },
    { 'x-file-name': '..\\..\\web.config', slug: '/etc/passwd' },
    { 'content-range': 'bytes 0-10/99999999' },
    { 'content-encoding': 'gzip' },
  ])('%j changes nothing', async (headers) => {
    const before = await left()
    const answer = await put('signature', photo, headers)
    await judge(answer, 'signature', before)
    expect((await stored(answer.id ?? '')).originalName).toBe('picture.jpg')
  })

  test.each([
    '..',
    '../files',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fsignature',
    'signature%00.jpg',
    'signature%2f..%2fx',
    'signature.jpg',
    'SIGNATURE',
    'signature%20',
    '__proto__',
    'constructor',
    'toString',
    'candidateDocument',
    '%ff',
    'a'.repeat(5000),
  ])('there is no place named %s', async (kind) => {
    const before = await left()
    const { status } = await put(kind, photo)
    expect([400, 404]).toContain(status)
    expect(await left()).toEqual(before)
  })
})

test('the same picture sent twice has the same fingerprint, whatever it was told beside it', async () => {
  const sent = [photo, photo, jpegExif(photo, { maker: 'Another phone' })]
  const prints = await Promise.all(
    sent.map(async (bytes) => (await stored((await put('paymentProof', bytes)).id ?? '')).sha256),
  )
  expect(new Set(prints).size).toBe(1)
  const other = await put('paymentProof', await fourCorners().negate().jpeg().toBuffer())
  expect((await stored(other.id ?? '')).sha256).not.toBe(prints[0])
})

test('what is transparent is seen on white', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const ink = await sharp({ create: { width: 40, height: 20, channels: 4, background: clear } })
    .png()
    .toBuffer()
  const { bytes } = await stored((await put('signature', ink)).id ?? '')
  expect(await cornersOf(bytes)).toBe('WWWW')
})
