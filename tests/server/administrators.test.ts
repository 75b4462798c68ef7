import { eq } from 'drizzle-orm'
import { generate } from 'otplib'
import { afterAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '#server/accounts/change-password.ts'
import { findForResetLink } from '#server/accounts/queries.ts'
import { lockKeys } from '#server/db/locks.ts'
import { administrators, users, verifications } from '#server/db/schema.ts'
import { accountText } from '#shared/accounts/text.ts'
import { mainJobs as jobs, type Job } from '#shared/permissions.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const site = await testSite()
// Whoever the first start made must not stand in for the last of a test.
await site.pool.query(`update administrators set removed_at = now()`)
await site.pool.query(`update users set is_admin = false, approved = false, former_admin = true, email = null`)
const desk = await site.asAdmin({ firstName: 'Pilar', lastName: 'Peña' })
afterAll(() => site.stop())

interface Listed {
  id: string
  name: string
  email: string
  jobs: Job[]
  accepted: boolean
  twoFactor: boolean
  lastLoginAt: number | null
}

let last = 0
const person = (given: readonly string[] = ['content']) => ({
  firstName: 'Ana',
  lastName: `Reyes ${++last}`,
  email: `helper${last}@example.org`,
  jobs: given,
})
const invite = (form: object, by: Visitor = desk) => by.post('/api/administrators', form)
const remove = (id: string, by: Visitor = desk) => by.delete(`/api/administrators/${id}`)
const give = (id: string, given: readonly string[], by: Visitor = desk) =>
  by.put(`/api/administrators/${id}/jobs`, { jobs: given })
const listed = async (id: string) =>
  (await desk.get<{ administrators: Listed[] }>('/api/administrators')).administrators.find((one) => one.id === id)
const logged = (id: string) => site.actsOn(id)
const withJobs = (given: readonly Job[], name = 'Helper') =>
  site.anAdmin({ firstName: name, lastName: 'Cruz' }, 'long admin password', { jobs: given })

/** The tokens of the invitations that were sent to this address, the oldest first. */
async function tokensFor(email: string, count = 1): Promise<string[]> {
  await expect.poll(() => emailsTo(site.dataDir, email), { timeout: 15_000 }).toHaveLength(count)
  const texts = await emailsTo(site.dataDir, email)
  return texts.map((text) => /reset-password\?token=([\w-]+)&for=administrator/.exec(text)?.[1] ?? '')
}
const choose = (token: string, password: string) => {
  const visitor = site.visitor()
  return visitor.post('/api/accounts/password', { password, confirm: password, token })
}

describe('an invitation', () => {
  test('is the only way to a first password: nobody who has none is sent a link to reset it', async () => {
    const email = 'not.yet@example.org'
    await invite({ firstName: 'Not', lastName: 'Yet', email, jobs: ['content'] })
    expect(await findForResetLink(site.db, { email })).toBeNull()
    const accepted = await withJobs(['content'])
    expect(await findForResetLink(site.db, { email: accepted.email })).toMatchObject({ id: accepted.id })
    const member = await site.aMember()
    expect(await findForResetLink(site.db, { email: member.email })).toMatchObject({ id: member.id })
  })

  // Shows administrators-01
  test('comes by email, is stored as a hash, and lets the person choose a password of 12 characters, once', async () => {
    const form = person(['content', 'elections'])
    const { id, status } = await invite(form)
    expect(status).toBe(201)
    expect(await listed(id)).toMatchObject({
      name: `${form.firstName} ${form.lastName}`,
      email: form.email,
      jobs: ['content', 'elections'],
      accepted: false,
      lastLoginAt: null,
    })
    const [token = ''] = await tokensFor(form.email)
    const stored = await site.db
      .select({ identifier: verifications.identifier })
      .from(verifications)
      .where(eq(verifications.userId, id))
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await choose(token, 'short and 11')).toMatchObject({
      status: 200,
      next: '/login?changed=invitation',
      message: accountText.invitationAccepted,
    })
    expect(await choose(token, 'another long password')).toMatchObject({ status: 400, code: 'reset-link-expired' })
    expect(await site.visitor().logIn(form.email, 'short and 11')).toMatchObject({ status: 200 })
    expect(await listed(id)).toMatchObject({ accepted: true, lastLoginAt: expect.any(Number) })
    expect(await logged(id)).toEqual(['administrator invited', 'administrator joined'])
  })

  // Shows administrators-04
  test('needs a password of 12 characters; members keep theirs', async () => {
    const form = person()
    await invite(form)
    const [token = ''] = await tokensFor(form.email)
    expect(await choose(token, 'eleven char')).toMatchObject({ status: 400, code: 'password-under-twelve' })
    const member = await site.asMember()
    const short = { password: 'eight ch', confirm: 'eight ch' }
    expect((await member.post('/api/accounts/password', short)).status).toBe(200)
    const admin = await site.signedIn(await withJobs(['content']))
    const present = 'long admin password'
    expect((await admin.post('/api/accounts/password', { ...short, present })).status).toBe(400)
  })

  test('is asked for the one they have before they choose another, and only so often', async () => {
    const helper = await withJobs(['content'])
    const admin = await site.signedIn(helper)
    const chosen = { password: 'mahabang bugtong', confirm: 'mahabang bugtong' }
    const change = (form: object) => admin.post('/api/accounts/password', form)
    const refused = { status: 401, code: 'wrong-credentials', fields: { present: 'This is not your password' } }
    expect(await change(chosen)).toMatchObject(refused)
    expect(await change({ ...chosen, present: chosen.password })).toMatchObject(refused)
    expect((await admin.get('/api/accounts/me')).status).toBe(200)
    expect(await change({ ...chosen, present: helper.password })).toMatchObject({ status: 200 })
    expect(await site.visitor().logIn(helper.email, chosen.password)).toMatchObject({ status: 200 })
    for (let n = 0; n < 7; n++) await change({ ...chosen, present: 'a guess' })
    expect(await change({ ...chosen, present: chosen.password })).toMatchObject({ status: 429 })
  })

  test.each([
    ['a member', 'administrator-is-member', async () => (await site.aMember()).email],
    ['an applicant', 'administrator-is-member', async () => (await site.anApplicant()).email],
    ['an administrator', 'administrator-exists', async () => desk.email],
    [
      'an observer',
      'administrator-is-observer',
      async () => (await site.anObserver(await site.theElection(), desk)).email,
    ],
    [
      'somebody invited',
      'administrator-exists',
      async () => {
        const form = person()
        await invite(form)
        return form.email
      },
    ],
  ])('to the address of %s is refused with a reason', async (_whose, code, address) => {
    const email = await address()
    expect(await invite({ ...person(), email })).toMatchObject({ status: 409, code, message: expect.any(String) })
    expect(await invite({ ...person(), email: email.toUpperCase() })).toMatchObject({ status: 409, code })
    const { message } = await invite({ ...person(), email })
    if (code !== 'administrator-exists') expect(message).toContain(email.replace('@', '+admin@'))
  })

  test('of one address twice at once makes one account', async () => {
    const form = person()
    const both = await Promise.all([invite(form), invite(form)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('is sent again with a link that replaces the one before, and withdrawn with all of them', async () => {
    const form = person()
    const { id } = await invite(form)
    const [first = ''] = await tokensFor(form.email)
    expect((await desk.post(`/api/administrators/${id}/invitation`)).status).toBe(200)
    const [, second = ''] = await tokensFor(form.email, 2)
    expect(await choose(first, 'a long new password')).toMatchObject({ code: 'reset-link-expired' })
    expect(await remove(id)).toMatchObject({ status: 200 })
    expect(await choose(second, 'a long new password')).toMatchObject({ code: 'reset-link-expired' })
    expect(await listed(id)).toBeUndefined()
    expect(await logged(id)).toEqual([
      'administrator invited',
      'administrator invited',
      'administrator invitation withdrawn',
    ])
    await expect.poll(() => emailsTo(site.dataDir, form.email), { timeout: 15_000 }).toHaveLength(3)
    // The address is free again.
    expect(await invite(form)).toMatchObject({ status: 201 })
  })

  test('is not sent again to somebody who has accepted', async () => {
    const { id } = await withJobs(['content'])
    expect(await desk.post(`/api/administrators/${id}/invitation`)).toMatchObject({
      status: 409,
      code: 'administrator-accepted',
    })
  })

  test.each([
    [{ jobs: [] }, 'jobs'],
    [{ jobs: ['everything'] }, 'jobs'],
    [{ firstName: ' ' }, 'firstName'],
    [{ email: 'nobody' }, 'email'],
  ])('with %j is refused beside its field', async (wrong, field) => {
    const { status, fields } = await invite({ ...person(), ...wrong })
    expect([status, Object.keys(fields ?? {})]).toEqual([400, [expect.stringContaining(field)]])
  })
})

describe('jobs', () => {
  // Shows administrators-06
  test('hold from the next request on, and what is missing is named with who can give it', async () => {
    const helper = await withJobs(['content'])
    const visitor = await site.signedIn(helper)
    expect(await visitor.get('/api/approvals')).toMatchObject({
      status: 403,
      code: 'job-missing',
      message: 'You need the job “Membership” for this. An administrator with all jobs can give it to you.',
    })
    expect((await visitor.get('/admin/import')).headers.get('location')).toBe('/admin?needs=membership')
    expect((await visitor.get('/admin/administrators')).headers.get('location')).toBe('/admin?needs=every%20job')
    expect(await give(helper.id, ['membership'])).toMatchObject({ status: 200 })
    expect((await visitor.get('/api/approvals')).status).toBe(200)
    expect((await visitor.get('/api/pages/home/versions')).status).toBe(403)
    expect(await logged(helper.id)).toEqual(['administrator jobs changed'])
    await expect.poll(() => emailsTo(site.dataDir, helper.email), { timeout: 15_000 }).toHaveLength(1)
    expect(await emailsTo(site.dataDir, helper.email)).toEqual([expect.stringContaining('- Membership: ')])
  })

  test('that stay as they are tell nobody and log nothing', async () => {
    const helper = await withJobs(['content'])
    expect(await give(helper.id, ['content'])).toMatchObject({ status: 200 })
    expect(await logged(helper.id)).toEqual([])
  })

  test.each(jobs)('nobody without all of them manages administrators: not who lacks %s', async (missing) => {
    const almost = await withJobs(jobs.filter((job) => job !== missing))
    const visitor = await site.signedIn(almost)
    expect(await give(almost.id, jobs, visitor)).toMatchObject({ status: 403, code: 'every-job-missing' })
    expect(await invite(person(), visitor)).toMatchObject({ status: 403, code: 'every-job-missing' })
    expect(await remove(desk.id, visitor)).toMatchObject({ status: 403, code: 'every-job-missing' })
    expect((await visitor.get('/api/administrators')).status).toBe(403)
  })

  test('are asked for again once the turn has come: who lost one while waiting changes nobody', async () => {
    const manager = await withJobs(jobs, 'Late')
    const helper = await withJobs(['content'])
    const visitor = await site.signedIn(manager)
    const holder = await site.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select pg_advisory_xact_lock($1)', [lockKeys.administrators])
      const waiting = [give(helper.id, jobs, visitor), remove(helper.id, visitor), invite(person(), visitor)]
      const queue = `select from pg_locks where not granted and locktype = 'advisory' and objid = $1`
      await expect.poll(async () => (await holder.query(queue, [lockKeys.administrators])).rowCount).toBe(3)
      await holder.query(`update administrators set jobs = '{content}' where user_id = $1`, [manager.id])
      await holder.query('commit')
      for (const refused of await Promise.all(waiting))
        expect(refused).toMatchObject({ status: 403, code: 'every-job-missing' })
    } finally {
      holder.release()
    }
    expect(await listed(helper.id)).toMatchObject({ jobs: ['content'] })
  })

  test('of somebody who is no administrator cannot be given', async () => {
    const { id } = await site.aMember()
    expect(await give(id, ['content'])).toMatchObject({ status: 404 })
    expect(await remove(id)).toMatchObject({ status: 404 })
  })
})

describe('a removed administrator', () => {
  test('is out at once, cannot come back, and stays named with the address in the log', async () => {
    const helper = await withJobs(['content'], 'Lourdes')
    const visitor = await site.signedIn(helper)
    expect(await visitor.put('/api/own-name', { firstName: 'Lourdes', lastName: 'Ramos' })).toMatchObject({
      status: 200,
    })
    const both = await Promise.all([remove(helper.id), remove(helper.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await visitor.get('/api/admin/counts')).status).toBe(401)
    expect(await site.visitor().logIn(helper.email, helper.password)).toMatchObject({ status: 401 })
    expect(await site.rowsOf(users, { id: helper.id })).toMatchObject([
      { isAdmin: false, approved: false, email: null, formerAdmin: true },
    ])
    const { entries } = await desk.get<{ entries: object[] }>(`/api/audit?actor=${helper.id}`)
    expect(entries).toMatchObject([
      {
        action: 'administrator renamed',
        by: `Lourdes Ramos (${helper.email})`,
        memberId: null,
        detail: { before: 'Lourdes Cruz', after: 'Lourdes Ramos' },
      },
    ])
    expect(await logged(helper.id)).toEqual(['administrator renamed', 'administrator removed'])
    const csv = (await desk.get('/api/audit.csv')).text
    expect(csv).toContain(`,Lourdes Ramos,${helper.email}`)
    // The address may be somebody else's now, and the old person keeps it in the log.
    expect(await invite({ ...person(), email: helper.email })).toMatchObject({ status: 201 })
    expect((await desk.get(`/api/members/${helper.id}`)).status).toBe(404)
  })

  test('is told by email', async () => {
    const helper = await withJobs(['content'])
    await remove(helper.id)
    await expect.poll(() => emailsTo(site.dataDir, helper.email), { timeout: 15_000 }).toHaveLength(1)
    expect(await emailsTo(site.dataDir, helper.email)).toEqual([expect.stringContaining('Pilar')])
  })

  test('who is a member stays one', async () => {
    const both = await site.aMember({ isAdmin: true })
    expect(await remove(both.id)).toMatchObject({ status: 200 })
    const member = await site.signedIn(both)
    expect(await member.get('/api/accounts/me')).toMatchObject({ role: 'member', jobs: [] })
  })
})

describe('the last administrator with all jobs', () => {
  const everyJob = async () =>
    (
      await site.pool.query<{ n: number }>(
        `select count(*)::int as n from administrators a join users u on u.id = a.user_id
         where a.removed_at is null and u.is_admin and cardinality(a.jobs) = 4 and u.own_password`,
      )
    ).rows[0]?.n

  // Shows administrators-11
  test('cannot be removed nor lose a job; an invitation that was not accepted does not count', async () => {
    expect(await everyJob()).toBe(1)
    await invite(person(jobs))
    expect(await give(desk.id, ['content'])).toMatchObject({ status: 409, code: 'administrator-last' })
    expect(await remove(desk.id)).toMatchObject({ status: 409, code: 'administrator-last' })
    expect(await everyJob()).toBe(1)
  })

  // Shows administrators-11
  test.each([
    ['remove one another', (me: Someone, other: Someone, by: Visitor) => remove(other.id, by)],
    ['remove themselves', (me: Someone, _other: Someone, by: Visitor) => remove(me.id, by)],
    ['give up a job', (me: Someone, _other: Someone, by: Visitor) => give(me.id, ['content'], by)],
    ['take a job from one another', (_me: Someone, other: Someone, by: Visitor) => give(other.id, ['content'], by)],
  ])('is left when two %s at the same moment', async (_what, act) => {
    for (let round = 0; round < 3; round++) {
      const two = [await withJobs(jobs, 'One'), await withJobs(jobs, 'Two')] as const
      const visitors = [await site.signedIn(two[0]), await site.signedIn(two[1])] as const
      // The chief stands aside for the race, or there would be a third.
      await site.pool.query(`update administrators set jobs = '{content}' where user_id = $1`, [desk.id])
      const answers = await Promise.all([act(two[0], two[1], visitors[0]), act(two[1], two[0], visitors[1])])
      const left = await everyJob()
      await site.pool.query(`update administrators set jobs = $2 where user_id = $1`, [desk.id, jobs])
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
      expect(answers.map(({ status }) => status).toSorted()[1]).not.toBe(200)
      expect(left).toBe(1)
      for (const { id } of two) await remove(id)
    }
  })
})

describe('one’s own name', () => {
  test('is asked for first where the site does not know it, and is nobody else’s to change', async () => {
    const unnamed = await withJobs(['content'], 'Administrator')
    await site.update(administrators, { userId: unnamed.id }, { named: false })
    const visitor = await site.signedIn(unnamed)
    expect((await visitor.get('/redirect')).headers.get('location')).toBe('/security?first')
    expect((await visitor.get('/admin')).headers.get('location')).toBe('/security?first')
    expect(await visitor.get('/api/accounts/me')).toMatchObject({ firstStep: 'name', named: false })
    const refused = await visitor.get('/api/admin/counts')
    expect(refused).toMatchObject({ status: 403, code: 'name-required' })
    const named = { firstName: 'Rosa', lastName: 'Luna' }
    expect((await visitor.put('/api/own-name', { ...named, lastName: ' ' })).status).toBe(400)
    expect((await visitor.put('/api/own-name', named)).status).toBe(200)
    expect((await visitor.get('/redirect')).headers.get('location')).toBe('/admin')
    expect(await listed(unnamed.id)).toMatchObject({ name: 'Rosa Luna' })
    const member = await site.asMember()
    expect((await member.put('/api/own-name', named)).status).toBe(403)
  })
})

describe('one’s own email address', () => {
  type Changed = { changed: boolean }
  const put = (by: Visitor, form: object) => by.put<Changed>('/api/own-email', form)
  const codesTo = async (email: string) =>
    (await emailsTo(site.dataDir, email)).flatMap((text) => /your code is (\d{6})/.exec(text)?.[1] ?? [])
  /** With the code that comes to the new address, if one is sent. */
  async function change(by: Visitor, form: { email: string; password: string }) {
    const asked = await put(by, form)
    if (asked.status !== 200 || asked.changed) return asked
    return put(by, { ...form, code: await codeTo(form.email.trim().toLowerCase()) })
  }
  async function codeTo(email: string): Promise<string> {
    await expect.poll(() => codesTo(email), { timeout: 15_000 }).not.toEqual([])
    return (await codesTo(email)).at(-1) ?? ''
  }
  const password = 'long admin password'
  const fresh = () => `own${++last}@example.org`
  const emailOf = async (id: string) => (await site.rowsOf(users, { id }))[0]?.email

  test('is changed with the password: the new one logs in, the other sessions end, and both addresses are told', async () => {
    const helper = await withJobs(['content'])
    const [here, elsewhere] = [await site.signedIn(helper), await site.signedIn(helper)]
    const email = fresh()
    expect(await change(here, { email: ` ${email.toUpperCase()} `, password })).toMatchObject({ status: 200 })
    expect(await here.get('/api/accounts/me')).toMatchObject({ status: 200, email })
    expect((await elsewhere.get('/api/accounts/me')).status).toBe(401)
    expect(await site.visitor().logIn(helper.email, password)).toMatchObject({ status: 401 })
    expect(await site.visitor().logIn(email, password)).toMatchObject({ status: 200 })
    for (const to of [helper.email, email]) {
      const told = async () =>
        (await emailsTo(site.dataDir, to)).filter((text) => text.includes('your email address was changed'))
      await expect.poll(told, { timeout: 15_000 }).toHaveLength(1)
    }
    const { entries } = await desk.get<{ entries: object[] }>(`/api/audit?actor=${helper.id}`)
    expect(entries).toMatchObject([{ action: 'administrator email changed', detail: {} }])
    expect(JSON.stringify(entries)).not.toContain(helper.email)
  })

  test('is not changed with a wrong password, and only so often tried', async () => {
    const helper = await withJobs(['content'])
    const visitor = await site.signedIn(helper)
    const wrong = { email: fresh(), password: 'another password' }
    for (let n = 0; n < 10; n++)
      expect(await change(visitor, wrong)).toMatchObject({
        status: 401,
        code: 'wrong-credentials',
        fields: { password: 'This is not your password' },
      })
    expect(await change(visitor, { ...wrong, password })).toMatchObject({ status: 429, code: 'login-slow-down' })
    expect(await emailOf(helper.id)).toBe(helper.email)
    expect(await logged(helper.id)).toEqual([])
    expect((await visitor.get('/api/accounts/me')).status).toBe(200)
  })

  test.each([
    ['a member', () => site.aMember()],
    ['an applicant', () => site.anApplicant()],
    ['an observer', async () => site.anObserver(await site.theElection(), desk)],
    ['another administrator', () => withJobs(jobs)],
  ])('is not that of %s', async (_who, someone) => {
    const helper = await withJobs(['content'])
    const visitor = await site.signedIn(helper)
    const { email } = await someone()
    expect(await change(visitor, { email, password })).toMatchObject({
      status: 409,
      code: 'email-taken',
      fields: { email: 'Email is already registered' },
    })
    expect(await emailOf(helper.id)).toBe(helper.email)
    expect((await visitor.get('/api/accounts/me')).status).toBe(200)
    expect(await logged(helper.id)).toEqual([])
  })

  test('has the form of one, and is an administrator’s to change', async () => {
    const visitor = await site.signedIn(await withJobs(['content']))
    expect(await change(visitor, { email: 'nobody', password })).toMatchObject({ status: 400 })
    expect(await change(visitor, { email: fresh(), password: '' })).toMatchObject({ status: 400 })
    const member = await site.asMember()
    expect(await change(member, { email: fresh(), password })).toMatchObject({ status: 403 })
    expect(await change(site.visitor(), { email: fresh(), password })).toMatchObject({ status: 401 })
  })

  test('asked for twice at once is changed once; two who want the same one do not both get it', async () => {
    const [one, two] = [await withJobs(['content']), await withJobs(['content'])]
    const [first, second] = [await site.signedIn(one), await site.signedIn(two)]
    const email = fresh()
    expect(await put(first, { email, password })).toMatchObject({ status: 200, changed: false })
    const proved = { email, password, code: await codeTo(email) }
    const both = await Promise.all([put(first, proved), put(first, proved)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await logged(one.id)).toEqual(['administrator email changed'])
    expect((await first.get('/api/accounts/me')).status).toBe(200)

    const wanted = { email: fresh(), password }
    for (const [n, by] of [first, second].entries()) {
      expect(await put(by, wanted)).toMatchObject({ status: 200, changed: false })
      await expect.poll(() => codesTo(wanted.email), { timeout: 15_000 }).toHaveLength(n + 1)
    }
    const codes = await codesTo(wanted.email)
    const tries = [first, second].flatMap((by) => codes.map((code) => put(by, { ...wanted, code })))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 400, 401, 409].includes(status))).toBe(true)
  })

  test('is proved by a code to the new one, for the account and the address it was sent for', async () => {
    const [one, two] = [await withJobs(['content']), await withJobs(['content'])]
    const [first, second] = [await site.signedIn(one), await site.signedIn(two)]
    const wanted = { email: fresh(), password }
    expect(await put(first, wanted)).toMatchObject({ status: 200, changed: false })
    const code = await codeTo(wanted.email)
    expect(await emailOf(one.id)).toBe(one.email)
    const wrong = { status: 400, fields: { code: 'This is not the code, or it is too old' } }
    expect(await put(first, { ...wanted, code: code === '000000' ? '000001' : '000000' })).toMatchObject(wrong)
    expect(await put(first, { ...wanted, email: fresh(), code })).toMatchObject(wrong)
    expect(await put(second, { ...wanted, code })).toMatchObject(wrong)
    expect(await put(first, { ...wanted, password: 'another password', code })).toMatchObject({ status: 401 })
    expect(await put(first, { ...wanted, code: ` ${code} ` })).toMatchObject({ status: 200, changed: true })
    expect(await put(first, wanted)).toMatchObject({ status: 400, fields: { email: 'This is your address already' } })
    expect(await logged(one.id)).toEqual(['administrator email changed'])
  })

  test('is not proved by a code that is too old', async () => {
    const visitor = await site.signedIn(await withJobs(['content']))
    const wanted = { email: fresh(), password }
    await put(visitor, wanted)
    const code = await codeTo(wanted.email)
    await site.db.update(verifications).set({ expiresAt: Date.now() - 1000 })
    expect(await put(visitor, { ...wanted, code })).toMatchObject({ status: 400 })
  })

  test('ends a link that is asked for while it changes: what goes to the old one opens nothing', async () => {
    const helper = await withJobs(['content'])
    const visitor = await site.signedIn(helper)
    const wanted = { email: fresh(), password }
    await put(visitor, wanted)
    const code = await codeTo(wanted.email)
    const log = await site.pool.connect()
    try {
      // The change has begun, and waits for its entry in the log.
      await log.query('begin; lock table audit_log in exclusive mode')
      const changing = put(visitor, { ...wanted, code })
      const waits = async () =>
        (
          await site.pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount
      await expect.poll(waits).toBeGreaterThan(0)
      await site.visitor().post('/api/accounts/forgot', { login: helper.email })
      await expect.poll(waits).toBeGreaterThan(1)
      await log.query('commit')
      expect(await changing).toMatchObject({ status: 200, changed: true })
    } finally {
      log.release()
    }
    await site.visitor().post('/api/accounts/forgot', { login: wanted.email })
    const linksTo = async (email: string) =>
      (await emailsTo(site.dataDir, email)).filter((text) => text.includes('/reset-password?token='))
    await expect.poll(() => linksTo(wanted.email), { timeout: 15_000 }).toHaveLength(1)
    expect(await linksTo(helper.email)).toEqual([])
  })

  test('leaves two-step login on, and ends links that were sent to the old one', async () => {
    const helper = await withJobs(['content'])
    const visitor = await site.signedIn(helper)
    const { secret } = await visitor.post('/api/accounts/two-factor/start', { password, name: 'phone' })
    const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) })
    await visitor.post('/api/accounts/two-factor/confirm', { code })
    const link = new URL(await makePasswordLink(site, helper.id, 60))
    const email = fresh()
    expect(await change(visitor, { email, password })).toMatchObject({ status: 200 })
    expect(await visitor.get('/api/accounts/me')).toMatchObject({ email, twoFactor: true })
    expect(await choose(link.searchParams.get('token') ?? '', 'mahabang bugtong')).toMatchObject({
      code: 'reset-link-expired',
    })
    const again = site.visitor()
    expect(await again.post('/api/accounts/login', { login: email, password })).toMatchObject({ twoFactor: true })
  })

  test('that the first start made up is given before the name, and told to nobody', async () => {
    const made = fresh().replace('@example.org', '@site.local')
    const unnamed = await site.anAdmin({ firstName: 'Administrator', lastName: made, email: made }, password)
    await site.update(administrators, { userId: unnamed.id }, { named: false })
    const visitor = await site.signedIn(unnamed)
    const email = fresh()
    expect(await change(visitor, { email, password })).toMatchObject({ status: 200 })
    expect(await visitor.get('/api/accounts/me')).toMatchObject({ name: `Administrator ${email}`, firstStep: 'name' })
    await expect.poll(() => emailsTo(site.dataDir, email), { timeout: 15_000 }).toHaveLength(2)
    expect(await emailsTo(site.dataDir, made)).toEqual([])
  })
})

