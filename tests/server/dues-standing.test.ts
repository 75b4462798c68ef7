import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { duesExemptions, users } from '#server/db/schema.ts'
import { backGround } from '#server/members/card/back.ts'
import { colour } from '#server/members/card/elements.ts'
import { frontGround, frontText } from '#server/members/card/front.ts'
import { cardFacts, isValid } from '#server/members/card/open-card.ts'
import { findCard } from '#server/members/card/queries.ts'
import { standingKinds } from '#shared/members/dues/text.ts'
import type { ListedForAdmins } from '#shared/members/listing/listing.ts'
import { findPage, pages } from '#shared/pages.ts'
import { manila } from '#shared/time.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const now = manila('2026-03-10', '10:00')
const site = await testSite({
  clock: { now: () => now },
  env: { SMTP_URL: 'smtp://127.0.0.1:9' },
  holds: ['send emails'],
})
afterAll(() => site.stop())

/** Everybody joined long ago; the grace of 30 days began on 8 February. */
const someone = (lastName: string, duesPaidUntil: string | null, more: object = {}) =>
  site.asMember({ lastName, duesPaidUntil, email: `${lastName}@example.org`.toLowerCase(), ...more })
const people = {
  AHEAD: await someone('AHEAD', '2026-12-31'),
  LASTDAY: await someone('LASTDAY', '2026-03-10'),
  YESTERDAY: await someone('YESTERDAY', '2026-03-09'),
  GRACEENDS: await someone('GRACEENDS', '2026-02-08'),
  TOOLATE: await someone('TOOLATE', '2026-02-07'),
  NEVERPAID: await someone('NEVERPAID', null),
  BYNAME: await someone('BYNAME', null),
  BYSTATUS: await someone('BYSTATUS', '2020-12-31', {
    militaryStatus: 'Civilian Human Resource (CHR)',
    reservistType: null,
  }),
  JOINEDNOW: await someone('JOINEDNOW', null, { approvedAt: now }),
}
const expected = {
  good: ['AHEAD', 'JOINEDNOW', 'LASTDAY'],
  grace: ['GRACEENDS', 'YESTERDAY'],
  lapsed: ['NEVERPAID', 'TOOLATE'],
  exempt: ['BYNAME', 'BYSTATUS'],
}
const admin = await site.asAdmin()
const registrar = await site.asAdmin({}, 'long admin password', { jobs: ['membership'] })
const viewer = await site.asViewer()
await site.update(users, { id: viewer.id }, { duesPaidUntil: '2019-12-31', lastName: 'VIEWER' })
expected.lapsed.push('VIEWER')
await site.db
  .insert(duesExemptions)
  .values({ memberId: people.BYNAME.id, reason: 'A founder', givenBy: admin.id, givenAt: now })
beforeEach(() => site.saveSettings({ dues: aDuesPlan() }))

const namesIn = (text: string) =>
  Object.values(expected)
    .flat()
    .filter((name) => text.includes(name))
    .toSorted()
const listed = (who: Visitor, query: string) =>
  who.get<{ users: ListedForAdmins[]; count: number }>(`/api/members?${query}`)

describe('the filter', () => {
  test.each(standingKinds)(
    '%s means the same people in the list, the export, the cards and an email',
    async (standing) => {
      const { users: rows, count } = await listed(registrar, `standing=${standing}`)
      expect(rows.map(({ lastName }) => lastName).toSorted()).toEqual(expected[standing])
      expect(count).toBe(expected[standing].length)
      expect(namesIn((await registrar.get(`/api/members.csv?standing=${standing}&columns=last_name`)).text)).toEqual(
        expected[standing],
      )
      const cards = await registrar.get(`/api/cards.pdf?standing=${standing}`)
      expect([cards.status, cards.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringContaining(`cards-${count}.pdf`),
      ])
      const { reached, without } = await registrar.get<{ reached: number; without: Record<string, number> }>(
        `/api/mailing-recipients?standing=${standing}`,
      )
      expect(reached + Object.values(without).reduce((a, b) => a + b, 0)).toBe(count)
    },
  )

  test('is for who looks after members: others get the whole list, and no date with it', async () => {
    for (const who of [viewer, people.AHEAD]) {
      const all = await listed(who, 'standing=lapsed')
      expect(all.count).toBe(Object.values(expected).flat().length)
      expect(all.text).not.toMatch(/dues|paidUntil|2026-/)
    }
  })

  test('fits nobody while there are no dues, rather than everybody', async () => {
    await site.saveSettings({ dues: null })
    expect((await listed(registrar, 'standing=lapsed')).count).toBe(0)
    expect(await registrar.get('/api/mailing-recipients?standing=lapsed')).toMatchObject({ reached: 0 })
  })
})

test('the list says until when somebody has paid, also before the first payment', async () => {
  const { users: rows } = await listed(registrar, '')
  const duesOf = (name: string) => rows.find(({ lastName }) => lastName === name)?.dues
  expect(duesOf('AHEAD')).toEqual({ paidUntil: '2026-12-31', exempt: false })
  expect(duesOf('NEVERPAID')).toEqual({ paidUntil: '2024-12-31', exempt: false })
  expect(duesOf('BYNAME')).toMatchObject({ exempt: true })
})

