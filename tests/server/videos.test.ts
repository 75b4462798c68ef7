import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { appendAudit } from '#server/audit/audit.ts'
import { signUpload } from '#server/content/video-upload.ts'
import { uploads, videos } from '#server/db/schema.ts'
import { aWebm, anMp4, box, fileType, track } from '#tests/support/films.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const minute = 60_000
const MB = 1024 * 1024
let late = 0

const site = await testSite({ clock: { now: () => Date.now() + late } })
const admin = await site.asAdmin()
afterAll(() => site.stop())
beforeEach(async () => {
  late = 0
  await site.db.delete(videos)
  for (const { path } of await site.db.select({ path: uploads.path }).from(uploads)) await site.storage.remove(path)
  await site.db.delete(uploads)
})

type Page = 'featured_stories' | 'about'
interface Video {
  id: string
  title: string
  order: number
  src: string
  mime: string
  linked: { host: string; id: string } | null
  poster: { avif: string; webp: string } | null
}
interface Place {
  uploadId: string
  address: string
  expiresAt: number
}

const aStart = (more: Record<string, unknown> = {}) => ({
  page: 'featured_stories',
  title: 'Training day',
  name: 'film.mp4',
  size: 5000,
  type: 'video/mp4',
  ...more,
})
const start = (by: Visitor = admin, more: Record<string, unknown> = {}) =>
  by.post<Place>('/api/videos/uploads', aStart(more))

const put = (address: string, bytes: Uint8Array, by: Visitor = admin, type = 'video/mp4') =>
  by.put<{ uploadId?: string; size?: number; video?: Video }>(address, bytes, { 'content-type': type })

async function uploaded(bytes = anMp4()): Promise<string> {
  const { uploadId, address } = await start()
  const sent = await put(address, bytes)
  if (sent.status !== 200) throw new Error(`upload failed: ${sent.message}`)
  return uploadId
}

const add = (
  uploadId: string,
  title = 'Training day',
  page: Page = 'featured_stories',
  by: Visitor = admin,
  replaces?: string,
) => by.post<{ video: Video }>('/api/videos', { page, title, uploadId, ...(replaces && { replaces }) })

async function aVideo(title = 'Training day', page: Page = 'featured_stories'): Promise<Video> {
  return (await add(await uploaded(), title, page)).video
}

async function shown(page: Page = 'featured_stories'): Promise<Video[]> {
  const visitor = site.visitor()
  return (await visitor.get<{ videos: Video[] }>(`/api/videos?page=${page}`)).videos
}
const titles = async (page?: Page) => (await shown(page)).map(({ title, order }) => `${order} ${title}`)

/** Everything on the disk, half-received files included. */
async function files(): Promise<string[]> {
  const folders = ['videos', 'media', '.incoming']
  const found = folders.map((folder) => readdir(join(site.dataDir, 'files', folder)).catch(() => []))
  return (await Promise.all(found)).flat()
}
const records = () => site.db.select({ id: uploads.id, state: uploads.state, path: uploads.path }).from(uploads)
describe('an address to put a video at', () => {
  // Shows videos-08
  test('is given for a title and a file', async () => {
    const place = await start()
    expect(place).toEqual({
      status: 201,
      uploadId: expect.any(String),
      address: expect.stringMatching(
        new RegExp(`^/api/uploads/${place.uploadId}\\?expires=${place.expiresAt}&signature=[\\w-]{22}$`),
      ),
      expiresAt: expect.any(Number),
    })
    expect(Math.abs(place.expiresAt - Date.now() - 60 * minute)).toBeLessThan(minute)
    expect(await records()).toMatchObject([{ id: place.uploadId, state: 'receiving' }])
  })

  // Shows videos-05
  test.each([{ title: '' }, { title: '   ' }, { name: '' }, { size: 0 }])('is not given for %j', async (missing) => {
    expect(await start(admin, missing)).toMatchObject({
      status: 400,
      message: 'Please select a file and enter a title',
    })
    expect(await records()).toEqual([])
  })

  test('is given for up to 2 GB', async () => {
    expect((await start(admin, { size: 2 * 1024 * MB })).status).toBe(201)
    expect(await start(admin, { size: 2 * 1024 * MB + 1 })).toMatchObject({ status: 413, code: 'body-too-large' })
  })

  test('can be used until it expires, to the millisecond', async () => {
    const { address, expiresAt } = await start()
    late = expiresAt - Date.now() + 1
    expect(await put(address, anMp4())).toMatchObject({ status: 403, code: 'upload-address-expired' })
    late = 0
    expect((await put(address, anMp4())).status).toBe(200)
  })

  // Shows videos-08
  test('cannot be altered, borrowed or made up', async () => {
    const { uploadId, address, expiresAt } = await start()
    const other = await start()
    const longer = address.replace(String(expiresAt), String(expiresAt + minute))
    const swapped = address.replace(uploadId, other.uploadId)
    for (const forged of [longer, swapped, signUpload('another key', uploadId, expiresAt)])
      expect(await put(forged, anMp4())).toMatchObject({ status: 403, code: 'not-allowed' })
    expect((await put(address.split('?')[0] ?? '', anMp4())).status).toBe(400)
    const nobodys = signUpload(site.siteKey, '00000000-0000-4000-8000-000000000000', expiresAt)
    expect((await put(nobodys, anMp4())).status).toBe(404)
    const another = await site.asAdmin()
    expect((await put(address, anMp4(), another)).status).toBe(404)
    expect(await files()).toEqual([])
  })
})

