import { generate } from 'otplib'
import { afterAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '#server/accounts/change-password.ts'
import { pages } from '#shared/pages.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { type Answer, testSite } from '#tests/support/site.ts'
import { forgotText, loginNoticeText, loginReason } from '#web/accounts/text.ts'

const site = await testSite()
afterAll(() => site.stop())

describe('after the login one lands on the page asked for', () => {
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  const place = async (answer: Promise<Answer>) => (await answer).headers.get('location')
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

  test('the guard says which, with its query, and the login page is the same page for all', async () => {
    const visitor = site.visitor()
    expect(await place(visitor.get('/announcements'))).toBe('/login?next=/announcements')
    expect(await place(visitor.get('/members?approval=true&page=2'))).toBe(
      '/login?next=/members%3Fapproval%3Dtrue%26page%3D2',
    )
    expect(await place(visitor.get('/members?x=%0d%0aset-cookie:a'))).toBe('/login')
    // From the cache, which an edit may clear between the two.
    const etag = async (path: string) => (await visitor.get(path)).headers.get('etag')
    for (const [path, same] of [
      ['/login?next=/announcements?page=2', '/login?next=/announcements'],
      ['/login?next=/member/7', '/login?next=/member/8'],
      ['/login?next=//evil.example', '/login'],
    ] as const)
      await expect.poll(async () => (await etag(path)) === (await etag(same)), { message: path }).toBe(true)
  })

  test('the login page is drawn by what its address says, also without scripts', async () => {
    const drawn = async (query: string) => (await site.visitor().get(`/login?${query}`)).text
    const { title, lostSerial } = forgotText
    expect(await drawn('step=forgot')).toContain(`>${title}</h1>`)
    expect(await drawn('step=forgot&lost=serial')).toContain(`>${lostSerial.title}</h1>`)
    expect(await drawn('out')).not.toContain(loginNoticeText.cardRemoved)
    expect(await drawn('out&card')).toContain(loginNoticeText.cardRemoved)
    expect(await drawn('step=forgot&lost=anything')).toContain(`>${title}</h1>`)
  })

  test('the login page says what it is for, for every page that asks for a login', async () => {
    await site.saveSettings({ dues: aDuesPlan() })
    for (const page of Object.values(pages).filter(({ access }) => access !== 'public')) {
      const path = page.path.replace(':id', '7')
      const address = (await place(site.visitor().get(path))) ?? ''
      expect(address).toBe(`/login?next=${path}`)
      const reason = loginReason(path) ?? 'none'
      expect(reason).toMatch(/^Log in (to|as) [\w ,.-]+\.$/)
      expect((await site.visitor().get(address)).text, path).toContain(reason)
    }
    expect(loginReason('/about')).toBeNull()
    expect(loginReason('//evil.example')).toBeNull()
  })

  test('who is logged in already is sent on from the login page, which stays cached for everybody else', async () => {
    const member = await site.asMember()
    const admin = await site.asAdmin()
    const visitor = site.visitor()
    expect((await visitor.get('/login')).status).toBe(200)
    expect(await place(member.get('/login'))).toBe('/')
    expect(await place(member.get('/login?next=/vote'))).toBe('/vote')
    expect(await place(member.get('/login?next=//evil.example'))).toBe('/')
    expect(await place(member.get('/login?next=/admin'))).toBe('/')
    expect(await place(member.get('/login?out'))).toBe('/')
    expect(await place(admin.get('/login'))).toBe('/admin')
    expect(await place(admin.get('/login?step=forgot'))).toBe('/admin')
    // What is said to them there is said.
    for (const stays of ['?out=failed', '?step=two-factor', '?changed'])
      expect((await member.get(`/login${stays}`)).status, stays).toBe(200)
    // The cached page is nobody's: it comes with or without a cookie that is no session.
    visitor.cookies.set('site.session_token', 'forged.value')
    // What a change just now made stale may be rendered between the two.
    const both = async () => [await visitor.get('/login'), await site.visitor().get('/login')]
    const etags = async () => new Set((await both()).map(({ status, headers }) => `${status} ${headers.get('etag')}`))
    await expect.poll(async () => (await etags()).size).toBe(1)
  })

  test('the plain form keeps it through a refusal', async () => {
    const member = await site.aMember()
    const visitor = site.visitor()
    const refused = visitor.post('/login?next=/members', form({ login: member.serial, password: 'wrong' }), asForm)
    expect(await place(refused)).toBe('/login?next=/members&error=wrong-credentials')
    const letIn = visitor.post(
      '/login?error=wrong-credentials&next=/members',
      form({ login: member.serial, password: member.password }),
      asForm,
    )
    expect(await place(letIn)).toBe('/redirect?next=/members')
    expect(await place(visitor.get('/redirect?next=/members'))).toBe('/members')
    expect(await place(visitor.get('/redirect'))).toBe(`/member/${member.id}`)
    const forgot = visitor.post('/login?next=/members', form({ step: 'forgot', login: 'NOBODY-9' }), asForm)
    expect(await place(forgot)).toBe('/login?step=forgot&sent&next=/members')
  })

  test('and through the second step', async () => {
    const owner = await site.asMember()
    const { secret } = await owner.post('/api/accounts/two-factor/start', { password: owner.password, name: 'phone' })
    await owner.post('/api/accounts/two-factor/confirm', { code: await generate({ secret }) })
    const visitor = site.visitor()
    const first = visitor.post('/login?next=/security', form({ login: owner.serial, password: owner.password }), asForm)
    expect(await place(first)).toBe('/login?step=two-factor&next=/security')
    const wrong = visitor.post('/login?step=two-factor&next=/security', form({ step: 'two-factor', code: '1' }), asForm)
    expect(await place(wrong)).toBe('/login?step=two-factor&next=/security&error=two-factor-wrong')
    const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
    const second = visitor.post('/login?step=two-factor&next=/security', form({ step: 'two-factor', code }), asForm)
    expect(await place(second)).toBe('/redirect?next=/security')
    expect(await place(visitor.get('/redirect?next=/security'))).toBe('/security')
  })

  // Shows password-25
  test('who chooses a password while logged in stays so, and goes on to the profile; by a link, to the login', async () => {
    const member = await site.aMember()
    const [here, elsewhere] = [await site.signedIn(member), await site.signedIn(member)]
    const chosen = form({ password: 'tatlong bituin', confirm: 'tatlong bituin' })
    expect(await place(here.post('/reset-password', chosen, asForm))).toBe('/profile?changed')
    expect(await place(here.get('/profile?changed'))).toBe(`/member/${member.id}?changed`)
    expect(await place(elsewhere.get('/profile?changed'))).toBe('/login?ended&next=/profile%3Fchanged')
    const admin = await site.asAdmin()
    const longest = 'tatlong bituin sa langit'
    const longer = form({ password: longest, confirm: longest, present: admin.password })
    expect(await place(admin.post('/reset-password', longer, asForm))).toBe('/security?changed')
    const link = new URL(await makePasswordLink(site, member.id, 60))
    expect(await place(site.visitor().post(link.pathname + link.search, chosen, asForm))).toBe('/login?changed')
  })

  test('who may not open it lands on their own place, as always', async () => {
    const [member, other] = [await site.aMember(), await site.aMember()]
    const visitor = await site.signedIn(member)
    for (const next of ['/admin', `/member/${other.id}`, '/about', '/no-such-page', '/login', ''])
      expect(await place(visitor.get(`/redirect?next=${encodeURIComponent(next)}`)), next).toBe(`/member/${member.id}`)
    expect(await place(visitor.get(`/redirect?next=/member/${member.id}`))).toBe(`/member/${member.id}`)
    const admin = await site.asAdmin()
    expect(await place(admin.get('/redirect?next=/admin/import'))).toBe('/admin/import')
    expect(await place(site.visitor().get('/redirect?next=/members'))).toBe('/login?next=/members')
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/members',
    '%2F%2Fevil.example',
    '/members%0d%0alocation:https://evil.example',
    '/%5Cevil.example/members',
    '/member/..%2f..%2f%2fevil.example',
    'javascript:alert(1)',
  ])('nobody is sent away by %s', async (next) => {
    const member = await site.aMember()
    const visitor = site.visitor()
    const query = `next=${next.includes('%') ? next : encodeURIComponent(next)}`
    const letIn = visitor.post(`/login?${query}`, form({ login: member.serial, password: member.password }), asForm)
    expect(await place(letIn)).toBe('/redirect')
    expect(await place(visitor.get(`/redirect?${query}`))).toBe(`/member/${member.id}`)
    expect(await place(site.visitor().get(`/redirect?${query}`))).toBe('/login')
  })
})