describe('a profile', () => {
  test.each([
    ['AHEAD', { kind: 'good', until: '2026-12-31' }],
    ['GRACEENDS', { kind: 'grace', since: '2026-02-09', until: '2026-03-10' }],
    ['TOOLATE', { kind: 'lapsed', since: '2026-03-10' }],
    ['BYNAME', { kind: 'exempt' }],
  ] as const)('%s: for themselves and who looks after members', async (name, standing) => {
    const own = people[name]
    for (const who of [own, registrar])
      expect(await who.get(`/api/members/${own.id}`)).toMatchObject({ dues: { standing } })
    expect((await viewer.get(`/api/members/${own.id}`)).text).not.toMatch(/dues|A founder/)
    expect((await people.LASTDAY.get(`/api/members/${own.id}`)).status).toBe(403)
  })

  test('has a ledger for the treasury alone', async () => {
    const ledger = `/api/dues/members/${people.BYNAME.id}`
    expect(await admin.get(ledger)).toMatchObject({ exemption: { reason: 'A founder' } })
    for (const who of [registrar, viewer, people.BYNAME]) expect((await who.get(ledger)).status).toBe(403)
  })
})

describe('a card', () => {
  const tokenOf = async (id: string) => (await site.rowsOf(users, { id }))[0]!.cardToken
  test.each([
    ['AHEAD', { until: '2026-12-31' }, 'Valid until 31 December 2026'],
    ['YESTERDAY', { until: '2026-04-08' }, 'Valid until 8 April 2026'],
    ['TOOLATE', { lapsedSince: '2026-03-10' }, 'Not valid since 10 March 2026'],
    ['BYNAME', undefined, undefined],
  ] as const)(
    'of %s says how long it is valid: drawn, kept on the phone and checked',
    async (name, validity, words) => {
      const own = people[name]
      expect((await own.get('/api/card'))['validity']).toBe(words)
      expect((await site.visitor().get(`/api/cards/${await tokenOf(own.id)}`))['validity']).toEqual(validity)
      const settings = await site.settings()
      const facts = cardFacts((await findCard(site.db, settings.dues, own.id))!, settings, {
        publicUrl: '',
        withSignature: true,
        now,
      })
      const drawn = JSON.stringify(frontText(facts))
      const line = words?.toUpperCase().replace('NOT VALID ', '')
      expect(line ? drawn.includes(`"${line}"`) : !drawn.includes('VALID')).toBe(true)
      expect(drawn.includes('"MEMBER"')).toBe(name !== 'TOOLATE')
      expect(drawn.includes('"NOT VALID"')).toBe(name === 'TOOLATE')
      // Its last line has another ground.
      for (const ground of [frontGround, backGround])
        expect(ground(isValid(facts)).includes(colour.red)).toBe(name === 'TOOLATE')
      const page = (await site.visitor().get(`/card/${await tokenOf(own.id)}`)).text
      expect(page.includes(words ?? name)).toBe(true)
      expect(page.includes('Not in good standing')).toBe(name === 'TOOLATE')
    },
  )

  test('is foreseen before it is printed, as it is drawn', async () => {
    const { text } = await registrar.get(`/api/cards?ids=${Object.values(people).map(({ id }) => id)}`)
    const cards = JSON.parse(text) as { name: string; valid: boolean }[]
    expect(namesIn(cards.flatMap(({ name, valid }) => (valid ? [] : [name])).join())).toEqual(['NEVERPAID', 'TOOLATE'])
    expect(cards).toHaveLength(Object.keys(people).length)
  })

  test('of a member who left says that, and no date', async () => {
    const gone = await site.aMember({ lastName: 'GONE', duesPaidUntil: '2026-12-31', withdrawnAt: now })
    expect((await site.visitor().get(`/api/cards/${await tokenOf(gone.id)}`))['validity']).toBeUndefined()
  })
})

test('the home page and the menu say it to members alone', async () => {
  const mine = await people.TOOLATE.get<{ menu: { href: string }[]; lines: { name: string }[] }>('/api/home/mine')
  expect(mine.menu.map(({ href }) => href)).toContain('/dues')
  expect(mine.lines.map(({ name }) => name)).toContain('dues')
  expect((await admin.get('/api/home/mine')).text).not.toContain('/dues')
  expect((await people.TOOLATE.get('/dues')).status).toBe(200)
  expect((await admin.get('/dues')).headers.get('location')).toBe('/admin')
})

describe('without dues', () => {
  beforeEach(() => site.saveSettings({ dues: null }))

  test('no page and no answer has a word of them', async () => {
    const { id } = people.TOOLATE
    const paths = Object.values(pages)
      .map(({ path }) => path.replace(':id', path.startsWith('/member/') ? id : 'unknown'))
      // Where they are turned on they have a name.
      .filter((path) => !findPage(path)?.page.duesOnly && path !== pages.duesSettings.path)
    const answers = [
      'site',
      'home/mine',
      'members',
      `members/${id}`,
      'card',
      'my-data',
      'members.csv',
      'accounts/me',
      'admin/counts',
      'admin/dashboard',
    ]
    for (const who of [site.visitor(), people.TOOLATE, viewer, registrar, admin])
      for (const path of [...paths, ...answers.map((name) => `/api/${name}`)])
        expect(
          // Built files are named by their source.
          (await who.get(path)).text
            .replaceAll(/\/assets\/[^"]+/g, '')
            .match(/.{0,40}(?:\bdues\b|hasDues|paidUntil|good standing).{0,40}/i)?.[0],
          path,
        ).toBeUndefined()
  })

  test('their pages are not found', async () => {
    for (const who of [site.visitor(), people.TOOLATE, admin]) expect((await who.get('/dues')).status).toBe(404)
  })
})
