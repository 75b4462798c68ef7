import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSettings, settingsSchema } from '#shared/settings.ts'
import { manila } from '#shared/time.ts'
import { aLink, saveSettings } from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/test-site.ts'

let now = manila('2030-03-29', '08:59')
let site: TestSite
beforeAll(async () => {
  site = await testSite({ clock: { now: () => now } })
})
afterAll(() => site.stop())

// Shows content-16, content-17
test('links come newest first, by section; visitors get the two public ones', async () => {
  for (const [title, day] of [
    ['older', '2025-01-01'],
    ['newest', '2025-03-01'],
    ['old', '2025-02-01'],
  ] as const)
    await aLink(site.deps, { section: 'Events', title, createdAt: new Date(day) })
  const visitor = site.visitor()
  const { links } = await visitor.json<{ links: { title: string }[] }>(visitor.get('/api/links?section=Events'))
  expect(links.map(({ title }) => title)).toEqual(['newest', 'old', 'older'])
  for (const section of ['Legalities', 'Programs and Projects', 'Secrets', ''])
    expect((await visitor.get(`/api/links?section=${encodeURIComponent(section)}`)).status).toBe(400)
})

// Shows time-08
test('registration is open until the closing instant and closed from it on, by the server’s clock', async () => {
  const visitor = site.visitor()
  const open = async () =>
    (await visitor.json<{ registrationOpen: boolean }>(visitor.get('/api/site'))).registrationOpen
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

// Shows content-31
test.each([
  { shortName: 'two\nlines' },
  { shortName: '' },
  { socialUrl: 'javascript:alert(1)' },
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
  const without = await (await site.visitor().get('/')).text()
  expect(without).not.toMatch(/mailto:|tel:|Ways to contact us/)
  await saveSettings(site.deps, {
    contactEmail: 'desk@example.org',
    contactPhone: '0917 123 4567',
    socialUrl: 'https://example.org/us',
    walletName: 'Treasurer',
    walletAccount: '0917 000 1111',
    registrationFee: 175,
  })
  const withAll = (await (await site.visitor().get('/')).text()).replaceAll('<!-- -->', '')
  for (const part of ['mailto:desk@example.org', 'tel:', 'https://example.org/us', '0917 000 1111', '175 pesos'])
    expect(withAll).toContain(part)
})
