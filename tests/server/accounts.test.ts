import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { generate } from 'otplib'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifyAudit } from '#server/audit/audit.ts'
import { auditLog, oneTimeCodes, sessions, users, viewers } from '#server/db/schema.ts'
import { passwordErrors, accountText } from '#shared/accounts/text.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

const isIn = async (visitor: Visitor) => (await visitor.get('/api/accounts/me')).status === 200
const sessionsOf = (person: Someone) =>
  site.db
    .select({ token: sessions.token, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, person.id))

describe('a session', () => {
  // Shows session-02
  test('ends with sign-out, on the server too', async () => {
    const visitor = await site.asMember()
    const stolen = new Map(visitor.cookies)
    expect(await visitor.post('/api/accounts/logout')).toMatchObject({ next: '/login?out' })
    expect(await isIn(visitor)).toBe(false)
    for (const [name, value] of stolen) visitor.cookies.set(name, value)
    expect(await isIn(visitor)).toBe(false)
  })

  // Shows session-01
  test('is renewed before it expires, once an hour', async () => {
    const visitor = await site.asMember()
    expect((await visitor.get('/api/accounts/me')).headers.getSetCookie()).toEqual([])
    await site.pool.query(`update sessions set expires_at = now() + interval '5 minutes' where user_id = $1`, [
      visitor.id,
    ])
    const renewed = await visitor.get('/api/accounts/me')
    expect(renewed.headers.getSetCookie().join()).toMatch(
      /site\.session_token=.*Max-Age=43200.*site\.signed_in=member; Max-Age=43200/,
    )
    const [row] = await sessionsOf(visitor)
    expect(row!.expiresAt).toBeGreaterThan(Date.now() + 11 * 3_600_000)
    expect(await isIn(visitor)).toBe(true)
  })

  test('that has expired is none', async () => {
    const visitor = await site.asMember()
    await site.pool.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
      visitor.id,
    ])
    expect(await isIn(visitor)).toBe(false)
    // Who had a session reads that it has ended, rather than what the page is for.
    expect((await visitor.get('/security')).headers.get('location')).toBe('/login?ended&next=/security')
    expect((await visitor.get('/login')).status).toBe(200)
  })

  test('cannot be forged from what the database holds', async () => {
    const member = await site.aMember()
    await site.signedIn(member)
    const [row] = await sessionsOf(member)
    const thief = site.visitor()
    const asLongAsOurs = `${'A'.repeat(43)}=`
    for (const end of ['', '.', '.AAAA', `.${asLongAsOurs}`]) {
      thief.cookies.set('site.session_token', encodeURIComponent(`${row!.token}.${member.id}${end}`))
      expect(await isIn(thief)).toBe(false)
    }
  })

  // Shows roles-06, session-04
  test.each([
    ['role', { isAdmin: true }],
    ['serial', { militarySerial: 'NEW-SERIAL-1' }],
    ['birthday', { birthday: '1971-01-02' }],
    ['standing', { approved: false, idNumber: null }],
  ])('ends when the %s changes', async (_what, change) => {
    const visitor = await site.asMember()
    await site.update(users, { id: visitor.id }, change)
    expect(await isIn(visitor)).toBe(false)
  })

  test('stays when something else of the person changes', async () => {
    const visitor = await site.asMember()
    await site.update(users, { id: visitor.id }, { rank: 'MAJ' })
    expect(await isIn(visitor)).toBe(true)
  })

  // Shows roles-03, roles-05
  test('has the viewer’s rights as soon as the list names them, and no longer', async () => {
    const viewer = await site.aViewer()
    const other = await site.aMember()
    const visitor = await site.signedIn(viewer)
    expect((await visitor.get(`/api/members/${other.id}`)).status).toBe(200)
    await site.db.delete(viewers)
    await site.confirmAccounts()
    expect((await visitor.get(`/api/members/${other.id}`)).status).toBe(403)
  })
})

