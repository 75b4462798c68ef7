import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextEvent } from '#server/content/events.ts'
import { links } from '#server/db/schema.ts'
import { defaultSettings, settingsSchema } from '#shared/settings.ts'
import { manila } from '#shared/time.ts'
import { testSite } from '#tests/support/site.ts'

let now = manila('2030-03-29', '08:59')
const site = await testSite({ clock: { now: () => now } })
afterAll(() => site.stop())

// Shows content-16, content-17
test('links come newest first, by section; visitors get the two public ones', async () => {
  for (const [title, day] of [
    ['older', '2025-01-01'],
    ['newest', '2025-03-01'],
    ['old', '2025-02-01'],
  ] as const)
    await site.aLink({ section: 'Whats New', title, createdAt: Date.parse(day) })
  const visitor = site.visitor()
  const { links } = await visitor.get<{ links: { title: string }[] }>('/api/links?section=Whats%20New')
  expect(links.map(({ title }) => title)).toEqual(['newest', 'old', 'older'])
  for (const section of ['Legalities', 'Programs and Projects', 'Secrets', ''])
    expect((await visitor.get(`/api/links?section=${encodeURIComponent(section)}`)).status).toBe(400)
})

describe('events', () => {
  const event = (title: string, startsAt: number | null, values = {}) =>
    site.aLink({ section: 'Events', title, startsAt: startsAt === null ? null : startsAt, ...values })
  interface Listed {
    id: string
    title: string
    when: string | null
    over: boolean
  }
  const listed = async () => {
    const visitor = site.visitor()
    return (await visitor.get<{ links: Listed[] }>('/api/links?section=Events')).links
  }
  beforeAll(async () => {
    await site.db.delete(links)
    await event('Past', manila('2030-03-01', '08:00'))
    await event('Undated', null)
    await event('Later', manila('2030-06-12', '08:00'), { link: 'https://example.org/later' })
    await event('Today; "now", \\o/', manila('2030-03-29', '08:00'), {
      endsAt: manila('2030-03-29', '12:00'),
      place: 'Camp Aguinaldo',
      link: '#',
    })
  })

  // Shows content-45
  test('the next comes first and says when; the site’s clock decides what is over', async () => {
    now = manila('2030-03-29', '11:59')
    const [today, ...others] = await listed()
    expect(today).toMatchObject({ when: 'Fri 29 March 2030, 8:00 AM to 12:00 PM (Manila)', over: false })
    expect(others.map(({ title, over }) => [title, over])).toEqual([
      ['Later', false],
      ['Undated', false],
      ['Past', true],
    ])
    expect(await nextEvent(site, now)).toMatchObject({ title: today!.title, href: null })
    now = manila('2030-03-29', '12:00')
    expect((await listed()).map(({ title }) => title)).toEqual(['Later', 'Undated', today!.title, 'Past'])
    const startsAt = manila('2030-06-12', '08:00')
    expect(await nextEvent(site, now)).toEqual({
      title: 'Later',
      startsAt,
      place: '',
      href: 'https://example.org/later',
    })
    expect(await nextEvent(site, manila('2031-01-01'))).toBeNull()
  })

  test('anybody saves one to a calendar; what has no date, or is no event, is not there', async () => {
    const visitor = site.visitor()
    const all = await listed()
    const fileOf = (title: string) =>
      visitor.get(`/api/events/${all.find((one) => one.title.startsWith(title))!.id}/event.ics`)
    const reply = await fileOf('Today')
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const file = reply.text
    expect(file).toContain('\r\nSUMMARY:Today\\; "now"\\, \\\\o/\r\nLOCATION:Camp Aguinaldo\r\n')
    expect(file).toContain('\r\nDTSTART:20300329T000000Z\r\nDTEND:20300329T040000Z\r\n')
    expect((await fileOf('Later')).text).toContain('\r\nURL:https://example.org/later\r\n')
    expect((await fileOf('Undated')).status).toBe(404)
    expect((await visitor.get(`/api/events/${randomUUID()}/event.ics`)).status).toBe(404)
    expect((await visitor.get('/api/events/1/event.ics')).status).toBe(400)
  })
})

// Shows time-08
test('registration is open until the closing instant and closed from it on, by the server’s clock', async () => {
  const visitor = site.visitor()
  const open = async () => (await visitor.get<{ registrationOpen: boolean }>('/api/site')).registrationOpen
  now = manila('2030-03-29', '09:00') - 1
  expect(await open()).toBe(true)
  now = manila('2030-03-29', '09:00')
  expect(await open()).toBe(false)
})

// Shows content-27, content-42
test('a new site has the association’s own settings', () => {
  expect(defaultSettings).toMatchObject({
    shortName: 'ARRAPI',
    name: 'Association of Reservists and Reservist Administrators of the Philippines, Inc.',
    registrationFee: 150,
    registrationCloses: manila('2030-03-29', '09:00'),
    idPrefix: 'ARRAPI',
    ownPasswordToVote: false,
  })
})

test.each([
  { shortName: 'two\nlines' },
  { shortName: '' },
  { socialPages: 'javascript:alert(1)' },
  { contactEmail: 'nobody' },
  { contactPhone: 'abc' },
  { contactPhone: '123' },
  { registrationFee: -1 },
  { idPrefix: 'lower' },
  { contactPhone: '1'.repeat(40_000) },
])('settings with %j are refused', (changes) => {
  expect(settingsSchema.safeParse({ ...defaultSettings, ...changes }).success).toBe(false)
})

// Shows navigation-27, content-42
test('unset contacts are shown nowhere', async () => {
  const without = (await site.visitor().get('/')).text
  expect(without).not.toMatch(/mailto:|tel:|Ways to contact us/)
  await site.saveSettings({
    contactEmail: 'desk@example.org',
    contactPhone: '0917 123 4567',
    socialPages: 'https://example.org/us',
    walletName: 'Treasurer',
    walletAccount: '0917 000 1111',
    registrationFee: 175,
  })
  const withAll = (await site.visitor().get('/')).text.replaceAll('<!-- -->', '')
  for (const part of ['mailto:desk@example.org', 'tel:', 'https://example.org/us', '0917 000 1111', '175 pesos'])
    expect(withAll).toContain(part)
})