describe('putting a video', () => {
  // Shows files-12
  test.each([
    ['video/mp4', anMp4()],
    ['video/mp4', anMp4(10, { brand: 'mp42', movieLast: true })],
    ['video/quicktime', anMp4(100, { brand: 'qt  ' })],
    ['video/webm', aWebm()],
  ])('%s is known by its first bytes, whatever it is called', async (mime, bytes) => {
    const { uploadId, address } = await start(admin, { name: '../../page.html', type: 'text/html' })
    expect(await put(address, bytes, admin, 'text/html')).toEqual({ status: 200, uploadId, size: bytes.length })
    const [row] = await site.rowsOf(uploads)
    expect(row).toMatchObject({
      state: 'stored',
      mime,
      size: bytes.length,
      originalName: 'page.html',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(await files()).toHaveLength(1)
    const { video } = await add(uploadId)
    const sent = await site.visitor().get(video.src)
    expect([sent.headers.get('content-type'), video.mime]).toEqual([mime, mime])
    expect(sent.bytes.equals(bytes)).toBe(true)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['three bytes', Buffer.from('abc')],
    ['a text', Buffer.from('This is not a film. '.repeat(500))],
    ['a text with the right letters', Buffer.from('abcdftypisom and so on '.repeat(500))],
    ['a text with older letters', Buffer.from('the free bird '.repeat(500))],
    ['a page that begins like a film', Buffer.from('<!--ftypisom--><script>alert(1)</script>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(9000)}`)],
    ['music', anMp4(500, { brand: 'M4A ', tracks: [track('soun', 'mp4a')] })],
    ['a film no browser plays', aWebm({ docType: 'matroska' })],
    ['a program', Buffer.concat([Buffer.from('\x7fELF', 'latin1'), randomBytes(500)])],
  ])('%s is refused under the name of a film, and nothing is left', async (_what, bytes) => {
    const { uploadId, address } = await start()
    expect(await put(address, bytes)).toMatchObject({ status: 415, code: 'video-not-a-video' })
    expect(await files()).toEqual([])
    expect(await records()).toMatchObject([{ state: 'receiving' }])
    expect((await add(uploadId)).status).toBe(404)
  })

  // Shows videos-40
  test.each([
    [
      'a picture under the name of a film',
      Buffer.concat([fileType('avif'), box('meta', Buffer.alloc(50, 7)), box('mdat', Buffer.alloc(500, 0xd8))]),
      'This is a picture, not a video. Please choose an MP4 or WebM file.',
    ],
    [
      'a film of a kind that not every phone plays',
      anMp4(500, { tracks: [track('vide', 'hvc1')] }),
      'Not every phone can play this video (HEVC). Please save it as MP4 with H.264, or put it on YouTube or Facebook and add its link.',
    ],
    [
      'a film that was cut on its way',
      anMp4(500).subarray(0, -1),
      'Part of this video is missing. Please copy or export the file again.',
    ],
  ])('%s is refused, and nothing is left', async (_what, bytes, message) => {
    const { address } = await start()
    expect(await put(address, bytes)).toMatchObject({ status: 415, message })
    expect(await files()).toEqual([])
    expect(await records()).toMatchObject([{ state: 'receiving' }])
    expect((await put(address, anMp4())).status).toBe(200)
  })

  /** A film sent at the pace the test wants. */
  function slowly(address: string, headers: Record<string, string | number>) {
    const { hostname, port } = new URL(site.url)
    let sending!: ClientRequest
    const status = new Promise<number>((resolve, reject) => {
      sending = request(
        {
          hostname,
          port,
          path: address,
          method: 'PUT',
          headers: { origin: site.url, cookie: admin.cookie, ...headers },
        },
        (response) => resolve(response.resume().statusCode ?? 0),
      )
      sending.on('error', reject)
    })
    status.catch(() => undefined)
    return { sending, status }
  }

  test.each([{ 'content-length': 4 * MB }, { 'transfer-encoding': 'chunked' }])(
    'a connection cut half-way leaves nothing, and the same address takes the second try (%j)',
    async (headers) => {
      const before = site.logged.length
      const { address } = await start()
      const film = anMp4(2 * MB)
      const { sending } = slowly(address, headers)
      sending.write(film)
      await expect.poll(files).toHaveLength(1)
      sending.destroy()
      await expect.poll(files).toEqual([])
      expect(await records()).toMatchObject([{ state: 'receiving' }])
      expect(await put(address, film)).toMatchObject({ status: 200, size: film.length })
      expect(await files()).toHaveLength(1)
      expect(site.logged.slice(before).filter((line) => line.includes('"level":"error"'))).toEqual([])
    },
  )

  test('of two at once the first to end wins whole, and the other is refused', async () => {
    const { uploadId, address } = await start()
    const [one, two] = [anMp4(MB), anMp4(MB)]
    const first = slowly(address, { 'content-length': one.length })
    const second = slowly(address, { 'content-length': two.length })
    for (let at = 0; at < one.length - 100_000; at += 100_000) {
      first.sending.write(one.subarray(at, at + 100_000))
      second.sending.write(two.subarray(at, at + 100_000))
    }
    const rest = one.length - (one.length % 100_000 || 100_000)
    await expect.poll(files).toHaveLength(2)
    first.sending.end(one.subarray(rest))
    second.sending.end(two.subarray(rest))
    const statuses = await Promise.all([first.status, second.status])
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await files()).toHaveLength(1)
    const { video } = await add(uploadId)
    const kept = (await site.visitor().get(video.src)).bytes
    expect(kept.equals(statuses[0] === 200 ? one : two)).toBe(true)
  })

  test('ten at once: one wins', async () => {
    const { address } = await start()
    const tries = await Promise.all(Array.from({ length: 10 }, () => put(address, anMp4(200_000))))
    const won = tries.filter(({ status }) => status === 200)
    // A try that begins after another has ended is a new try, not one at once, and replaces it.
    expect(won.length).toBeGreaterThanOrEqual(1)
    expect(tries.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    expect(await files()).toHaveLength(1)
    const [row] = await records()
    expect(await site.storage.stat(row?.path ?? '')).toMatchObject({ size: anMp4(200_000).length })
  })

  test('a second try after a lost answer replaces the first; none is taken once the video is on its page', async () => {
    const { uploadId, address } = await start()
    await put(address, anMp4(100))
    expect(await put(address, anMp4(200))).toMatchObject({ status: 200 })
    expect(await files()).toHaveLength(1)
    expect((await add(uploadId)).status).toBe(201)
    expect(await put(address, anMp4(300))).toMatchObject({ status: 409, code: 'edited-meanwhile' })
    expect(await files()).toHaveLength(1)
    expect((await site.visitor().get((await shown())[0]?.src ?? '')).status).toBe(200)
  })

  test('a try that is too large leaves nothing', async () => {
    const { address } = await start()
    const { sending, status } = slowly(address, { 'content-length': 3 * 1024 * MB })
    sending.write(anMp4(1000))
    expect(await status).toBe(413)
    sending.destroy()
    await expect.poll(files).toEqual([])
  })
})

describe('a video by its link', () => {
  const link = (given: Record<string, unknown>, by: Visitor = admin) =>
    by.post<{ video: Video }>('/api/videos', {
      page: 'featured_stories',
      title: 'Relief work',
      link: 'https://youtu.be/dQw4w9WgXcQ?si=1',
      ...given,
    })

  // Shows videos-41
  test('is kept as whose it is and its number there, behind the others, and leads to its own page', async () => {
    await aVideo('First')
    expect(await link({})).toMatchObject({ status: 201 })
    expect((await shown())[1]).toEqual({
      id: expect.any(String),
      title: 'Relief work',
      order: 2,
      mime: null,
      linked: { host: 'youtube', id: 'dQw4w9WgXcQ' },
      src: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      poster: null,
    })
    await link({ title: 'Ours', link: 'facebook.com/arrapi/videos/10153231379946729/' })
    expect((await shown())[2]?.src).toBe('https://www.facebook.com/watch/?v=10153231379946729')
  })

  test.each([
    [{ title: '' }, 'Please enter the address of the video and a title'],
    [{ link: '  ' }, 'Please enter the address of the video and a title'],
    [
      { link: 'https://fb.watch/abc/' },
      'This is a short link. Open it, then copy the address that your browser shows.',
    ],
    [
      { link: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ">' },
      'This is not the address of a YouTube or Facebook video. Open the video, then copy its address.',
    ],
  ])('is refused for %j', async (given, message) => {
    expect(await link(given)).toMatchObject({ status: 400, message })
    expect(await shown()).toEqual([])
  })

  test('is there once: the same request again is the same video, another title is refused, also ten at once', async () => {
    const tries = await Promise.all(Array.from({ length: 10 }, () => link({})))
    expect(new Set(tries.map(({ status, video }) => `${status} ${video.id}`)).size).toBe(1)
    expect(await link({ title: 'Again' })).toMatchObject({ status: 409, code: 'video-link-there' })
    expect(await titles()).toEqual(['1 Relief work'])
  })

  test('takes the place of the file on the about page, which goes, and is deleted like any other', async () => {
    const old = await aVideo('Old', 'about')
    expect((await link({ page: 'about' })).status).toBe(409)
    const { video } = await link({ page: 'about', replaces: old.id })
    expect(await titles('about')).toEqual(['1 Relief work'])
    expect(await files()).toEqual([])
    expect((await admin.delete(`/api/videos/${video.id}`)).status).toBe(200)
    expect(await shown('about')).toEqual([])
  })
})

describe('adding', () => {
  // Shows videos-01, videos-17, audit-06
  test('puts the video behind those on its page and writes it down', async () => {
    await aVideo('First')
    const uploadId = await uploaded()
    const { status, video } = await add(uploadId, 'Second')
    expect([status, video]).toEqual([
      201,
      {
        id: expect.any(String),
        title: 'Second',
        order: 2,
        src: `/api/files/${uploadId}`,
        linked: null,
        mime: 'video/mp4',
        poster: null,
      },
    ])
    expect(await site.lastAct()).toMatchObject({ actor: admin.id, action: 'video added', subject: video.id })
    expect(await shown()).toEqual([expect.objectContaining({ title: 'First', order: 1 }), video])
    expect(await titles('about')).toEqual([])
  })

  // Shows videos-17
  test('twenty at once get the places 1 to 20', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => uploaded(anMp4(100))))
    const added = await Promise.all(ids.map((id, n) => add(id, `Film ${n}`)))
    expect(added.map(({ status }) => status)).toEqual(ids.map(() => 201))
    expect((await shown()).map(({ order }) => order)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })

  test('the same request again gets the same video, at once or later', async () => {
    const id = await uploaded()
    const [one, two] = await Promise.all([add(id), add(id)])
    expect([one.status, two.status, one.video.id]).toEqual([201, 201, two.video.id])
    expect((await add(id)).video.id).toBe(one.video.id)
    expect(await titles()).toHaveLength(1)
  })

  // Shows videos-16
  test('the about page has one video; a new one replaces it, file and all', async () => {
    await aVideo('A story')
    const old = await aVideo('Old', 'about')
    await putPoster(old.id, await aFrame())
    expect(await files()).toHaveLength(4)
    const { video } = await add(await uploaded(), 'New', 'about', admin, old.id)
    expect(await shown('about')).toEqual([video])
    expect(video.order).toBe(1)
    expect(await files()).toHaveLength(2)
    expect((await site.visitor().get(old.src)).status).toBe(404)
    expect(await titles()).toEqual(['1 A story'])
    expect(await site.lastAct()).toMatchObject({ action: 'video added', detail: { page: 'about', replaced: old.id } })
  })

  // Shows videos-16
  test('of ten new about videos at once one is taken, and no other is replaced unseen', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => uploaded(anMp4(100))))
    const added = await Promise.all(ids.map((id) => add(id, 'About us', 'about')))
    expect(added.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(added.filter(({ code }) => code === 'edited-meanwhile')).toHaveLength(9)
    expect(await titles('about')).toEqual(['1 About us'])
    const [seen] = await shown('about')
    expect(
      (
        await add(
          ids.find((id) => !seen!.src.includes(id))!,
          'Better',
          'about',
          admin,
          seen!.id,
        )
      ).status,
    ).toBe(201)
    expect(await titles('about')).toEqual(['1 Better'])
  })

  // Shows videos-20
  test('is refused without a title, without a file, or with somebody else’s', async () => {
    const id = await uploaded()
    expect(await add(id, ' ')).toMatchObject({ status: 400, code: 'video-fields-required' })
    expect((await add(id, 'Mine', 'secret' as 'about')).status).toBe(400)
    const another = await site.asAdmin()
    expect((await add(id, 'Mine', 'featured_stories', another)).status).toBe(404)
    expect((await add((await start()).uploadId)).status).toBe(404)
    await site.update(uploads, { id }, { bucket: 'files' })
    expect((await add(id)).status).toBe(404)
    expect(await shown()).toEqual([])
  })

  // Shows videos-31
  test('a video is public once it is on a page, in parts too', async () => {
    const film = anMp4(3000)
    const id = await uploaded(film)
    expect((await site.visitor().get(`/api/files/${id}`)).status).toBe(404)
    expect((await site.visitor().get('/api/videos?page=secret')).status).toBe(400)
    const { video } = await add(id)
    const part = await site.visitor().get(video.src, { range: 'bytes=1000-1999' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${film.length}`])
    expect(part.bytes.equals(film.subarray(1000, 2000))).toBe(true)
  })
})

describe('order', () => {
  const order = (ids: string[], page: Page = 'featured_stories') =>
    admin.put<{ videos: Video[] }>('/api/videos/order', { page, ids })

  test('is changed as a whole', async () => {
    const [a, b, c] = [await aVideo('a'), await aVideo('b'), await aVideo('c')]
    const answer = await order([c.id, a.id, b.id])
    expect(answer.status).toBe(200)
    expect(await titles()).toEqual(['1 c', '2 a', '3 b'])
    expect(answer.videos).toEqual(await shown())
    expect(await site.lastAct()).toMatchObject({ action: 'videos reordered', subject: 'featured_stories' })
  })

  // Shows videos-32
  test('is refused for any other list than the one that is there', async () => {
    const [a, b] = [await aVideo('a'), await aVideo('b')]
    const about = await aVideo('c', 'about')
    const gone = '00000000-0000-4000-8000-000000000000'
    for (const ids of [
      [a.id],
      [],
      [b.id, a.id, gone],
      [b.id, gone],
      [b.id, b.id],
      [b.id, a.id, a.id],
      [b.id, about.id],
    ])
      expect(await order(ids)).toMatchObject({ status: 409, message: 'Failed to update some video orders' })
    expect(await titles()).toEqual(['1 a', '2 b'])
  })

  test('twenty orders at once leave one of them', async () => {
    const ids = [(await aVideo('a')).id, (await aVideo('b')).id, (await aVideo('c')).id]
    const wishes = Array.from({ length: 20 }, (_, n) => (n % 2 ? ids : ids.toReversed()))
    const answers = await Promise.all(wishes.map((wish) => order(wish)))
    expect(answers.map(({ status }) => status)).toEqual(wishes.map(() => 200))
    expect([ids, ids.toReversed()]).toContainEqual((await shown()).map(({ id }) => id))
    expect((await shown()).map((video) => video.order)).toEqual([1, 2, 3])
  })

  test('additions, deletions and orders at once leave places without gaps', async () => {
    const there = [await aVideo('a'), await aVideo('b'), await aVideo('c'), await aVideo('d')]
    const more = await Promise.all(Array.from({ length: 4 }, () => uploaded(anMp4(100))))
    const statuses = await Promise.all([
      ...more.map(async (id) => (await add(id)).status),
      ...there.slice(0, 2).map(async ({ id }) => (await admin.delete(`/api/videos/${id}`)).status),
      order(there.map(({ id }) => id).toReversed()).then(({ status }) => status),
    ])
    expect(statuses.every((status) => [200, 201, 409].includes(status))).toBe(true)
    expect((await shown()).map((video) => video.order)).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('renaming and deleting', () => {
  const rename = (id: string, title: string) => admin.put<{ video: Video }>(`/api/videos/${id}`, { title })

  test('a title is changed, and required', async () => {
    const { id } = await aVideo('Old')
    expect(await rename(id, ' New ')).toMatchObject({ status: 200, video: { id, title: 'New' } })
    expect(await site.lastAct()).toMatchObject({ action: 'video changed', subject: id })
    expect(await rename(id, ' ')).toMatchObject({ status: 400, code: 'video-fields-required' })
    expect(await titles()).toEqual(['1 New'])
    expect((await rename('00000000-0000-4000-8000-000000000000', 'x')).status).toBe(404)
  })

  // Shows videos-25, audit-06
  test('a deleted video takes its files with it and closes the gap', async () => {
    const [, b] = [await aVideo('a'), await aVideo('b'), await aVideo('c')]
    await putPoster(b.id, await aFrame())
    expect(await files()).toHaveLength(5)
    const { poster } = (await shown())[1] ?? {}
    expect(await admin.delete(`/api/videos/${b.id}`)).toEqual({ status: 200, ok: true })
    expect(await titles()).toEqual(['1 a', '2 c'])
    expect(await files()).toHaveLength(2)
    expect(await records()).toHaveLength(2)
    for (const address of [b.src, poster?.avif ?? '', poster?.webp ?? ''])
      expect((await site.visitor().get(address)).status).toBe(404)
    expect(await site.lastAct()).toMatchObject({ action: 'video deleted', subject: b.id })
    expect((await admin.delete(`/api/videos/${b.id}`)).status).toBe(404)
  })
})

const aFrame = (width = 1920, height = 1080) =>
  sharp({ create: { width, height, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>
const putPoster = (id: string, bytes: Uint8Array<ArrayBuffer>, by: Visitor = admin) =>
  put(`/api/videos/${id}/poster`, bytes, by, 'image/jpeg')

describe('a poster', () => {
  // Shows videos-27
  test('is stored in two formats, 1280 px wide, and shown with its video', async () => {
    const { id } = await aVideo()
    const { status, video } = await putPoster(id, await aFrame())
    expect([status, [video]]).toEqual([200, await shown()])
    for (const kind of ['avif', 'webp'] as const) {
      const sent = await site.visitor().get(video?.poster?.[kind] ?? '')
      expect([sent.status, sent.headers.get('content-type')]).toEqual([200, `image/${kind}`])
      const { width, height } = await sharp(sent.bytes).metadata()
      expect([width, height]).toEqual([1280, 720])
    }
    expect(await site.lastAct()).toMatchObject({ action: 'video changed', subject: id })
  })

  test('a new one replaces the old, and a refused one does not', async () => {
    const { id } = await aVideo()
    const before = (await putPoster(id, await aFrame())).video?.poster
    const webp = (await sharp(await aFrame(640, 360))
      .webp()
      .toBuffer()) as Buffer<ArrayBuffer>
    const after = (await putPoster(id, webp)).video?.poster
    expect(after?.webp).not.toBe(before?.webp)
    expect((await site.visitor().get(before?.webp ?? '')).status).toBe(404)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [bytes, code] of [
      [svg, 'picture-not-a-picture'],
      [Buffer.alloc(0), 'picture-not-a-picture'],
      [Buffer.alloc(6 * MB), 'picture-too-large'],
    ] as const)
      expect(await putPoster(id, bytes)).toMatchObject({ code })
    expect((await shown())[0]?.poster).toEqual(after)
    expect(await files()).toHaveLength(3)
    expect(await records()).toHaveLength(3)
  })

  test('five at once leave one', async () => {
    const { id } = await aVideo()
    const frame = await aFrame(320, 180)
    const tries = await Promise.all(Array.from({ length: 5 }, () => putPoster(id, frame)))
    expect(tries.every(({ status }) => status === 200)).toBe(true)
    expect([(await files()).length, (await records()).length]).toEqual([3, 3])
  })

  test('for a video that is not there is refused', async () => {
    expect((await putPoster('00000000-0000-4000-8000-000000000000', await aFrame())).status).toBe(404)
    expect(await files()).toEqual([])
  })
})

// Shows audit-06
test('an addition whose entry in the log fails did not happen', async () => {
  const id = await uploaded()
  await site.pool.query(`create function fail_once() returns trigger language plpgsql as
    $$ begin raise exception 'no log, no act'; end $$`)
  await site.pool.query('create trigger fail_once before insert on audit_log execute function fail_once()')
  expect((await add(id)).status).toBe(500)
  await site.pool.query('drop trigger fail_once on audit_log')
  await appendAudit(site.db, site.clock, { actor: 'system', action: 'settings changed' })
  expect(await shown()).toEqual([])
  expect((await add(id)).status).toBe(201)
})