describe('a password of one’s own', () => {
  const choose = (visitor: Visitor, password: string, confirm = password, token?: string) =>
    visitor.post('/api/accounts/password', { password, confirm, token })

  // Shows password-04, password-05, password-06
  test.each([
    ['abcdef', 'abcdeg', 'Passwords do not match'],
    ['abcde', 'abcde', 'Password must be at least 6 characters long'],
    ['05Oct1964', '05Oct1964', passwordErrors['password-is-a-date']],
    ['1964-10-05', '1964-10-05', passwordErrors['password-is-a-date']],
    ['a'.repeat(129), 'a'.repeat(129), passwordErrors['password-too-long']],
  ])('%s / %s is refused', async (password, confirm, message) => {
    const visitor = await site.asMember()
    expect(await choose(visitor, password, confirm)).toMatchObject({ status: 400, message })
  })

  // Shows password-23, password-24
  test('is refused when many people have it, or when it is what others know of the member', async () => {
    const member = await site.aMember({
      firstName: 'TERESITA',
      lastName: 'MUÑOZ',
      militarySerial: 'O-778899',
      email: 'tmunoz.pa@example.org',
      birthday: '1971-02-03',
    })
    const refused = async (password: string) => (await choose(await site.signedIn(member), password)).code
    expect(await refused('iloveyou')).toBe('password-is-common')
    expect(await refused('Password123!')).toBe('password-is-common')
    expect(await refused('mahalkita')).toBe('password-is-common')
    expect(await refused('Teresita Munoz')).toBe('password-is-name')
    expect(await refused('o-778899')).toBe('password-is-serial')
    expect(await refused('tmunoz.pa')).toBe('password-is-email')
    expect(await refused('x3feb1971')).toBe('password-is-birthday')
    expect(await site.visitor().logIn(member.serial, member.password)).toMatchObject({ status: 200 })
  })

  // Shows password-17
  test('replaces the birthdate, keeps this session and ends the others', async () => {
    const member = await site.aMember()
    const [here, elsewhere] = [await site.signedIn(member), await site.signedIn(member)]
    expect(await choose(here, 'tatlong bituin')).toMatchObject({ status: 200, message: accountText.passwordChanged })
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false])
    expect(await here.get('/api/accounts/me')).toMatchObject({ ownPassword: true })
    expect(await site.visitor().logIn(member.serial, member.password)).toMatchObject({ status: 401 })
    expect(await site.visitor().logIn(member.serial, 'tatlong bituin')).toMatchObject({ status: 200 })
  })

  // Shows password-08
  test('needs a session or a link', async () => {
    expect(await choose(site.visitor(), 'tatlong bituin')).toMatchObject({
      status: 401,
      message: 'User not authenticated',
    })
    expect(await choose(site.visitor(), 'tatlong bituin', undefined, 'made-up')).toMatchObject({
      status: 400,
      code: 'reset-link-expired',
    })
  })

  async function emailsTo(email: string): Promise<string[]> {
    const folder = join(site.dataDir, 'outbox')
    // One that begins with a dot is still being written.
    const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => /^[^.].*\.eml$/.test(name))
    const messages = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
    return messages
      .filter((message) => message.includes(email))
      .map((message) => message.replaceAll('=\r\n', '').replaceAll('=3D', '='))
  }

  // Shows password-09
  test('by link: sent by e-mail, works once, and the answer tells nobody whether an account exists', async () => {
    const visitor = await site.asMember()
    const asked = await Promise.all(
      [visitor.serial, visitor.email, 'NOBODY-AT-ALL', 'nobody@example.org'].map((login) =>
        visitor.post('/api/accounts/forgot', { login }),
      ),
    )
    expect(new Set(asked.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ message: accountText.resetLinkSent, status: 200 })]),
    )
    const message = await expect
      .poll(async () => (await emailsTo(visitor.email))[0], { timeout: 10_000 })
      .toBeDefined()
      .then(async () => (await emailsTo(visitor.email))[0]!)
    const token = /reset-password\?token=([\w-]+)/.exec(message)?.[1]
    expect(token).toBeDefined()

    const elsewhere = site.visitor()
    expect(await choose(elsewhere, 'short', 'short', token)).toMatchObject({ status: 400 })
    // A refused password does not use the link up.
    expect(await choose(elsewhere, 'iloveyou', undefined, token)).toMatchObject({ code: 'password-is-common' })
    expect(await choose(elsewhere, 'DelaCruz!', undefined, token)).toMatchObject({ code: 'password-is-name' })
    expect(await choose(elsewhere, 'bagong simula', undefined, token)).toMatchObject({ status: 200 })
    expect(await choose(elsewhere, 'bagong simula', undefined, token)).toMatchObject({
      status: 400,
      code: 'reset-link-expired',
    })
    expect(await isIn(visitor)).toBe(false)
    expect(await elsewhere.logIn(visitor.serial, 'bagong simula')).toMatchObject({ status: 200 })
    // The stored proof is not the link itself.
    const { rows } = await site.pool.query('select identifier from verifications where identifier like $1', [
      `%${token}%`,
    ])
    expect(rows).toEqual([])
  })

  test('by link: one request of two at once wins', async () => {
    const member = await site.aMember()
    await site.visitor().post('/api/accounts/forgot', { login: member.serial })
    await expect.poll(() => emailsTo(member.email), { timeout: 10_000 }).not.toEqual([])
    const token = /token=([\w-]+)/.exec((await emailsTo(member.email))[0]!)?.[1]
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => choose(site.visitor(), `bagong simula ${n}`, undefined, token)),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400, 400])
  })

  test('by link: for an hour, to the millisecond, and no longer', async () => {
    // Two people: a link that was used takes the others of its account with it.
    const [inTime, late] = [await site.aMember(), await site.aMember()]
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = Date.now()
    const tokenOf = async ({ serial, email }: Someone): Promise<string | undefined> => {
      await site.visitor().post('/api/accounts/forgot', { login: serial })
      // Not by `expect.poll`, which would let the time pass.
      for (;;) {
        const [message] = await emailsTo(email)
        if (message) return /token=([\w-]+)/.exec(message)?.[1]
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const tokens = [await tokenOf(inTime), await tokenOf(late)]
    vi.setSystemTime(asked + 60 * 60 * 1000 - 1)
    expect(await choose(site.visitor(), 'bagong simula', undefined, tokens[0])).toMatchObject({ status: 200 })
    vi.setSystemTime(asked + 60 * 60 * 1000)
    expect(await choose(site.visitor(), 'bagong simula', undefined, tokens[1])).toMatchObject({
      status: 400,
      code: 'reset-link-expired',
    })
    vi.useRealTimers()
    expect(await site.visitor().logIn(inTime.serial, 'bagong simula')).toMatchObject({ status: 200 })
    expect(await site.visitor().logIn(late.serial, late.password)).toMatchObject({ status: 200 })
  })

  test('by link: no more than three an hour', async () => {
    const member = await site.aMember({ militarySerial: 'O-350077' })
    for (let n = 1; n <= 5; n++) {
      // Written with a hyphen elsewhere, or with a zero, it is the same serial number.
      const login = `${n > 2 ? '0' : 'O'}350077`.replace(RegExp(`^.{${n}}`), '$&-')
      await site.visitor().post('/api/accounts/forgot', { login })
    }
    await expect.poll(() => emailsTo(member.email), { timeout: 10_000 }).toHaveLength(3)
  })

  test('by link: never for an applicant', async () => {
    const applicant = await site.anApplicant()
    await site.visitor().post('/api/accounts/forgot', { login: applicant.serial })
    const { rows } = await site.pool.query('select 1 from verifications where user_id = $1', [applicant.id])
    expect(rows).toEqual([])
  })

  // Shows password-19
  test('back to the birthdate by an administrator', async () => {
    const visitor = await site.asMember({}, 'nakalimutan ko na')
    const admin = await site.asAdmin()
    expect((await visitor.post(`/api/members/${visitor.id}/birthdate-password`)).status).toBe(403)
    expect((await admin.post(`/api/members/${visitor.id}/birthdate-password`)).status).toBe(200)
    expect(await isIn(visitor)).toBe(false)
    expect(await site.visitor().logIn(visitor.serial, '05Oct1964')).toMatchObject({ status: 200 })
  })
})

