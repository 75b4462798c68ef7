import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { testSite } from '#tests/support/site.ts'

interface Entry {
  id: string
  title: string
  link: string
  text: string
  version: number
  kind: string
  document: { name: string; size: number } | null
  picture: { avif: string; webp: string } | null
}

/** Stands still once it is set. */
let time: number | null = null
const site = await testSite({ clock: { now: () => time ?? Date.now() } })
const admin = await site.asAdmin()
const member = await site.asMember()
afterAll(() => site.stop())

const add = (form: object, by = admin) => by.post<{ link: Entry; code?: string; message?: string }>('/api/links', form)
const put = (id: string, form: object, by = admin) => by.put<{ link: Entry; code?: string }>(`/api/links/${id}`, form)
const upload = (path: string, bytes: Buffer, name = '', by = admin) =>
  by.put(path, bytes, { 'x-file-name': encodeURIComponent(name) })
const aPdf = (says = 'By-laws') =>
  Buffer.from(`%PDF-1.7\n% ${says}\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\n%%EOF\n`)
async function aDocument(bytes = aPdf(), name = 'by-laws.pdf') {
  const sent = await upload('/api/announcement-documents', bytes, name)
  expect(sent.status).toBe(201)
  return sent.id
}
async function aPicture() {
  const bytes = await sharp({ create: { width: 800, height: 450, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
  const { status, avifId, webpId } = await upload('/api/announcement-pictures', bytes)
  expect(status).toBe(201)
  return { avifId, webpId }
}
async function aTextPicture(of = 'announcements') {
  const bytes = await sharp({ create: { width: 800, height: 450, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
  const { status, id } = await upload(`/api/text-pictures?of=${of}`, bytes)
  expect(status).toBe(201)
  return id as string
}
const stored = async () =>
  (await readdir(join(site.dataDir, 'files', 'announcements'), { recursive: true }).catch(() => [])).length

describe('a document', () => {
  const legality = { section: 'Legalities', kind: 'document', title: 'By-laws of 2026' }

  test('is listed with its size, and shown to who may read its section', async () => {
    const { link, status } = await add({
      ...legality,
      documentId: await aDocument(aPdf(), '../By\r\nlaws\u202Efdp.exe'),
    })
    expect(status).toBe(201)
    expect(link).toMatchObject({ kind: 'document', link: '/documents/by-laws-of-2026' })
    expect(link.document).toEqual({ name: 'Bylawsfdp.exe.pdf', size: aPdf().length })
    const { links } = await member.get<{ links: Entry[] }>('/api/announcements')
    expect(links.find(({ id }) => id === link.id)).toMatchObject({ link: link.link, document: link.document })

    const opened = await member.get(link.link)
    expect(opened.status).toBe(200)
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="Bylawsfdp\.exe\.pdf"/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    })
    expect(opened.bytes).toEqual(aPdf())
    const part = await member.get(link.link, { range: 'bytes=0-7' })
    expect([part.status, part.text]).toEqual([206, '%PDF-1.7'])

    const stranger = await site.visitor().get(link.link)
    expect([stranger.status, stranger.headers.get('location')]).toEqual([302, '/login?next=/announcements'])
    const [election] = await site.elections.all()
    const observer = await site.signedIn(await site.anObserver(election!.id, await site.anAdmin()))
    expect((await observer.get(link.link)).status).toBe(404)
    for (const path of [
      '/documents/nothing',
      '/documents/%00',
      '/documents/..%2f..%2fetc',
      `/documents/${'x'.repeat(500)}`,
    ])
      expect((await member.get(path)).status, path).toBe(404)
  })

  test('of a section for visitors is for everybody', async () => {
    const { link } = await add({ ...legality, section: 'Whats New', title: 'Call', documentId: await aDocument() })
    expect((await site.visitor().get(link.link)).status).toBe(200)
  })

  test('is replaced at the same address, and goes with its entry', async () => {
    const { link } = await add({ ...legality, title: 'Permit', documentId: await aDocument(aPdf('first')) })
    const before = await stored()
    const form = { ...legality, title: 'Permit to operate', version: 1 }
    // The title alone.
    expect((await put(link.id, form)).link).toMatchObject({ link: link.link, version: 2, document: link.document })
    const second = await aDocument(aPdf('second'), 'permit 2026.pdf')
    expect((await put(link.id, { ...form, version: 2, documentId: second })).link.document?.name).toBe(
      'permit 2026.pdf',
    )
    expect((await member.get(link.link)).text).toContain('second')
    expect(await stored()).toBe(before)
    // The one that is there is not taken twice, and a stale save changes nothing and claims nothing.
    expect((await put(link.id, { ...form, version: 3, documentId: second })).code).toBe('not-found')
    const third = await aDocument(aPdf('third'))
    expect((await put(link.id, { ...form, version: 2, documentId: third })).code).toBe('edited-meanwhile')
    expect((await put(link.id, { ...form, version: 3, documentId: third })).status).toBe(200)

    expect((await admin.delete(`/api/links/${link.id}`)).status).toBe(200)
    expect((await member.get(link.link)).status).toBe(404)
    expect(await stored()).toBe(before - 1)
  })

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'entry-document-type'],
    ['half a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 415, 'entry-document-type'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 415, 'entry-document-type'],
    ['nothing', Buffer.alloc(0), 415, 'entry-document-type'],
    ['too much', Buffer.concat([aPdf(), Buffer.alloc(20 * 1024 * 1024)]), 413, 'entry-document-too-large'],
  ])('%s is refused, and nothing of it stays', async (_what, bytes, status, code) => {
    const before = await stored()
    const sent = await upload('/api/announcement-documents', bytes, 'by-laws.pdf')
    expect([sent.status, sent.code]).toEqual([status, code])
    expect(await stored()).toBe(before)
  })

  test('needs one, of the administrator who sent it, and a PDF', async () => {
    expect(await add(legality)).toMatchObject({ status: 400, code: 'entry-document-required' })
    const other = await site.asAdmin()
    const documentId = await aDocument()
    expect(await add({ ...legality, documentId }, other)).toMatchObject({ status: 404 })
    const { webpId } = await aPicture()
    expect(await add({ ...legality, documentId: webpId })).toMatchObject({ code: 'entry-document-type' })
    expect(await add({ ...legality, documentId })).toMatchObject({ status: 201 })
    // Nobody opens it by the address of its upload but who may read it.
    expect((await site.visitor().get(`/api/files/${documentId}`)).status).toBe(404)
    expect((await member.get(`/api/files/${documentId}`)).headers.get('content-security-policy')).toBe('sandbox')
  })
})

describe('a written announcement', () => {
  const text = 'Comrades,\n\n<script>alert("x")</script> & “the rest”\nsecond line'
  const news = { section: 'Whats New', kind: 'text', title: 'General Assembly <b>2026</b>', text }

  // Shows content-18
  test('has a page of its own, with a preview for those who share it, kept and cleared like the others', async () => {
    const { link } = await add({ ...news, picture: await aPicture() })
    expect(link.link).toBe('/news/general-assembly-b-2026-b')
    const page = (await site.visitor().get(link.link)).text
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; “the rest”')
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('General Assembly &lt;b&gt;2026&lt;/b&gt;')
    expect(page).toContain(`/share/${link.id}/preview.jpg`)
    expect(page).toMatch(/<link rel="canonical" href="[^"]+\/news\/general-assembly-b-2026-b"/)
    expect((await site.visitor().get(`/share/${link.id}/preview.jpg`)).headers.get('content-type')).toBe('image/jpeg')
    // Kept for minutes only: the announcement may be for members tomorrow.
    const picture = await site.visitor().get(link.picture!.webp)
    expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect((await site.visitor().get('/sitemap.xml')).text).toContain(`${link.link}</loc>`)

    // Once the menus of the page, too, have heard of the announcement.
    const isKept = async () => {
      const etag = (await site.visitor().get(link.link)).headers.get('etag') ?? ''
      return (await site.visitor().get(link.link, { 'if-none-match': etag })).status === 304
    }
    await expect.poll(isKept).toBe(true)
    const { link: edited } = await put(link.id, { ...news, title: 'Changed', text: 'Later words.', version: 1 })
    expect(edited).toMatchObject({ link: link.link, picture: link.picture })
    await expect.poll(async () => (await site.visitor().get(link.link)).text).toContain('Later words.')

    const before = await stored()
    expect((await put(link.id, { ...news, picture: null, version: 2 })).link.picture).toBeNull()
    expect(await stored()).toBe(before - 2)
    await admin.delete(`/api/links/${link.id}`)
    await expect.poll(async () => (await site.visitor().get(link.link)).status).toBe(404)
    expect((await site.visitor().get('/sitemap.xml')).text).not.toContain(link.link)
  })

  test('of a section for members is read by those who are signed in, picture and all', async () => {
    const { link } = await add({ ...news, section: 'Legalities', title: 'Resolution 7', picture: await aPicture() })
    expect(link.link).toBe('/announcements/resolution-7')
    expect(await member.get('/api/announcements/resolution-7')).toMatchObject({ status: 200, text })
    const visitor = site.visitor()
    expect((await visitor.get('/news/resolution-7')).status).toBe(404)
    expect((await visitor.get('/api/news/resolution-7')).status).toBe(404)
    expect((await visitor.get('/api/announcements/resolution-7')).status).toBe(401)
    expect((await visitor.get(link.link)).headers.get('location')).toContain('/login?next=/announcements/resolution-7')
    for (const address of [link.picture!.avif, link.picture!.webp]) {
      expect((await visitor.get(address)).status).toBe(404)
      expect((await member.get(address)).status).toBe(200)
    }
    expect((await visitor.get(`/share/${link.id}/preview.jpg`)).status).toBe(404)
    expect((await visitor.get('/sitemap.xml')).text).not.toContain('resolution-7')
    // Nobody's opening of an announcement is written down.
    const { rows } = await site.pool.query(`select from audit_log where action = 'document opened'`)
    expect(rows).toHaveLength(0)
  })

  test.each(['nothing', '%00', '..%2f', 'A', 'x'.repeat(300), '%E2%80%AE', ':id'])(
    'is not at /news/%s, and the page says so',
    async (slug) => {
      const answer = await site.visitor().get(`/news/${slug}`)
      expect([answer.status, answer.text.includes('Error 404')]).toEqual([404, true])
    },
  )

  test('two at once: each has an address, and of two edits the second is told', async () => {
    const other = await site.asAdmin()
    const same = { ...news, title: 'Twice' }
    const both = await Promise.all([add(same), add(same, other)])
    expect(both.map(({ link }) => link.link).toSorted()).toEqual(['/news/twice', '/news/twice-2'])
    const { id } = both[0].link
    const answers = await Promise.all([
      put(id, { ...same, text: 'Mine.', version: 1 }),
      put(id, { ...same, text: 'Yours.', version: 1 }, other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await put(id, { ...same, kind: 'link', link: '#', version: 2 })).toMatchObject({ code: 'entry-kind-fixed' })
  })

  test.each([
    { title: 'two\nlines' },
    { title: 'bell \u0007' },
    { title: 'turned \u202E round' },
    { text: 'turned \u202E round' },
    { text: 'nul \0' },
    { text: 'x'.repeat(20_001) },
    { picture: { avifId: 'x', webpId: 'y' } },
  ])('%j is refused', async (part) => {
    expect((await add({ ...news, ...part })).status).toBe(400)
  })

  test('of an event tells when and where, on its page and in the calendar', async () => {
    const startsAt = manila('2031-03-29', '08:00')
    const event = { ...news, section: 'Events', title: 'Muster', startsAt, place: 'Camp Aguinaldo, Quezon City' }
    const { link } = await add(event)
    const page = (await site.visitor().get(link.link)).text
    expect(page).toContain('Sat 29 March 2031, 8:00 AM (Manila)')
    expect(page).toContain('Camp Aguinaldo, Quezon City')
    const file = (await site.visitor().get(`/api/events/${link.id}/event.ics`)).text
    expect(file).toContain('LOCATION:Camp Aguinaldo\\, Quezon City')
    expect(file).toMatch(/URL:.*\/news\/muster/)
  })
})

describe('the files of a text', () => {
  const news = { section: 'Legalities', kind: 'text', title: 'Report' }

  test('are for its readers, stay while it names them, and go with it', async () => {
    const before = await stored()
    const picture = await aTextPicture()
    const document = await aDocument()
    const visitor = site.visitor()
    expect((await member.get(`/api/files/${picture}`)).status).toBe(404)
    const text = `# Report\n\n![At camp](file:${picture})\n\nSee [the by-laws](file:${document}).`
    const { link, status } = await add({ ...news, text })
    expect(status).toBe(201)
    for (const id of [picture, document]) {
      expect((await visitor.get(`/api/files/${id}`)).status).toBe(404)
      expect((await member.get(`/api/files/${id}`)).status).toBe(200)
    }
    expect((await put(link.id, { ...news, section: 'Whats New', text, version: 1 })).status).toBe(200)
    expect((await visitor.get(`/api/files/${picture}`)).headers.get('content-type')).toBe('image/webp')
    expect((await visitor.get(`/api/files/${document}`)).headers.get('content-disposition')).toMatch(/^attachment/)
    const without = `See [the by-laws](file:${document}).`
    expect((await put(link.id, { ...news, text: without, version: 2 })).status).toBe(200)
    expect((await member.get(`/api/files/${picture}`)).status).toBe(404)
    expect(await stored()).toBe(before + 1)
    expect((await admin.delete(`/api/links/${link.id}`)).status).toBe(200)
    expect(await stored()).toBe(before)
  })

  test('are those of who sent them, and of one text', async () => {
    const picture = await aTextPicture()
    const text = `![The camp](file:${picture})`
    expect(await add({ ...news, text }, await site.asAdmin())).toMatchObject({ status: 400, code: 'text-file-missing' })
    expect((await add({ ...news, text })).status).toBe(201)
    expect(await add({ ...news, title: 'Another', text })).toMatchObject({ code: 'text-file-missing' })
    const missing = `![The camp](file:${crypto.randomUUID()})`
    expect(await add({ ...news, text: missing })).toMatchObject({ code: 'text-file-missing' })
  })

  test('of a page are for everybody, and stay for its earlier versions', async () => {
    const picture = await aTextPicture('pages')
    const { content, version } = await admin.get<{ content: object; version: number }>('/api/pages/about')
    const history = `![Camp](file:${picture})`
    const save = (edit: object) => admin.put<{ version: number; code?: string }>('/api/pages/about', edit)
    const saved = await save({ content: { ...content, history }, version })
    expect(saved.status).toBe(200)
    expect((await site.visitor().get(`/api/files/${picture}`)).status).toBe(200)
    await expect.poll(async () => (await site.visitor().get('/about')).text).toContain(`/api/files/${picture}`)
    const again = await save({ content, version: saved.version })
    expect((await site.visitor().get(`/api/files/${picture}`)).status).toBe(200)
    expect((await save({ content: { ...content, history }, version: again.version })).status).toBe(200)
    const unknown = `![The camp](file:${crypto.randomUUID()})`
    expect(await save({ content: { ...content, history: unknown }, version: again.version + 1 })).toMatchObject({
      code: 'text-file-missing',
    })
  })

  // Shows content-46
  test('say what they show once they are published', async () => {
    const text = `![](file:${await aTextPicture()})`
    const refused = { status: 400, code: 'text-caption-missing' }
    expect(await add({ ...news, text })).toMatchObject(refused)
    expect((await add({ ...news, text, draft: true })).status).toBe(201)
    const { content, version } = await admin.get<{ content: object; version: number }>('/api/pages/about')
    expect(await admin.put('/api/pages/about', { content: { ...content, history: text }, version })).toMatchObject(
      refused,
    )
  })
})

describe('what is not published yet', () => {
  const event = { section: 'Events', kind: 'text', text: 'Come.', startsAt: manila('2031-03-29', '08:00') }
  const editing = async (id: string) => (await admin.get<{ link: Entry }>(`/api/links/${id}/editing`)).link

  /** Every way to it but the editors'. */
  async function waysTo(link: Entry, picture: string) {
    const visitor = site.visitor()
    const { links } = await member.get<{ links: Entry[] }>('/api/announcements')
    const { links: listed } = await visitor.get<{ links: Entry[] }>('/api/links?section=Events')
    return {
      page: (await visitor.get(link.link)).status,
      api: (await visitor.get(`/api${link.link}`)).status,
      memberApi: (await member.get(link.link.replace('/news/', '/api/announcements/'))).status,
      calendar: (await visitor.get(`/api/events/${link.id}/event.ics`)).status,
      share: (await visitor.get(`/share/${link.id}/preview.jpg`)).status,
      picture: (await member.get(link.picture!.webp)).status,
      inText: (await member.get(`/api/files/${picture}`)).status,
      forMembers: links.some(({ id }) => id === link.id),
      forVisitors: listed.some(({ id }) => id === link.id),
      home: (await visitor.get('/')).text.includes(link.title),
      sitemap: (await visitor.get('/sitemap.xml')).text.includes(link.link),
    }
  }
  const nowhere = { page: 404, api: 404, memberApi: 404, calendar: 404, share: 404, picture: 404, inText: 404, forMembers: false, forVisitors: false, home: false, sitemap: false } // prettier-ignore
  const everywhere = { page: 200, api: 200, memberApi: 200, calendar: 200, share: 200, picture: 200, inText: 200, forMembers: true, forVisitors: true, home: true, sitemap: true } // prettier-ignore

  async function make(form: object) {
    const picture = await aTextPicture()
    const { link } = await add({ ...event, text: `![The camp](file:${picture})`, picture: await aPicture(), ...form })
    return { link, picture }
  }

  test('a draft is seen by administrators alone, until one publishes it', async () => {
    const { link, picture } = await make({ title: 'Secret muster', draft: true })
    expect(await waysTo(link, picture)).toEqual(nowhere)
    expect(await editing(link.id)).toMatchObject({ draft: true, publishAt: null })
    const other = await site.asAdmin()
    expect((await other.get(`/api/files/${picture}`)).status).toBe(200)
    expect((await member.get(`/api/links/${link.id}/editing`)).status).toBe(403)
    await put(link.id, { ...event, title: 'Secret muster', text: `![The camp](file:${picture})`, version: 1 })
    await expect.poll(() => waysTo(link, picture)).toEqual(everywhere)
    const { createdAt, publishAt } = (await editing(link.id)) as Entry & { createdAt: number; publishAt: number }
    expect(createdAt).toBe(publishAt)
  })

  test('one with a time is there from that instant on, on kept pages too', async () => {
    const publishAt = Date.now() + 600_000
    const { link, picture } = await make({ title: 'Timed muster', publishAt })
    expect(await waysTo(link, picture)).toEqual(nowhere)
    time = publishAt - 1
    expect(await waysTo(link, picture)).toEqual(nowhere)
    time = publishAt
    expect(await waysTo(link, picture)).toEqual(everywhere)
    time = null
  })

  test('a document waits as well, and the log says so', async () => {
    const { link } = await add({
      section: 'Whats New',
      kind: 'document',
      title: 'Call for papers',
      documentId: await aDocument(),
      draft: true,
    })
    expect((await member.get(link.link)).status).toBe(404)
    expect((await admin.get(link.link)).status).toBe(200)
    const { rows } = await site.pool.query(
      `select entry::json -> 'detail' as detail from audit_log where subject = $1`,
      [link.id],
    )
    expect(rows).toMatchObject([{ detail: { draft: true } }])
  })
})
