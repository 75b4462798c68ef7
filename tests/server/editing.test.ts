import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/audit.ts'
import { defaultAbout, defaultHome } from '#shared/content/defaults.ts'
import { defaultSettings } from '#shared/settings.ts'
import { manila } from '#shared/time.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin()
afterAll(() => site.stop())

const put = (path: string, body: unknown, by = admin) =>
  by.put<{ version?: number; code?: string; message?: string; fields?: Record<string, string> }>(path, body)
const home = (title: string, version: number) => ({ content: { title, content: 'Welcome.' }, version })

describe('the texts of home and about', () => {
  beforeEach(() => site.pool.query('truncate pages, page_versions'))

  // Shows public-02, public-15
  test('begin with the defaults and are seen by everyone once saved', async () => {
    expect(await admin.get('/api/pages/home')).toMatchObject({ content: defaultHome, version: 0 })
    expect(await admin.get('/api/pages/about')).toMatchObject({ content: defaultAbout, version: 0 })
    expect(await put('/api/pages/home', home('First words', 0))).toMatchObject({ status: 200, version: 1 })
    await expect.poll(async () => (await site.visitor().get('/')).text.includes('First words')).toBe(true)
  })

  test('two administrators: the second to save is told, and nothing is overwritten', async () => {
    const other = await site.asAdmin()
    const { version = 0 } = await admin.get<{ version?: number }>('/api/pages/home')
    const answers = await Promise.all([
      put('/api/pages/home', home('Mine', version)),
      put('/api/pages/home', home('Yours', version), other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'edited-meanwhile' })
    const winner = answers[0]!.status === 200 ? 'Mine' : 'Yours'
    expect(await admin.get('/api/pages/home')).toMatchObject({ content: { title: winner }, version: version + 1 })
  })

  test('two first saves at once: one holds', async () => {
    const about = { content: { ...defaultAbout, history: 'Ours' }, version: 0 }
    const answers = await Promise.all([1, 2, 3].map(() => put('/api/pages/about', about)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('earlier versions are kept with who saved them and when', async () => {
    await put('/api/pages/home', home('First words', 0))
    await put('/api/pages/home', home('Other words', 1))
    const { versions } = await admin.get<{
      versions: { version: number; content: { title: string }; savedBy: string; savedAt: number }[]
    }>('/api/pages/home/versions')
    expect(versions.length).toBeGreaterThanOrEqual(2)
    expect(versions.at(-1)).toMatchObject({
      version: 1,
      content: { title: 'First words' },
      savedBy: expect.stringContaining('@'),
    })
    const restored = await put('/api/pages/home', { content: versions.at(-1)!.content, version: versions[0]!.version })
    expect(restored).toMatchObject({ status: 200, content: { title: 'First words' } })
  })

  test('an emptied text falls back to the default', async () => {
    const { version = 0 } = await admin.get<{ version?: number }>('/api/pages/about')
    await put('/api/pages/about', { content: { history: '', vision: 'Ours to see', mission: '' }, version })
    expect(await admin.get('/api/pages/about')).toMatchObject({
      content: { history: defaultAbout.history, vision: 'Ours to see', mission: defaultAbout.mission },
    })
  })

  test.each([
    [{ title: '', content: 'x' }, 'content.title'],
    [{ title: 'x'.repeat(121), content: 'x' }, 'content.title'],
    [{ title: 'x\u0007', content: 'x' }, 'content.title'],
    [{ title: 'x', content: 'x'.repeat(2001) }, 'content.content'],
    [{ title: 'x' }, 'content.content'],
  ])('%j is refused with its field', async (content, field) => {
    const answer = await put('/api/pages/home', { content, version: 0 })
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([400, [field]])
  })
})

describe('links', () => {
  type Link = { id: string; section: string; title: string; link: string; version: number }
  const add = (form: unknown) => admin.post<{ link: Link; message?: string; code?: string }>('/api/links', form)
  const events = { section: 'Events', title: 'Assembly', link: 'https://example.org/a' }

  // Shows content-24
  test('are added, edited and deleted', async () => {
    const { link, status } = await add(events)
    expect(status).toBe(201)
    expect(
      await put(`/api/links/${link.id}`, { ...events, title: 'General assembly', version: link.version }),
    ).toMatchObject({ status: 200, link: { title: 'General assembly', version: 2 } })
    expect(await put(`/api/links/${link.id}`, { ...events, title: 'Stale', version: link.version })).toMatchObject({
      status: 409,
    })
    expect((await admin.delete(`/api/links/${link.id}`)).status).toBe(200)
    expect((await admin.delete(`/api/links/${link.id}`)).status).toBe(404)
    expect(await put(`/api/links/${link.id}`, { ...events, version: 2 })).toMatchObject({ status: 404 })
  })

  // Shows content-15, content-19, content-21
  test.each([
    [{ ...events, title: '' }, 'All fields are required'],
    [{ ...events, section: '' }, 'All fields are required'],
    [{ ...events, link: ' ' }, 'All fields are required'],
    [{ ...events, link: 'javascript:alert(1)' }, 'Please enter a valid URL or a hash (#) if no URL provided'],
    [{ ...events, link: 'data:text/html,x' }, 'Please enter a valid URL or a hash (#) if no URL provided'],
    [{ ...events, link: '/about' }, 'Please enter a valid URL or a hash (#) if no URL provided'],
    [{ ...events, link: 'example.org' }, 'Please enter a valid URL or a hash (#) if no URL provided'],
  ])('%j: %s', async (form, message) => {
    expect(await add(form)).toMatchObject({ status: 400, message })
  })

  test('events take a date and a place, and lose them again; other links have none', async () => {
    const startsAt = manila('2030-06-12', '08:00')
    const dated = { ...events, link: '#', startsAt, endsAt: startsAt + 1, place: ' Cebu ' }
    const { link } = await add(dated)
    expect(link).toMatchObject({ startsAt, endsAt: startsAt + 1, place: 'Cebu', link: '#' })
    expect(await put(`/api/links/${link.id}`, { ...events, version: 1 })).toMatchObject({
      status: 200,
      link: { startsAt: null, endsAt: null, place: '' },
    })
    for (const [form, message] of [
      [{ ...dated, section: 'Legalities' }, 'Only events have a date and a place'],
      [{ ...dated, startsAt: null }, 'Please enter when the event starts'],
      [{ ...dated, endsAt: startsAt }, 'The end must be after the start'],
    ] as const)
      expect(await add(form)).toMatchObject({ status: 400, message })
    for (const time of [1e300, -1, 'soon', 0.5]) expect((await add({ ...events, startsAt: time })).status).toBe(400)
    expect((await add({ ...dated, place: 'two\nlines' })).status).toBe(400)
  })

  // Shows content-23
  test('a bad address on edit has its own sentence', async () => {
    const { link } = await add(events)
    expect(await put(`/api/links/${link.id}`, { ...events, link: 'nowhere', version: 1 })).toMatchObject({
      status: 400,
      message: 'Please enter a valid URL or hash link',
    })
  })

  // Shows content-17
  test('all sections are for those who are signed in', async () => {
    await add({ ...events, section: 'Legalities', title: 'By-laws', link: '#' })
    const { links } = await admin.get<{ links: Link[] }>('/api/announcements')
    expect(links.map(({ title }) => title)).toContain('By-laws')
    expect((await site.visitor().get('/api/announcements')).status).toBe(401)
  })
})

describe('leaders', () => {
  type Leader = {
    id: string
    group: string
    name: string
    order: number
    version: number
    photo: { avif: string; webp: string } | null
  }
  const person = (name: string, group = 'Board of Trustees') => ({ group, name, rank: 'COL', position: 'Trustee' })
  const read = async () => (await admin.get<{ leaders: Leader[] }>('/api/leaders')).leaders
  const board = async () =>
    (await read()).filter(({ group }) => group === 'Board of Trustees').map(({ name, order }) => `${order} ${name}`)
  beforeEach(() => site.pool.query('delete from leaders'))

  // Shows content-33
  test('take the next place, also when added at once, and keep it in order', async () => {
    await Promise.all(['A', 'B', 'C', 'D'].map((name) => admin.post('/api/leaders', person(name))))
    const people = await read()
    expect(people.map(({ order }) => order)).toEqual([1, 2, 3, 4])
    const reversed = people.map(({ id }) => id).toReversed()
    expect(await put('/api/leaders/order', { group: 'Board of Trustees', ids: reversed })).toMatchObject({
      status: 200,
    })
    expect((await read()).map(({ id }) => id)).toEqual(reversed)
    expect(await put('/api/leaders/order', { group: 'Board of Trustees', ids: reversed.slice(1) })).toMatchObject({
      status: 409,
    })
  })

  test('leave no gap when one goes or changes group', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await admin.post('/api/leaders', person(name))
    const [first, second] = await read()
    expect(
      await put(`/api/leaders/${second!.id}`, { ...person('Moved', 'Officers'), version: second!.version }),
    ).toMatchObject({ status: 200 })
    await admin.delete(`/api/leaders/${first!.id}`)
    expect((await board()).map((line) => line[0])).toEqual(['1', '2'])
    expect(await put(`/api/leaders/${second!.id}`, { ...person('Stale'), version: second!.version })).toMatchObject({
      status: 409,
    })
  })

  // Shows public-22
  test('have a photo on the page, whose files go when it is replaced or its person deleted', async () => {
    const { leaders } = await admin.post<{ leaders: Leader[] }>('/api/leaders', {
      ...person('With a photo', 'Officers'),
      photo: await aPhoto('red'),
    })
    const { id, version, photo } = leaders.find(({ name }) => name === 'With a photo')!
    const first = [photo!.avif, photo!.webp]
    const typesOf = (addresses: string[]) =>
      Promise.all(
        addresses.map(async (address) => {
          const { status, headers } = await site.visitor().get(address)
          return status === 200 ? headers.get('content-type') : status
        }),
      )
    const stored = async () => (await readdir(join(site.dataDir, 'files'), { recursive: true })).length
    expect(await typesOf(first)).toEqual(['image/avif', 'image/webp'])
    await expect.poll(async () => (await site.visitor().get('/leadership')).text).toContain(`src="${photo!.webp}"`)

    const before = await stored()
    const changed = { ...person('With a photo', 'Officers'), version, photo: await aPhoto('blue') }
    expect((await put(`/api/leaders/${id}`, changed)).status).toBe(200)
    expect(await typesOf(first)).toEqual([404, 404])
    expect(await stored()).toBe(before)

    expect((await admin.delete(`/api/leaders/${id}`)).status).toBe(200)
    expect(await stored()).toBe(before - 2)
  })

  test('need a name and a position', async () => {
    const answer = await admin.post('/api/leaders', { ...person(''), position: '' })
    expect(answer).toMatchObject({
      status: 400,
      fields: { name: 'Name is required', position: 'Position is required' },
    })
  })
})

describe('settings', () => {
  beforeEach(() => site.pool.query('delete from settings'))

  // Shows content-29, audit-05
  test('are saved over the version they were read at, and logged with what was before, but for what may be a person’s', async () => {
    expect(await admin.get('/api/settings')).toMatchObject({ settings: defaultSettings, version: 0 })
    const changed = {
      ...defaultSettings,
      contactPhone: '0917 555 0000',
      contactEmail: 'trusted@example.org',
      walletName: 'Maria Wallet',
      registrationFee: 200,
    }
    expect(await put('/api/settings', { settings: changed, version: 0 })).toMatchObject({ status: 200, version: 1 })
    expect(await put('/api/settings', { settings: defaultSettings, version: 0 })).toMatchObject({ status: 409 })
    expect(await admin.get('/api/settings')).toMatchObject({ settings: { contactPhone: '0917 555 0000' }, version: 1 })
    await expect
      .poll(async () => (await site.visitor().get('/api/site')) as object)
      .toMatchObject({ contactPhone: '0917 555 0000' })
    const { rows } = await site.pool.query<{ entry: string }>(
      `select entry from audit_log where action = 'settings changed'`,
    )
    expect(JSON.parse(rows[0]!.entry)).toMatchObject({
      detail: {
        changed: 'contactEmail, contactPhone, walletName, registrationFee',
        'before.registrationFee': 150,
        'after.registrationFee': 200,
      },
    })
    expect(rows.map(({ entry }) => entry).join()).not.toMatch(/0917|trusted@|Maria/)
  })

  test('with a bad field are refused with its sentence', async () => {
    const answer = await put('/api/settings', {
      settings: { ...defaultSettings, socialPages: 'javascript:alert(1)' },
      version: 1,
    })
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([400, ['settings.socialPages']])
  })
})

// Found by attacking the editors; each failed once.
test.each([
  ['/api/pages/home', { content: { title: 'x\ud800', content: 'y' }, version: 0 }],
  ['/api/settings', { settings: { ...defaultSettings, name: 'x\ud800' }, version: 0 }],
  ['/api/settings', { settings: { ...defaultSettings, name: '\u200b' }, version: 0 }],
  ['/api/settings', { settings: { ...defaultSettings, name: '\u202Eabc' }, version: 0 }],
  ['/api/settings', { settings: { ...defaultSettings, socialPages: 'https://exa\nmple' }, version: 0 }],
  ['/api/settings', { settings: { ...defaultSettings, registrationCloses: 9e15 }, version: 0 }],
  ['/api/settings', { settings: defaultSettings, version: 2 ** 40 }],
  ['/api/pages/home', { content: { title: 'x', content: 'y' }, version: 2 ** 31 - 1 }],
])('%s refuses %j', async (path, body) => {
  expect((await put(path, body)).status).toBe(400)
})

type Pair = { avifId: string; webpId: string }
/** A picture that was sent and that no leader has yet. */
async function aPhoto(background: string): Promise<Pair> {
  const { default: sharp } = await import('sharp')
  const picture = await sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const { status, avifId, webpId } = await admin.put<Pair>('/api/leader-photos', picture)
  expect(status).toBe(201)
  return { avifId, webpId }
}

test('a leader’s photo takes each format in its place', async () => {
  const { avifId, webpId } = await aPhoto('red')
  const leader = { group: 'Officers', name: 'N', rank: '', position: 'P' }
  expect((await admin.post('/api/leaders', { ...leader, photo: { avifId: webpId, webpId: avifId } })).status).toBe(404)
  expect((await admin.post('/api/leaders', { ...leader, photo: { avifId, webpId } })).status).toBe(201)
})

test('search engines find the public pages and nothing else', async () => {
  const visitor = site.visitor()
  const sitemap = (await visitor.get('/sitemap.xml')).text
  expect(sitemap).toContain('/</loc>')
  expect(sitemap).not.toMatch(/login|admin|member|reset/)
  expect((await visitor.get('/robots.txt')).text).toMatch(/Disallow: \/api\/[\s\S]+Sitemap: http/)
})

// Shows audit-07
test('each edit of a page, a link or a leader is on record, with who made it', async () => {
  const by = await site.asAdmin()
  const { version } = await by.get<{ version: number }>('/api/pages/home')
  await put('/api/pages/home', home('On record', version), by)
  const link = { section: 'Events', title: 'On record', link: '#' }
  const { link: added } = await by.post<{ link: { id: string; version: number } }>('/api/links', link)
  await put(`/api/links/${added.id}`, { ...link, title: 'Changed', version: added.version }, by)
  await by.delete(`/api/links/${added.id}`)
  const leader = { group: 'Officers', name: 'On record', rank: '', position: 'P' }
  const { leaders } = await by.post<{ leaders: { id: string; group: string; name: string; version: number }[] }>(
    '/api/leaders',
    leader,
  )
  const officers = leaders.filter(({ group }) => group === 'Officers')
  const { id, version: first } = officers.find(({ name }) => name === 'On record')!
  await put('/api/leaders/order', { group: 'Officers', ids: officers.map(({ id }) => id) }, by)
  await put(`/api/leaders/${id}`, { ...leader, position: 'Q', version: first }, by)
  await by.delete(`/api/leaders/${id}`)
  const { rows } = await site.pool.query<{ action: string; subject: string }>(
    'select action, subject from audit_log where actor = $1 order by seq',
    [by.id],
  )
  expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
    ['page edited', 'home'],
    ['link added', added.id],
    ['link edited', added.id],
    ['link deleted', added.id],
    ['leader added', id],
    ['leaders reordered', 'officers'],
    ['leader edited', id],
    ['leader deleted', id],
  ])
})

test('everything above is on record', async () => {
  expect(await verifyAudit(site.db)).toMatchObject({ ok: true })
})