describe('a one-time code', () => {
  async function codeFor(member: Someone): Promise<string> {
    const admin = await site.asAdmin()
    const given = await admin.post(`/api/members/${member.id}/one-time-code`)
    expect(given).toMatchObject({ status: 201, code: expect.stringMatching(/^\d{4} \d{4} \d{4}$/) })
    return given.code
  }

  // Shows login-33
  test('logs the member in once, even when guesses have stopped their account', async () => {
    const member = await site.aMember()
    for (let n = 0; n < 6; n++) await site.visitor().logIn(member.serial, 'wrong')
    const code = await codeFor(member)
    const answers = await Promise.all([1, 2, 3].map(() => site.visitor().logIn(member.serial, code)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 401, 401])
    expect(await site.visitor().logIn(member.serial, code)).toMatchObject({ status: 401 })
  })

  // Shows login-33
  test('is typed as one likes, replaces the one before, and is good for a day', async () => {
    const member = await site.aMember()
    const [before, code] = [await codeFor(member), await codeFor(member)]
    expect((await site.visitor().logIn(member.serial, before)).status).toBe(401)
    expect((await site.visitor().logIn(member.serial, ` ${code.replaceAll(' ', '-')}`)).status).toBe(200)

    const late = await codeFor(member)
    await site.update(oneTimeCodes, { userId: member.id }, { expiresAt: Date.now() - 1000 })
    expect((await site.visitor().logIn(member.serial, late)).status).not.toBe(200)
  })
})

