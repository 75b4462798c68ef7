import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember, anAdmin } from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.stop())

describe('after the login one lands on the page asked for', () => {
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  const place = async (answer: Promise<Response>) => (await answer).headers.get('location')
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

  // Shows navigation-18
  test('the guard says which, with its query, and the login page is the same page for all', async () => {
    const visitor = site.visitor()
    expect(await place(visitor.get('/announcements'))).toBe('/login?next=/announcements')
    expect(await place(visitor.get('/members?approval=true&page=2'))).toBe(
      '/login?next=/members%3Fapproval%3Dtrue%26page%3D2',
    )
    expect(await place(visitor.get('/members?x=%0d%0aset-cookie:a'))).toBe('/login')
    const [plain, asked] = await Promise.all([visitor.get('/login'), visitor.get('/login?next=/announcements')])
    expect(asked.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(await asked.text()).not.toContain('/announcements?')
  })

  // Shows navigation-18
  test('the plain form keeps it through a refusal', async () => {
    const member = await aMember(site.deps)
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

  // Shows navigation-18
  test('and through the second step', async () => {
    const member = await aMember(site.deps)
    const owner = await site.signedIn(member)
    const { secret } = await owner.json<{ secret: string }>(
      owner.post('/api/accounts/two-factor/start', { password: member.password, name: 'phone' }),
    )
    await owner.post('/api/accounts/two-factor/confirm', { code: await generate({ secret }) })
    const visitor = site.visitor()
    const first = visitor.post(
      '/login?next=/security',
      form({ login: member.serial, password: member.password }),
      asForm,
    )
    expect(await place(first)).toBe('/login?step=two-factor&next=/security')
    const wrong = visitor.post('/login?step=two-factor&next=/security', form({ step: 'two-factor', code: '1' }), asForm)
    expect(await place(wrong)).toBe('/login?step=two-factor&next=/security&error=two-factor-wrong')
    const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
    const second = visitor.post('/login?step=two-factor&next=/security', form({ step: 'two-factor', code }), asForm)
    expect(await place(second)).toBe('/redirect?next=/security')
    expect(await place(visitor.get('/redirect?next=/security'))).toBe('/security')
  })

  // Shows navigation-19
  test('who may not open it lands on their own place, as always', async () => {
    const [member, other] = [await aMember(site.deps), await aMember(site.deps)]
    const visitor = await site.signedIn(member)
    for (const next of ['/admin', `/member/${other.id}`, '/about', '/no-such-page', '/login', ''])
      expect(await place(visitor.get(`/redirect?next=${encodeURIComponent(next)}`)), next).toBe(`/member/${member.id}`)
    expect(await place(visitor.get(`/redirect?next=/member/${member.id}`))).toBe(`/member/${member.id}`)
    const admin = await site.signedIn(await anAdmin(site.deps))
    expect(await place(admin.get('/redirect?next=/admin/import'))).toBe('/admin/import')
    expect(await place(site.visitor().get('/redirect?next=/members'))).toBe('/login?next=/members')
  })

  // Shows navigation-19
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
    const member = await aMember(site.deps)
    const visitor = site.visitor()
    const query = `next=${next.includes('%') ? next : encodeURIComponent(next)}`
    const letIn = visitor.post(`/login?${query}`, form({ login: member.serial, password: member.password }), asForm)
    expect(await place(letIn)).toBe('/redirect')
    expect(await place(visitor.get(`/redirect?${query}`))).toBe(`/member/${member.id}`)
    expect(await place(site.visitor().get(`/redirect?${query}`))).toBe('/login')
  })
})
