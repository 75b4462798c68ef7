import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#server/db/schema.ts'
import type { Check } from '#shared/check.ts'
import { manila } from '#shared/time.ts'
import { choicesFrom, vote, votingCloses, votingOpens } from '#tests/support/election.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

let now = votingOpens
const site = await testSite({ clock: { now: () => now } })
afterAll(() => site.stop())

const html = async (path: string, visitor = site.visitor()) => (await visitor.get(path)).text
interface Told {
  name: string
  menu: { label: string; href: string }[]
  strip: Pick<Check, 'sentence' | 'where'> | null
  stripUntil: number | null
  card: { memberId: string } | null
  lines: Pick<Check, 'sentence'>[]
}
const told = (who: Visitor) => who.get<Told>('/api/home/mine')

describe('the mark of a session', () => {
  const mark = (who: Visitor) => who.cookies.get('site.signed_in')
  const endSessions = (id: string) => site.db.delete(sessions).where(eq(sessions.userId, id))

  test('is set with the session, says which home fits, and can be read by scripts', async () => {
    const admin = await site.anAdmin()
    const people = {
      member: await site.aMember(),
      admin,
      observer: await site.anObserver(await site.theElection(), admin),
    }
    for (const [home, person] of Object.entries(people)) {
      const visitor = site.visitor()
      const login = { login: person.serial || person.email, password: person.password }
      const lines = (await visitor.post('/api/accounts/login', login)).headers.getSetCookie()
      expect(lines.filter((line) => line.startsWith('site.signed_in='))).toEqual([
        `site.signed_in=${home}; Max-Age=43200; Path=/; SameSite=Lax`,
      ])
    }
    const viewer = await site.asViewer()
    await viewer.get('/api/accounts/me')
    expect(mark(viewer)).toBe('member')
  })

  test('goes with the session: by logging out, and with the first refusal when it ended elsewhere', async () => {
    const member = await site.aMember()
    const [here, there] = [await site.signedIn(member), await site.signedIn(member)]
    await here.post('/api/accounts/logout')
    expect(mark(here)).toBeUndefined()
    expect(mark(there)).toBe('member')
    await endSessions(member.id)
    expect((await there.get('/api/accounts/me')).status).toBe(401)
    expect(mark(there)).toBeUndefined()
    // Nor does a visitor get one, or a line that takes away what was never there.
    expect((await there.get('/api/accounts/me')).headers.getSetCookie()).toEqual([])
  })

  test('comes back where it is missing or wrong, for as long as the session lasts', async () => {
    const visitor = await site.asMember()
    await site.pool.query(
      `update sessions set expires_at = now() + interval '11 hours 30 minutes' where user_id = $1`,
      [visitor.id],
    )
    for (const wrong of [null, 'admin', 'member2', '']) {
      if (wrong === null) visitor.cookies.delete('site.signed_in')
      else visitor.cookies.set('site.signed_in', wrong)
      const [line] = (await visitor.get('/api/home/mine')).headers.getSetCookie()
      expect(line).toMatch(/^site\.signed_in=member; Max-Age=(41400|4139\d); Path=\/; SameSite=Lax$/)
    }
    expect((await visitor.get('/api/home/mine')).headers.getSetCookie()).toEqual([])
  })

  test('opens nothing, and changes nothing of a public page', async () => {
    const forger = site.visitor()
    forger.cookies.set('site.signed_in', 'admin')
    expect((await forger.get('/admin')).headers.get('location')).toContain('/login')
    forger.cookies.set('site.signed_in', 'admin')
    expect((await forger.get('/api/home/mine')).status).toBe(401)
    const member = await site.asMember()
    for (const path of ['/', '/about', '/election', '/contact'])
      for (let time = 0; time < 2; time++) expect(await html(path, member)).toBe(await html(path))
  })
})