// Shows administrators-13
test('a site reached by https lets an administrator do nothing before two-step login is on', async () => {
  const secure = await testSite({ env: { PUBLIC_URL: 'https://example.org', ADMIN_NAME: 'Pilar Peña' } })
  try {
    const admin = await secure.anAdmin()
    const visitor = secure.visitor({ origin: 'https://example.org' })
    expect(await visitor.logIn(admin.email, admin.password)).toMatchObject({ status: 200 })
    expect(await visitor.get('/api/accounts/me')).toMatchObject({ firstStep: 'two-step login', jobs: [] })
    for (const path of ['/api/administrators', '/api/approvals', '/api/audit', '/api/admin/counts', '/api/my-data'])
      expect(await visitor.get(path), path).toMatchObject({ status: 403, code: 'two-factor-required' })
    expect((await visitor.get('/api/files/00000000-0000-4000-8000-000000000000')).status).not.toBe(200)
    for (const path of ['/admin', '/redirect', '/members', '/admin/status', `/member/${admin.id}`])
      expect((await visitor.get(path)).headers.get('location'), path).toBe('/security?first')
    expect((await visitor.get('/security')).status).toBe(200)
    const phone = { password: admin.password, name: 'phone' }
    const { secret } = await visitor.post('/api/accounts/two-factor/start', phone)
    const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) })
    expect((await visitor.post('/api/accounts/two-factor/confirm', { code })).status).toBe(200)
    expect(await visitor.get('/api/accounts/me')).toMatchObject({ firstStep: null, jobs })
    expect((await visitor.get('/redirect')).headers.get('location')).toBe('/admin')
    expect((await visitor.get('/api/administrators')).status).toBe(200)
    // Whoever is no administrator is asked for nothing.
    const member = await secure.aMember()
    const other = secure.visitor({ origin: 'https://example.org' })
    await other.logIn(member.serial, member.password)
    expect(await other.get('/api/accounts/me')).toMatchObject({ firstStep: null })
    expect((await other.get('/api/members')).status).toBe(200)
  } finally {
    await secure.stop()
  }
})
