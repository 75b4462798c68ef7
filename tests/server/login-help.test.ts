import { eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { warnOfStoppedAccounts } from '#server/accounts/throttle.ts'
import { emails, throttles, twoFactors, users } from '#server/db/schema.ts'
import { openLinks } from '#server/email/queue.ts'
import type { ProfileForm } from '#shared/members/profile/profile.ts'
import { type Someone } from '#tests/support/factories.ts'
import { profileEditing } from '#tests/support/profile-editing.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

/** Emails stay where they can be read. */
const site = await testSite({ env: { TRUSTED_PROXY: 'x-forwarded-for@127.0.0.1' }, holds: ['send emails'] })
const admin = await site.asAdmin()
const by = profileEditing(site, admin)
afterAll(() => site.stop())

const from = (address: string) => site.visitor({ 'x-forwarded-for': address })
const emailsTo = async (address: string) =>
  (
    await site.db
      .select({ subject: emails.subject, body: emails.body })
      .from(emails)
      .where(eq(emails.to, address))
      .orderBy(emails.createdAt)
  ).map(({ subject, body }) => ({ subject, body }))
const subjectsTo = async (address: string) => (await emailsTo(address)).map(({ subject }) => subject)
const me = (visitor: Visitor) => visitor.get<{ helped: boolean; helpedAt: number | null }>('/api/accounts/me')
const choose = async (visitor: Visitor, password: string) =>
  (await visitor.post('/api/accounts/password', { password, confirm: password })).status
/** By the database: a session of the member's own would end with some of the acts. */
async function helpedAt(id: string) {
  const [row] = await site.db.select({ at: users.loginHelpedAt }).from(users).where(eq(users.id, id))
  return row!.at
}

describe('what lets somebody else into a member’s account', () => {
  const acts: Record<string, { act: (member: Someone) => Promise<unknown>; subject: string; logged: string }> = {
    'a one-time code': {
      act: ({ id }) => admin.post(`/api/members/${id}/one-time-code`),
      subject: 'ARRAPI: a one-time code was given out for your account',
      logged: 'one-time code given',
    },
    'the birthday as password': {
      act: ({ id }) => admin.post(`/api/members/${id}/birthdate-password`),
      subject: 'ARRAPI: your password is your birthday again',
      logged: 'password reset to birthdate',
    },
    'no second step': {
      act: async ({ id }) => {
        await site.db.insert(twoFactors).values({ userId: id, secret: 'x', recoveryCodes: 'x' })
        await site.update(users, { id }, { twoFactorEnabled: true })
        await admin.post(`/api/members/${id}/two-factor-removal`)
      },
      subject: 'ARRAPI: two-step login was removed',
      logged: 'two-factor removed',
    },
    'another serial number': {
      act: ({ id }) => by.save(id, { militarySerial: `NEW-${id.slice(0, 8)}` }),
      subject: 'ARRAPI: your military serial number was changed',
      logged: 'member edited',
    },
    'another birthday': {
      act: ({ id }) => by.save(id, { birthday: '1971-02-03' }),
      subject: 'ARRAPI: your birthday was changed',
      logged: 'member edited',
    },
  }

  // Shows login-42, login-44
  test.each(Object.keys(acts))('%s: is told, is in the log, and marks the login', async (name) => {
    const { act, subject, logged } = acts[name]!
    const member = await site.aMember()
    expect(await helpedAt(member.id)).toBeNull()
    await act(member)
    expect(await subjectsTo(member.email)).toEqual([subject])
    expect((await by.logOf(member.id)).map(({ action, actor }) => [action, actor])).toEqual([[logged, admin.id]])
    expect(await helpedAt(member.id)).not.toBeNull()
  })

  // Shows login-44
  test.each<[string, (member: Someone) => Partial<ProfileForm>, string[]]>([
    ['another address', ({ email }) => ({ email: `new-${email}` }), ['email address']],
    [
      'all at once',
      ({ email, id }) => ({ email: `new-${email}`, militarySerial: `ALL-${id.slice(0, 8)}`, birthday: '1971-02-03' }),
      ['email address', 'military serial number', 'birthday'],
    ],
  ])('%s: is told at the old address and at the new one', async (_what, change, names) => {
    const member = await site.aMember()
    expect((await by.save(member.id, change(member))).status).toBe(200)
    const [before, after] = [await emailsTo(member.email), await emailsTo(`new-${member.email}`)]
    expect(before).toHaveLength(1)
    expect(after).toEqual(before)
    for (const name of names) expect(before[0]!.subject).toContain(name)
    // Neither says anything that only the member should know.
    expect(before[0]!.body).not.toMatch(/1971|ALL-|@/)
    expect(await helpedAt(member.id)).not.toBeNull()
  })

  // Shows login-44
  test('a first address is told too; other changes of the record are not, and mark nothing', async () => {
    const member = await site.aMember({ email: null })
    const email = `first-${member.id.slice(0, 8)}@example.org`
    await by.save(member.id, { email })
    expect(await subjectsTo(email)).toEqual(['ARRAPI: your email address was changed'])
    const other = await site.aMember()
    await by.save(other.id, { rank: 'MAJ' })
    expect(await subjectsTo(other.email)).toEqual([])
    expect(await helpedAt(other.id)).toBeNull()
  })

  // Shows login-44
  test('help that was refused, or had nothing to do, is neither told nor noted', async () => {
    const [member, applicant] = [await site.aMember(), await site.anApplicant()]
    expect((await admin.post(`/api/members/${member.id}/two-factor-removal`)).status).toBe(200)
    expect((await admin.post(`/api/members/${applicant.id}/one-time-code`)).status).toBe(404)
    const stale = await by.formOf(member.id, { birthday: '1971-02-03' })
    await by.save(member.id, { rank: 'MAJ' })
    expect((await by.put(admin, member.id, stale)).status).toBe(409)
    for (const { id, email } of [member, applicant]) {
      expect(await subjectsTo(email)).toEqual([])
      expect(await helpedAt(id)).toBeNull()
    }
  })

  // Shows login-44
  test('a file of members changes nobody who is there unless asked to, so it lets nobody in', async () => {
    const member = await site.aMember()
    const before = await by.recordOf(member.id)
    const texts = {
      firstName: 'ANA',
      lastName: 'REYES',
      militarySerial: member.serial,
      birthday: '1980-01-01',
      email: 'mine@example.org',
    }
    const part = { write: true, as: 'members', updating: false, rows: [{ row: 2, texts }] }
    expect(await admin.post('/api/member-imports', part)).toMatchObject({ rows: [{ status: 'known' }] })
    expect(await by.recordOf(member.id)).toEqual(before)
  })
})

describe('a login is marked as helped', () => {
  // Shows login-42
  test('for every session, until the member has chosen a password of their own; what happened stays to be seen', async () => {
    const phone = await site.asMember({}, 'bago ang tulong')
    expect(await me(phone)).toMatchObject({ helped: false, helpedAt: null })
    const { code } = await admin.post(`/api/members/${phone.id}/one-time-code`)
    const visitor = site.visitor()
    await visitor.logIn(phone.serial, code)
    // Also where the member was before: that is where they read of it.
    for (const there of [phone, visitor]) expect(await me(there)).toMatchObject({ helped: true })
    expect(await choose(visitor, 'pagkatapos ng tulong')).toBe(200)
    const after = await me(visitor)
    expect(after).toMatchObject({ helped: false, helpedAt: expect.any(Number) })
    expect((await by.logOf(phone.id)).map(({ action, detail }) => [action, detail])).toEqual([
      ['one-time code given', undefined],
      ['password changed', { after: 'help with the login' }],
    ])
    const [, changed] = await emailsTo(phone.email)
    expect(changed?.body).toContain('an administrator helped with your login')
    // The next one is nobody's help.
    expect(await choose(visitor, 'isa pang bagong simula')).toBe(200)
    expect((await by.logOf(phone.id)).at(-1)?.detail).toBeUndefined()
    expect((await emailsTo(phone.email)).at(-1)?.body).not.toContain('helped')
  })

  // Shows login-44
  test('an administrator who takes an account over by another address leaves traces at the old one and in the log', async () => {
    const member = await site.aMember()
    const mine = `mine-${member.id.slice(0, 8)}@example.org`
    await by.save(member.id, { email: mine })
    await site.visitor().post('/api/accounts/forgot', { login: member.serial })
    const link = () =>
      emailsTo(mine).then(
        (all) => /token=([\w-]+)/.exec(openLinks(site.siteKey, { to: mine, body: all.at(-1)?.body ?? '' }).body)?.[1],
      )
    await expect.poll(link, { timeout: 10_000 }).toBeDefined()
    const form = { password: 'sa akin na ito ngayon', confirm: 'sa akin na ito ngayon', token: await link() }
    expect((await site.visitor().post('/api/accounts/password', form)).status).toBe(200)
    expect(await subjectsTo(member.email)).toEqual(['ARRAPI: your email address was changed'])
    expect((await by.logOf(member.id)).at(-1)).toMatchObject({
      action: 'password changed',
      detail: { after: 'help with the login' },
    })
    const thief = site.visitor()
    await thief.logIn(member.serial, form.password)
    expect(await me(thief)).toMatchObject({ helped: false, helpedAt: expect.any(Number) })
  })

  // Shows login-42
  test('help and a new password at the same moment: whichever came last counts', async () => {
    for (let n = 0; n < 5; n++) {
      const visitor = await site.asMember()
      await Promise.all([
        admin.post(`/api/members/${visitor.id}/one-time-code`),
        choose(visitor, `sabay na sabay ${n}`),
      ])
      const last = (await by.logOf(visitor.id)).at(-1)!.action
      const [row] = await site.db
        .select({ helped: users.loginHelpedAt, own: users.ownPasswordAt })
        .from(users)
        .where(eq(users.id, visitor.id))
      expect(row!.helped! > row!.own!).toBe(last === 'one-time code given')
    }
  })

  test('administrators who correct their own record are told, and not marked', async () => {
    const self = await site.asAdmin({ militarySerial: 'O-OWN-1', birthday: '1960-01-02', idNumber: 'ARRAPI-800-001' })
    const mine = profileEditing(site, self)
    expect((await mine.save(self.id, { birthday: '1960-02-01' })).status).toBe(200)
    expect(await subjectsTo(self.email)).toEqual(['ARRAPI: your birthday was changed'])
    expect(await helpedAt(self.id)).toBeNull()
  })
})

describe('many stopped accounts', () => {
  beforeEach(() => site.db.delete(throttles))
  const warnings = async () =>
    (await emailsTo(admin.email)).filter(({ subject }) => subject.includes('many accounts were stopped'))

  async function stop(accounts: number, address: string) {
    const members = await Promise.all(Array.from({ length: accounts }, () => site.aMember()))
    for (const [n, { serial }] of members.entries())
      await Promise.all(
        Array.from({ length: 7 }, (_, guess) => from(`${address}.${n}.${guess}`).logIn(serial, '01Jan1901')),
      )
  }

  // Shows login-48
  test('nineteen are not many; twenty are told to the administrators once an hour', async () => {
    await stop(19, '10.60')
    // What is not there, or not open, cannot be stopped.
    for (let n = 0; n < 7; n++) await from(`10.61.0.${n}`).logIn('NOBODY-THERE-1', 'x')
    const applicant = await site.anApplicant()
    for (let n = 0; n < 7; n++) await from(`10.62.0.${n}`).logIn(applicant.serial, 'x')
    await warnOfStoppedAccounts(site)
    expect(await warnings()).toEqual([])

    await stop(1, '10.63')
    await Promise.all([1, 2, 3].map(() => warnOfStoppedAccounts(site)))
    expect(await warnings()).toHaveLength(1)
    expect((await warnings())[0]!.body).toContain('20 accounts')

    await stop(3, '10.64')
    await warnOfStoppedAccounts(site)
    expect(await warnings()).toHaveLength(1)
    const { checks } = await admin.get<{ checks: { name: string; state: string; sentence: string }[] }>('/api/status')
    expect(checks.find(({ name }) => name === 'logins')).toMatchObject({
      state: 'warning',
      sentence: expect.stringContaining('23 accounts were stopped'),
    })

    await site.db
      .update(throttles)
      .set({ expire: Date.now() - 1 })
      .where(like(throttles.key, 'stopped accounts told'))
    await warnOfStoppedAccounts(site)
    expect(await warnings()).toHaveLength(2)
  }, 60_000)
})