test('a one-time code is not for applicants nor for administrators', async () => {
  const admin = await site.asAdmin()
  const [applicant, other] = [await site.anApplicant(), await site.anAdmin()]
  expect((await admin.post(`/api/members/${applicant.id}/one-time-code`)).status).toBe(404)
  expect((await admin.post(`/api/members/${other.id}/one-time-code`)).status).toBe(403)
})

describe('two-step login', () => {
  const code = (secret: string, shift = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + shift })

  async function withTwoSteps(made: Promise<Someone> = site.anAdmin()) {
    const person = await made
    const visitor = await site.signedIn(person)
    const start = await visitor.post<{ secret: string; qrSvg: string; uri: string; recoveryCodes: string[] }>(
      '/api/accounts/two-factor/start',
      { password: person.password, name: 'My phone' },
    )
    expect(start).toMatchObject({ status: 201, qrSvg: expect.stringContaining('<svg') })
    expect(
      await visitor.post('/api/accounts/two-factor/confirm', { code: await code(start.secret, -30) }),
    ).toMatchObject({ status: 200, enabled: true })
    expect(await visitor.get('/api/accounts/two-factor')).toMatchObject({
      enabled: true,
      name: 'My phone',
      recoveryCodesLeft: 10,
    })
    return { person, visitor, ...start }
  }

  // Shows two-step-01, two-step-02
  test('asks for a code, takes each code once, and remembers nothing of a half login', async () => {
    const { person, secret } = await withTwoSteps()
    const visitor = site.visitor()
    expect(await visitor.logIn(person.email, person.password)).toMatchObject({ status: 200, twoFactor: true })
    expect(await isIn(visitor)).toBe(false)
    expect((await visitor.post('/api/accounts/two-factor/challenge', { code: '000000', kind: 'totp' })).status).toBe(
      401,
    )
    const current = await code(secret)
    const answers = await Promise.all(
      [1, 2, 3].map(() => visitor.post('/api/accounts/two-factor/challenge', { code: current, kind: 'totp' })),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 401, 401])
    expect(await isIn(visitor)).toBe(true)

    const second = site.visitor()
    await second.logIn(person.email, person.password)
    expect((await second.post('/api/accounts/two-factor/challenge', { code: current, kind: 'totp' })).status).toBe(401)
  })

  // Shows two-step-02
  test('takes a recovery code instead, once', async () => {
    const { person, recoveryCodes } = await withTwoSteps()
    for (const expected of [200, 401]) {
      const visitor = site.visitor()
      await visitor.logIn(person.email, person.password)
      expect(
        (await visitor.post('/api/accounts/two-factor/challenge', { code: recoveryCodes[0], kind: 'recovery' })).status,
      ).toBe(expected)
    }
  })

  test('cannot be tried without end', async () => {
    const { person } = await withTwoSteps()
    const visitor = site.visitor()
    await visitor.logIn(person.email, person.password)
    const statuses: number[] = []
    for (let n = 0; n < 8; n++)
      statuses.push(
        (await visitor.post('/api/accounts/two-factor/challenge', { code: `00000${n}`, kind: 'totp' })).status,
      )
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true)
    expect(await visitor.post('/api/accounts/two-factor/challenge', { code: '111111', kind: 'totp' })).toMatchObject({
      code: 'two-factor-expired',
    })
  })

  test('has ten tries in ten minutes, however often the login begins anew', async () => {
    const { person } = await withTwoSteps()
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      const visitor = site.visitor()
      await visitor.logIn(person.email, person.password)
      const answer = await visitor.post('/api/accounts/two-factor/challenge', { code: `0000${10 + n}`, kind: 'totp' })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('is added, renewed and removed only with the password', async () => {
    const { person, visitor } = await withTwoSteps()
    for (const path of ['remove', 'recovery-codes'])
      expect(await visitor.post(`/api/accounts/two-factor/${path}`, { password: 'not it' })).toMatchObject({
        status: 401,
      })
    const fresh = await visitor.post<{ recoveryCodes: string[] }>('/api/accounts/two-factor/recovery-codes', {
      password: person.password,
    })
    expect(fresh.recoveryCodes).toHaveLength(10)
    expect(await visitor.post('/api/accounts/two-factor/remove', { password: person.password })).toMatchObject({
      enabled: false,
    })
    expect(await site.visitor().logIn(person.email, person.password)).toMatchObject({ next: '/redirect' })
  })

  test('is taken off a member by an administrator, who is on record', async () => {
    const { person } = await withTwoSteps(site.aMember())
    const admin = await site.asAdmin()
    const read = () => admin.get<{ standing: { twoFactor: boolean } }>(`/api/members/${person.id}`)
    expect(await read()).toMatchObject({ standing: { twoFactor: true } })
    expect((await admin.post(`/api/members/${person.id}/two-factor-removal`)).status).toBe(200)
    expect(await read()).toMatchObject({ standing: { twoFactor: false } })
    expect(await site.visitor().logIn(person.serial, person.password)).toMatchObject({ next: '/redirect' })
    const entries = await site.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, person.id))
    expect(entries.map(({ action }) => action)).toEqual(['two-factor added', 'two-factor removed'])
  })

  test('without a started login there is nothing to answer', async () => {
    expect(
      await site.visitor().post('/api/accounts/two-factor/challenge', { code: '123456', kind: 'totp' }),
    ).toMatchObject({ code: 'two-factor-expired' })
  })
})