describe('what is told to whoever is signed in', () => {
  // Shows navigation-40
  test('the name as one is greeted, and the pages of their own', async () => {
    const member = await site.aMember({ firstName: 'MA. TERESA' })
    expect(await told(await site.signedIn(member))).toMatchObject({
      status: 200,
      name: 'Ma. Teresa',
      card: { memberId: member.id },
      menu: [{ href: `/member/${member.id}` }, { href: `/member/${member.id}#card` }, {}, { href: '/my-data' }, {}, {}],
    })
    const admin = await site.anAdmin()
    expect(await told(await site.signedIn(admin))).toMatchObject({
      card: null,
      lines: [{ sentence: expect.stringMatching(/dashboard/) }],
    })
    const observer = await site.anObserver(await site.theElection(), admin)
    expect(await told(await site.signedIn(observer))).toMatchObject({ card: null, menu: [{ href: '/observe' }, {}] })
    expect((await site.visitor().get('/api/home/mine')).status).toBe(401)
  })

  test('what is missing in their record', async () => {
    const visitor = await site.asMember({ region: null })
    now = manila('2025-02-01')
    const lines = async () => (await told(visitor)).lines.map(({ sentence }) => sentence.split(/[.:]/)[0])
    expect(await lines()).toEqual([
      'Nominations open on 1 March 2025, 12',
      'Choose your own password',
      'Your region is missing',
    ])
    await site.update(users, { id: visitor.id }, { region: 'NCR', ownPassword: true })
    expect(await lines()).toEqual(['Nominations open on 1 March 2025, 12'])
  })
})

test('home names the next event', async () => {
  const visitor = await site.asMember({}, 'a password of my own')
  now = manila('2025-02-01')
  const startsAt = manila('2025-02-08', '09:00')
  await site.aLink({ section: 'Events', title: 'Assembly', link: 'https://example.org/assembly', startsAt })
  expect((await told(visitor)).lines[1]).toMatchObject({
    sentence: 'Assembly: 8 February 2025, 9:00 AM (Manila)',
    where: { label: 'Open', href: 'https://example.org/assembly' },
  })
  now = manila('2025-03-01')
  expect(JSON.stringify((await told(visitor)).lines)).not.toContain('Assembly')
})

describe('the strip of the election', () => {
  const open = 'Voting is open until 5:00 PM'
  const over = 'Voting is over. The ballots are being counted.'

  test('no cached page says "open" before the opening or after the close, or keeps quiet between', async () => {
    const paths = ['/', '/login', '/election', '/nowhere']
    const says = async (words: string) => {
      const pages = await Promise.all(paths.map((path) => html(path)))
      return pages.map((page) => page.includes(words))
    }
    const all = paths.map(() => true)
    const none = paths.map(() => false)
    now = votingOpens - 1
    expect(await says(open)).toEqual(none)
    now = votingOpens
    expect(await says(open)).toEqual(all)
    now = votingCloses - 1
    expect(await says(open)).toEqual(all)
    now = votingCloses
    expect(await says(open)).toEqual(none)
    // Nobody voted.
    expect(await says(over)).toEqual(none)
  })

  test('offers the ballot to whoever is on the roll and has not voted, until the very close', async () => {
    now = votingOpens
    const slate = await site.aSlate(4)
    const election = await site.theElection()
    const [voter, other] = [await site.asMember(), await site.asMember()]
    const strip = async (who: Visitor) => {
      const { strip: line } = await told(who)
      return line && [line.sentence.replace(/ of \d+ /, ' of M '), line.where?.label].filter(Boolean).join(' | ')
    }
    expect(await strip(other)).toBe(`${open}\u00a0· 0 of M have voted | Vote`)
    expect((await vote(voter, election, { choices: choicesFrom(slate) })).status).toBe(201)
    expect(await strip(voter)).toBe('You have voted. Thank you. | Results')
    expect(await strip(other)).toBe(`${open}\u00a0· 1 of M has voted | Vote`)

    // The roll is frozen by now: whoever joins later is not on it.
    const applicant = await site.anApplicant()
    const desk = await site.asAdmin()
    expect((await desk.post('/api/approvals', { applicants: [{ id: applicant.id, version: 1 }] })).status).toBe(200)
    const late = await site.signedIn(applicant)
    expect(await strip(late)).toBe(
      `${open}\u00a0· You are not on the list of voters this time. You can vote in the next election.`,
    )
    expect((await told(late)).lines[0]?.sentence).toContain('not on the list of voters')
    expect((await told(late)).menu.find(({ label }) => label === 'Election')?.href).toBe('/election')
    expect((await told(other)).menu.find(({ label }) => label === 'Election')?.href).toBe('/vote')

    now = votingCloses - 1
    expect(await strip(other)).toContain('Vote')
    expect((await told(other)).stripUntil).toBe(votingCloses)
    now = votingCloses
    for (const who of [voter, other, late]) expect(await strip(who)).toBe(`${over} | Results`)
    expect(JSON.stringify(await told(other))).not.toContain('"/vote"')
    expect((await told(voter)).lines[0]?.sentence).toBe(
      'Your ballot was received. The ballots are being counted. With your receipt you can see whom you chose.',
    )
    expect(await html('/about')).toContain(over)
  })
})
