import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#shared/text.ts'
import { aMember, anAdmin, anApplicant } from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.stop())

describe('who gets in', () => {
  test('a member with serial number and birthdate, typed as people type them', async () => {
    const member = await aMember(site.deps, { militarySerial: 'O-123456', birthday: '1964-10-05' })
    for (const [login, password] of [
      ['O-123456', '05Oct1964'],
      ['  o-12 3456 ', '5oct1964'],
      ['o-123456', '05OCT1964 '],
      ['O-123456', '5 October 1964'],
    ] as const)
      expect(await site.visitor().logIn(login, password)).toMatchObject({ status: 200, next: '/redirect' })
    const visitor = await site.signedIn(member)
    expect((await visitor.get('/redirect')).headers.get('location')).toBe(`/member/${member.id}`)
    expect((await visitor.get('/profile')).headers.get('location')).toBe(`/member/${member.id}`)
  })

  test('an administrator with e-mail and password, who lands on the dashboard', async () => {
    const admin = await anAdmin(site.deps)
    const visitor = await site.signedIn(admin)
    expect((await visitor.get('/redirect')).headers.get('location')).toBe('/admin')
    expect((await visitor.get('/admin')).status).toBe(200)
    expect(await visitor.json(visitor.get('/api/accounts/me'))).toMatchObject({ role: 'admin', email: admin.email })
  })

  test('September is Sep', async () => {
    const member = await aMember(site.deps, { birthday: '1970-09-01' })
    expect(await site.visitor().logIn(member.serial, '1sept1970')).toMatchObject({ status: 200 })
  })
})

describe('who does not, and what they read', () => {
  test('missing fields', async () => {
    const visitor = site.visitor()
    for (const [login, password] of [
      ['', 'x'],
      ['x', ''],
      [' ', ' '],
    ] as const)
      expect(await visitor.logIn(login, password)).toMatchObject({
        status: 400,
        message: 'Both email and password are required',
      })
  })

  test('unknown serial, pending applicant, wrong password', async () => {
    const applicant = await anApplicant(site.deps)
    const member = await aMember(site.deps)
    const visitor = site.visitor()
    expect(await visitor.logIn('NOBODY-1', '05Oct1964')).toMatchObject({ status: 404, message: 'User not found' })
    expect(await visitor.logIn(applicant.serial, applicant.password)).toMatchObject({
      status: 403,
      message: 'Your account is pending approval. Please contact an administrator.',
    })
    expect(await visitor.logIn(member.serial, '06Oct1964')).toMatchObject({
      status: 401,
      message: errorText['wrong-credentials'],
    })
    expect(visitor.cookies.size).toBe(0)
  })

  test("a member's e-mail is no login name", async () => {
    const member = await aMember(site.deps)
    expect(await site.visitor().logIn(member.email, member.password)).toMatchObject({ status: 404 })
  })

  test('odd input is refused in words, never with a stack trace', async () => {
    const visitor = site.visitor()
    for (const body of ['{', '[]', 'null', '{"login":1,"password":{}}', '{"login":"a\\u0000b","password":"x"}']) {
      const answer = await visitor.send('POST', '/api/accounts/login', body)
      expect(answer.status, body).toBeGreaterThanOrEqual(400)
      expect(answer.status, body).toBeLessThan(500)
      expect(await answer.text()).not.toMatch(/\bat \S+:\d+|node_modules/)
    }
    expect((await visitor.send('POST', '/api/accounts/login', 'x'.repeat(70_000))).status).toBe(413)
    expect((await visitor.post('/api/accounts/login', 'login=a', { 'content-type': 'text/plain' })).status).toBe(415)
  })
})

describe('the plain form, before any script', () => {
  const form = (login: string, password: string) => new URLSearchParams({ login, password }).toString()
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

  test('lets in, and sends back with the reason', async () => {
    const member = await aMember(site.deps)
    const visitor = site.visitor()
    const refused = await visitor.post('/login', form(member.serial, 'wrong'), asForm)
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/login?error=wrong-credentials'])
    expect(await (await visitor.get('/login?error=wrong-credentials')).text()).toContain(errorText['wrong-credentials'])
    const letIn = await visitor.post('/login', form(member.serial, member.password), asForm)
    expect([letIn.status, letIn.headers.get('location')]).toEqual([303, '/redirect'])
    expect((await visitor.get('/redirect')).headers.get('location')).toBe(`/member/${member.id}`)
  })
})