// Shows audit-03
test('what was done to accounts is in the audit log, which holds together and names nobody', async () => {
  const own = await testSite({ election: false })
  onTestFinished(() => own.stop())
  const someone = await own.aMember()
  const admin = await own.asAdmin()
  const visitor = await own.signedIn(someone)
  const done = async (who: Visitor, path: string, form = {}) => {
    const answer = await who.post(path, form)
    expect(answer.status, path).toBeLessThan(300)
    return answer
  }
  const password = 'tatlong bituin'
  await done(visitor, '/api/accounts/password', { password, confirm: password })
  const { secret = '' } = await done(visitor, '/api/accounts/two-factor/start', { password, name: 'My phone' })
  await done(visitor, '/api/accounts/two-factor/confirm', { code: await generate({ secret }) })
  await done(visitor, '/api/accounts/two-factor/recovery-codes', { password })
  for (const help of ['two-factor-removal', 'one-time-code', 'birthdate-password'])
    await done(admin, `/api/members/${someone.id}/${help}`)
  expect(await verifyAudit(own.db)).toMatchObject({ ok: true })
  const entries = await own.db.select({ entry: auditLog.entry, action: auditLog.action }).from(auditLog)
  expect(new Set(entries.map(({ action }) => action))).toEqual(
    new Set([
      'site started first',
      'password changed',
      'password reset to birthdate',
      'one-time code given',
      'two-factor added',
      'two-factor removed',
      'recovery codes renewed',
    ]),
  )
  expect(entries.map(({ entry }) => entry).join()).not.toMatch(/@|DELA CRUZ|O-1\d{5}/)
})
