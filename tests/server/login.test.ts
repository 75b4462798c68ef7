import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { writeFirstHash } from '#server/accounts/queries.ts'
import { emails, passwords, users, verifications } from '#server/db/schema.ts'
import { openLinks } from '#server/email/queue.ts'
import { errorText } from '#shared/text.ts'
import { aMember, anApplicant } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

describe('who gets in', () => {
  test('a member who leaves out the hyphens of the serial, or puts in some, if only one person can be meant', async () => {
    const ana = await site.aMember({ militarySerial: 'HY-77-001' })
    expect((await site.visitor().logIn('hy77001', ana.password)).status).toBe(200)
    expect((await site.visitor().logIn('H-Y77-001', ana.password)).status).toBe(200)
    await site.aMember({ militarySerial: 'HY-77001' })
    expect(await site.visitor().logIn('hy77001', ana.password)).toMatchObject({
      status: 404,
      message: 'User not found',
    })
    expect((await site.visitor().logIn('HY-77-001', ana.password)).status).toBe(200)
  })

  test('a member, whoever registers or is withdrawn with the serial as it was typed', async () => {
    const member = await site.aMember({ militarySerial: 'O-200270' })
    const { visitor, deps } = site
    for (const militarySerial of ['O200270', 'O20-0270', '-O200270', 'O200270-'])
      await anApplicant(deps, { militarySerial, birthday: '1950-01-02' })
    await aMember(deps, { militarySerial: 'O-2002-70', birthday: '1950-01-02', withdrawnAt: Date.now() })
    for (const typed of ['O-200270', 'o200270', 'O 200 270', 'O20-0270'])
      expect([typed, (await visitor().logIn(typed, member.password)).status]).toEqual([typed, 200])
    // Nobody is let in as the member by what an applicant chose as birthday.
    expect((await visitor().logIn('O200270', '02Jan1950')).status).toBe(401)
    expect((await site.signedIn(member)).cookies.size).toBeGreaterThan(0)
    await visitor().post('/api/accounts/forgot', { login: 'O200270' })
    await expect
      .poll(async () =>
        (await deps.db.select({ whose: verifications.userId }).from(verifications)).map(({ whose }) => whose),
      )
      .toEqual([member.id])
  })

  test('a member who types a zero for the letter O, or another hyphen, whoever registers with the zero', async () => {
    const member = await site.aMember({ militarySerial: 'O-350001' })
    const tries = async () => {
      for (const typed of ['0-350001', '0350001', 'O–350001', '0−350 001'])
        expect([typed, (await site.visitor().logIn(typed, member.password)).status]).toEqual([typed, 200])
    }
    await tries()
    await site.anApplicant({ militarySerial: '0-350001', birthday: '1950-01-02' })
    await tries()
    // A member's own zero is meant exactly.
    const other = await site.aMember({ militarySerial: '0-350002', birthday: '1950-01-02' })
    await site.anApplicant({ militarySerial: 'O-350002' })
    expect((await site.visitor().logIn('0-350002', other.password)).status).toBe(200)
  })

  // Shows navigation-09, navigation-15, login-01, login-05, login-07
  test('a member with serial number and birthdate, typed as people type them', async () => {
    const member = await site.aMember({ militarySerial: 'O-123456', birthday: '1964-10-05' })
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

  test('a member who writes the birthday in another way that can mean only one day', async () => {
    const member = await site.aMember({ birthday: '1964-10-13' })
    for (const typed of ['13/10/1964', '10-13-1964', '13101964', '1964-10-13', 'October 13, 1964', '13 Oktubre 64'])
      expect([typed, (await site.visitor().logIn(member.serial, typed)).status]).toEqual([typed, 200])
    // Only to somebody with a serial number: a login by email has no birthday.
    const admin = await site.anAdmin()
    expect(await site.visitor().logIn(admin.email, '5/10/1964')).toMatchObject({ code: 'wrong-email-credentials' })
  })

  test('a date that may be two is asked about and costs no try, whoever it is for', async () => {
    const member = await site.aMember({ birthday: '1964-10-05' })
    for (let n = 0; n < 12; n++)
      for (const serial of [member.serial, 'NOBODY-53'])
        expect(await site.visitor().logIn(serial, n % 2 ? '5/10/1964' : '05101964')).toMatchObject({
          status: 400,
          code: 'birthday-ambiguous',
        })
    expect(await site.visitor().logIn(member.serial, '31/02/1964')).toMatchObject({ code: 'birthday-impossible' })
    expect(await site.visitor().logIn(member.serial, '5 Oct 1964')).toMatchObject({ status: 200 })
  })

  test('a member with day, month and year in boxes, before the scripts have come', async () => {
    const member = await site.aMember({ birthday: '1964-10-05' })
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = async (fields: Record<string, string>) => {
      const form = new URLSearchParams({ step: 'birthday', login: member.serial, ...fields }).toString()
      return (await site.visitor().post('/login?step=birthday&next=/vote', form, asForm)).headers.get('location')
    }
    const back = '/login?step=birthday&next=/vote&error='
    expect(await send({ day: '5', month: '', year: '1964' })).toBe(`${back}birthday-incomplete`)
    expect(await send({ day: '31', month: 'Feb', year: '1964' })).toBe(`${back}birthday-impossible`)
    expect(await send({ day: '6', month: 'Oct', year: '1964' })).toBe(`${back}wrong-credentials`)
    expect(await send({ day: '5', month: 'Oct', year: '1964' })).toBe('/redirect?next=/vote')
  })

  // Shows navigation-14, roles-07
  test('an administrator with e-mail and password, who lands on the dashboard', async () => {
    const visitor = await site.asAdmin()
    expect((await visitor.get('/redirect')).headers.get('location')).toBe('/admin')
    expect((await visitor.get('/admin')).status).toBe(200)
    expect(await visitor.get('/api/accounts/me')).toMatchObject({ role: 'admin', email: visitor.email })
  })

  // Shows login-06
  test('September is Sep', async () => {
    const member = await site.aMember({ birthday: '1970-09-01' })
    expect(await site.visitor().logIn(member.serial, '1sept1970')).toMatchObject({ status: 200 })
  })
})

describe('who does not, and what they read', () => {
  // Shows login-09
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

  // Shows login-10, login-11
  test('unknown serial, pending applicant, wrong password', async () => {
    const applicant = await site.anApplicant()
    const member = await site.aMember()
    const visitor = site.visitor()
    expect(await visitor.logIn('NOBODY-1', '05Oct1964')).toMatchObject({ status: 404, message: 'User not found' })
    // The number in large figures on the card; it is refused by its form, and so not counted.
    for (let n = 0; n < 7; n++)
      expect(await visitor.logIn('arrapi-000-001', '05Oct1964')).toMatchObject({ status: 400, code: 'login-id-number' })
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
    const member = await site.aMember()
    expect(await site.visitor().logIn(member.email, member.password)).toMatchObject({
      status: 401,
      message: errorText['wrong-email-credentials'],
    })
  })

  // Shows operations-01
  test('odd input is refused in words, never with a stack trace', async () => {
    const visitor = site.visitor()
    for (const body of ['{', '[]', 'null', '{"login":1,"password":{}}', '{"login":"a\\u0000b","password":"x"}']) {
      const answer = await visitor.post('/api/accounts/login', body)
      expect(answer.status, body).toBeGreaterThanOrEqual(400)
      expect(answer.status, body).toBeLessThan(500)
      expect(answer.text).not.toMatch(/\bat \S+:\d+|node_modules/)
    }
    expect((await visitor.post('/api/accounts/login', 'x'.repeat(70_000))).status).toBe(413)
    expect((await visitor.post('/api/accounts/login', 'login=a', { 'content-type': 'text/plain' })).status).toBe(415)
  })
})

describe('somebody imported, whose birthdate was never hashed', () => {
  async function imported(values: Parameters<typeof aMember>[1] = {}) {
    const member = await site.aMember(values)
    await site.update(passwords, { userId: member.id }, { hash: null })
    return member
  }
  const hashOf = async (id: string) => (await site.rowsOf(passwords, { userId: id }))[0]!.hash

  test('logs in with the birthdate as people type it, and has a hash from then on', async () => {
    const member = await imported({ birthday: '1964-10-05' })
    const visitor = site.visitor()
    expect(await visitor.logIn(member.serial, '5 october 1964')).toMatchObject({ status: 200, next: '/redirect' })
    expect((await visitor.get('/redirect')).headers.get('location')).toBe(`/member/${member.id}`)
    const first = await hashOf(member.id)
    expect(first).not.toBeNull()
    expect(await site.visitor().logIn(member.serial, '05Oct1964')).toMatchObject({ status: 200 })
    expect(await hashOf(member.id)).toBe(first)
    // The device is known on the hash that is stored now.
    for (let n = 0; n < 7; n++) await site.visitor().logIn(member.serial, 'wrong')
    expect(await site.visitor().logIn(member.serial, '05Oct1964')).toMatchObject({ status: 429 })
    expect(await visitor.logIn(member.serial, '05Oct1964')).toMatchObject({ status: 200 })
  })

  test.each(['06Oct1964', '1964-05-10', '5/10/1964', '31Feb1964', '', ' ', '05Oct1964x', '$argon2id$'])(
    'not with %j',
    async (password) => {
      const member = await imported()
      const answer = await site.visitor().logIn(member.serial, password)
      expect([400, 401]).toContain(answer.status)
      expect(await hashOf(member.id)).toBeNull()
    },
  )

  test('wrong tries count as they do for everybody', async () => {
    const member = await imported()
    for (let n = 0; n < 5; n++)
      expect(await site.visitor().logIn(member.serial, '06Oct1964')).toMatchObject({ status: 401 })
    expect(await site.visitor().logIn(member.serial, member.password)).toMatchObject({ status: 429 })
    expect(await hashOf(member.id)).toBeNull()
  })

  test('is not let in while waiting for approval, or without an account', async () => {
    const applicant = await site.anApplicant()
    await site.update(passwords, { userId: applicant.id }, { hash: null })
    expect(await site.visitor().logIn(applicant.serial, applicant.password)).toMatchObject({ status: 403 })
    const member = await imported()
    await site.db.delete(passwords).where(eq(passwords.userId, member.id))
    expect(await site.visitor().logIn(member.serial, member.password)).toMatchObject({ status: 401 })
  })

  test('a wrong try takes as long as it does for an account with a hash', async () => {
    const [hashed, unhashed] = [await site.aMember(), await imported()]
    await site.costlyPassword(hashed)
    const time = async (serial: string) => {
      const asked = performance.now()
      await site.visitor().logIn(serial, '06Oct1964')
      return performance.now() - asked
    }
    // In turns, so that a busy machine slows both down.
    let [withHash, without] = [Infinity, Infinity]
    for (let n = 0; n < 4; n++) {
      withHash = Math.min(withHash, await time(hashed.serial))
      without = Math.min(without, await time(unhashed.serial))
    }
    expect(without).toBeGreaterThan(withHash / 3)
    expect(without).toBeLessThan(withHash * 3)
  })

  test('logins at once store one hash, and all of them are in', async () => {
    const member = await imported()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => site.visitor().logIn(member.serial, member.password)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('a birthday that is corrected is the password at once', async () => {
    const member = await imported({ birthday: '1964-10-05' })
    await site.update(users, { id: member.id }, { birthday: '1964-05-10' })
    expect(await site.visitor().logIn(member.serial, '05Oct1964')).toMatchObject({ status: 401 })
    expect(await site.visitor().logIn(member.serial, '10May1964')).toMatchObject({ status: 200 })
  })

  test('a check that was overtaken by a new birthday or a password of one’s own writes nothing', async () => {
    const member = await imported({ birthday: '1964-10-05' })
    expect(await writeFirstHash(site.db, member.id, { hash: 'late', birthday: '1964-10-06' })).toBe(false)
    await site.update(users, { id: member.id }, { ownPassword: true })
    expect(await writeFirstHash(site.db, member.id, { hash: 'late', birthday: '1964-10-05' })).toBe(false)
    expect(await site.visitor().logIn(member.serial, '05Oct1964')).toMatchObject({ status: 401 })
    expect(await hashOf(member.id)).toBeNull()
  })

  test('comes in by a one-time code, and may then turn on two-step login with the birthdate', async () => {
    const member = await imported()
    const admin = await site.asAdmin()
    const { code } = await admin.post(`/api/members/${member.id}/one-time-code`)
    const visitor = site.visitor()
    expect(await visitor.logIn(member.serial, code)).toMatchObject({ status: 200 })
    expect((await visitor.get(`/api/members/${member.id}`)).status).toBe(200)
    expect(
      (await visitor.post('/api/accounts/two-factor/start', { password: member.password, name: 'phone' })).status,
    ).toBe(201)
    expect(await site.visitor().logIn(member.serial, code)).toMatchObject({ status: 401 })
  })

  test('gets a reset link, and the birthdate is worth nothing afterwards', async () => {
    const member = await imported()
    const release = await site.holdJob('send emails')
    await site.visitor().post('/api/accounts/forgot', { login: member.serial })
    const link = async () =>
      (await site.db.select({ body: emails.body }).from(emails).where(eq(emails.to, member.email)))
        .map(({ body }) => /token=([\w-]+)/.exec(openLinks(site.siteKey, { to: member.email, body }).body)?.[1])
        .find((token) => token !== undefined)
    await vi.waitFor(async () => expect(await link()).toBeDefined(), { timeout: 5000 })
    const form = { password: 'a password of my own', confirm: 'a password of my own', token: await link() }
    await release()
    expect((await site.visitor().post('/api/accounts/password', form)).status).toBe(200)
    expect(await site.visitor().logIn(member.serial, member.password)).toMatchObject({ status: 401 })
    expect(await site.visitor().logIn(member.serial, form.password)).toMatchObject({ status: 200 })
  })

  test('may be set back to the birthdate by an administrator', async () => {
    const member = await imported()
    const admin = await site.asAdmin()
    expect((await admin.post(`/api/members/${member.id}/birthdate-password`)).status).toBe(200)
    expect(await site.visitor().logIn(member.serial, member.password)).toMatchObject({ status: 200 })
  })
})

// Shows login-15, login-16
test('the login page says why one would log in and with which name, and leads to the registration', async () => {
  const main = /<main[\s\S]*<\/main>/.exec((await site.visitor().get('/login')).text)?.[0] ?? ''
  expect(main).toContain('Your username is your military serial number.')
  expect(/<section aria-label="For members"[\s\S]*?<\/section>/.exec(main)?.[0]).toContain('vote for the board')
  expect(main).toMatch(/Not a member yet\?[^/]*<a href="\/register"/)
})

describe('the plain form, before any script', () => {
  const form = (login: string, password: string) => new URLSearchParams({ login, password }).toString()
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

  test('lets in, and sends back with the reason', async () => {
    const member = await site.aMember()
    const visitor = site.visitor()
    const refused = await visitor.post('/login', form(member.serial, 'wrong'), asForm)
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/login?error=wrong-credentials'])
    expect((await visitor.get('/login?error=wrong-credentials')).text).toContain(errorText['wrong-credentials'])
    const letIn = await visitor.post('/login', form(member.serial, member.password), asForm)
    expect([letIn.status, letIn.headers.get('location')]).toEqual([303, '/redirect'])
    expect((await visitor.get('/redirect')).headers.get('location')).toBe(`/member/${member.id}`)
  })
})
