import { connect } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { noteChangedAccounts } from '#server/accounts/account-standing.ts'
import { makePasswordLink } from '#server/accounts/change-password.ts'
import { ballots, emails, oneTimeCodes, users, verifications } from '#server/db/schema.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { openLinks } from '#server/email/queue.ts'
import { birthdayFailures, birthdayFailuresWhileVoting } from '#shared/accounts/login.ts'
import { aSecret, vote, votingCloses, votingOpens } from '#tests/support/election.ts'
import type { Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

/** What somebody tries who may write to every table, past the site and its triggers, and has no key of it. */

let now = votingOpens - 60 * 60_000
const site = await testSite({ clock: { now: () => now }, holds: ['send emails', 'queue voter emails'] })
const election = await site.theElection()
const nominee = await site.aNominee({ lastName: 'NOMINEE' })
const desk = await site.asAdmin({ firstName: 'FIRST', lastName: 'OFFICER' })
const second = await site.asAdmin({ firstName: 'SECOND', lastName: 'OFFICER' })
afterAll(() => site.stop())

async function bend(text: string, values: unknown[] = []): Promise<void> {
  const client = await site.pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    await client.query(text, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const logIn = (who: Someone, password = who.password) => site.visitor().logIn(who.serial || who.email, password)
const statusOf = async (visitor: Visitor) => (await visitor.get('/api/accounts/me')).status
const stopped = { status: 403, code: 'account-changed-outside' }
const standingOf = async ({ id }: Someone, admin: Visitor = desk) =>
  (await admin.get<{ standing: { changedOutside: boolean; waitingCode: unknown } }>(`/api/members/${id}`)).standing

describe('a session', () => {
  test('that is moved to somebody else is nobody’s, and the log says so', async () => {
    const thief = await site.asMember()
    const victim = await site.aMember()
    const administrator = await site.anAdmin()
    for (const other of [victim, administrator]) {
      await bend('update sessions set user_id = $2 where user_id = $1', [thief.id, other.id])
      expect(await statusOf(thief)).toBe(401)
      await bend('update sessions set user_id = $1 where user_id = $2', [thief.id, other.id])
    }
    expect(await statusOf(thief)).toBe(200)
    expect(site.logged.join('\n')).toContain('it was opened by somebody else')
  })

  test('whose token is that of a second step is none', async () => {
    const member = await site.aMember()
    await site.update(users, { id: member.id }, { twoFactorEnabled: true })
    const visitor = site.visitor()
    expect(await visitor.logIn(member.serial, member.password)).toMatchObject({ twoFactor: true })
    const challenge = visitor.cookies.get('site.two_factor') ?? ''
    const [token] = decodeURIComponent(challenge).split('.')
    await bend(`insert into sessions (token, user_id, expires_at) values ($1, $2, now() + interval '1 day')`, [
      token,
      member.id,
    ])
    visitor.cookies.set('site.session_token', challenge)
    expect(await statusOf(visitor)).toBe(401)
  })
})

describe('what opens an account opens no other', () => {
  test('a password', async () => {
    const thief = await site.aMember({}, 'a password of the thief')
    const victim = await site.aMember({}, 'a password of the victim')
    await bend(`update passwords set hash = (select hash from passwords where user_id = $1) where user_id = $2`, [
      thief.id,
      victim.id,
    ])
    expect(await logIn(victim, thief.password)).toMatchObject({ status: 401 })
    expect(await logIn(victim)).toMatchObject({ status: 401 })
    expect(await logIn(thief)).toMatchObject({ status: 200 })
  })

  test('a link to a new password', async () => {
    const thief = await site.aMember()
    const victim = await site.aMember()
    const own = new URL(await makePasswordLink(site, thief.id, 60)).searchParams.get('token') ?? ''
    await bend('update verifications set user_id = $2 where user_id = $1', [thief.id, victim.id])
    const form = { password: 'chosen by the thief', confirm: 'chosen by the thief' }
    for (const token of [own, own.replace(thief.id, victim.id)])
      await site.visitor().post('/api/accounts/password', { token, ...form })
    expect(await logIn(victim, form.password)).toMatchObject({ status: 401 })
    expect(await logIn(victim)).toMatchObject({ status: 200 })
    const [row] = await site.rowsOf(verifications, { userId: victim.id })
    expect(row?.identifier ?? '').not.toContain(own.slice(0, 20))
  })

  test('an email that waits to be sent', async () => {
    const victim = await site.aMember()
    await site.visitor().post('/api/accounts/forgot', { login: victim.serial })
    await expect.poll(async () => (await site.rowsOf(emails, { to: victim.email })).length).toBe(1)
    const [email] = await site.rowsOf(emails, { to: victim.email })
    expect(email!.body).not.toContain('reset-password')
    expect(openLinks(site.siteKey, email!).body).toContain('/reset-password?token=')
    // Sent elsewhere, it is no email any more.
    expect(() => openLinks(site.siteKey, { ...email!, to: 'thief@example.org' })).toThrow()
  })
})

describe('an account that is changed past the site', () => {
  const changes = [
    `birthday = '1970-01-01'`,
    `email = 'thief@example.org'`,
    `military_serial = 'THIEF-1'`,
    `own_password = not own_password`,
    `two_factor_enabled = true`,
    `is_admin = true`,
    `is_observer = not is_observer, approved = false, id_number = null, military_serial = null, birthday = null`,
    `login_helped_at = now()`,
  ]
  test.each(changes)('%s: is stopped, in every session and at the login', async (change) => {
    const member = await site.asMember()
    await bend(`update users set ${change} where id = $1`, [member.id])
    expect(await statusOf(member)).toBe(401)
    await bend('delete from account_marks where user_id = $1', [member.id])
    expect(await statusOf(member)).toBe(401)
  })

  test('is told so at the login, gets no link to a new password, and none works', async () => {
    const member = await site.aMember()
    const link = new URL(await makePasswordLink(site, member.id, 60)).searchParams.get('token')
    await bend(`update users set email = 'other@example.org' where id = $1`, [member.id])
    expect(await logIn(member)).toMatchObject(stopped)
    const form = { password: 'a new password', confirm: 'a new password' }
    expect(await site.visitor().post('/api/accounts/password', { token: link, ...form })).toMatchObject(stopped)
    await site.visitor().post('/api/accounts/forgot', { login: member.serial })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await site.rowsOf(emails, { to: 'other@example.org' })).toEqual([])
  })

  test('jobs that nobody gave are nobody’s', async () => {
    const helper = await site.asAdmin({}, undefined, { jobs: ['content'] })
    await bend(`update administrators set jobs = '{membership,content,elections,settings}' where user_id = $1`, [
      helper.id,
    ])
    expect((await helper.get('/api/approvals')).status).toBe(401)
    expect(await logIn(helper)).toMatchObject(stopped)
  })

  test('stays stopped after honest acts, until an administrator answers for it', async () => {
    const member = await site.aMember()
    await bend(`update users set birthday = '1970-01-01' where id = $1`, [member.id])
    await noteChangedAccounts(site)
    const told = async () => (await site.status.checks()).find(({ name }) => name === 'accounts')
    await expect.poll(async () => (await told())?.state, { timeout: 5000 }).toBe('wrong')
    // Somebody withdraws and restores the membership: that makes nothing good.
    for (const withdrawn of [true, false])
      expect((await desk.post(`/api/members/${member.id}/withdrawal`, { withdrawn })).status).toBe(200)
    expect((await standingOf(member)).changedOutside).toBe(true)
    const [{ version } = { version: 0 }] = await site.rowsOf(users, { id: member.id })
    const confirm = (of: number) => desk.post(`/api/members/${member.id}/confirmation`, { version: of })
    expect(await confirm(version - 1)).toMatchObject({ code: 'edited-meanwhile' })
    expect((await confirm(version)).status).toBe(200)
    expect((await standingOf(member)).changedOutside).toBe(false)
    expect(await logIn(member, '01Jan1970')).toMatchObject({ status: 401 })
    expect(await logIn(member)).toMatchObject({ status: 200 })
    expect(await site.actsOn(member.id)).toContain('account confirmed')
  })
})

describe('while people vote', () => {
  const help = (member: Someone, admin: Visitor = desk) =>
    admin.post<{ code: string; waits: boolean }>(`/api/members/${member.id}/one-time-code`)
  const ballot = () => ({ choices: [nominee, ...Array(6).fill(null)], blanksConfirmed: true, secret: aSecret() })
  const helpedBallot = async ({ id }: Someone) => (await site.rowsOf(ballots, { voterId: id }))[0]?.helped

  async function open(proxyNeedsSecondAdmin: boolean): Promise<void> {
    await site.changeElection({ proxyNeedsSecondAdmin })
    now = votingOpens
    await freezeElections(site)
    site.elections.invalidate()
  }
  beforeEach(() => {
    now = votingOpens
  })

  test('a ballot after help is counted apart, also with a password that was chosen since', async () => {
    await open(false)
    const own = await site.asMember()
    expect((await vote(own, election, ballot())).status).toBe(201)
    expect(await helpedBallot(own)).toBe(false)
    const member = await site.aMember()
    const { code, waits } = await help(member)
    expect(waits).toBe(false)
    const visitor = site.visitor()
    expect(await visitor.logIn(member.serial, code)).toMatchObject({ status: 200 })
    const password = 'a password of somebody'
    expect((await visitor.post('/api/accounts/password', { password, confirm: password })).status).toBe(200)
    const again = await site.signedIn({ ...member, password })
    expect((await vote(again, election, ballot())).status).toBe(201)
    expect(await helpedBallot(member)).toBe(true)
  })

  test('help needs a second administrator where the election asks for one, and only a code can wait', async () => {
    await open(true)
    const member = await site.aMember()
    const { code, waits } = await help(member)
    expect(waits).toBe(true)
    expect(await logIn(member, code)).toMatchObject({ status: 403, code: 'code-waits' })
    // What the table says about it opens nothing.
    await site.update(oneTimeCodes, { userId: member.id }, { waits: false })
    expect(await logIn(member, code)).toMatchObject({ code: 'code-waits' })
    await site.update(oneTimeCodes, { userId: member.id }, { waits: true })
    expect(await standingOf(member)).toMatchObject({ waitingCode: { isOwn: true } })
    expect(await standingOf(member, second)).toMatchObject({ waitingCode: { isOwn: false, givenBy: 'FIRST OFFICER' } })
    const confirm = (admin: Visitor) => admin.post(`/api/members/${member.id}/one-time-code/confirmation`)
    expect(await confirm(desk)).toMatchObject({ status: 403, code: 'needs-another-admin' })
    expect((await confirm(second)).status).toBe(200)
    expect(await logIn(member, code)).toMatchObject({ status: 200 })
    expect(await site.actsOn(member.id)).toContain('one-time code confirmed')
    expect(await desk.post(`/api/members/${member.id}/birthdate-password`)).toMatchObject({
      status: 409,
      code: 'help-by-code-only',
    })
  })

  // Shows login-50
  test('who runs elections gives codes to people on the open roll alone, and confirms them', async () => {
    await open(true)
    const running = () => site.asAdmin({}, 'long admin password', { jobs: ['elections'] })
    const [giver, other] = [await running(), await running()]
    const member = await site.aMember()
    const { code, waits } = await help(member, giver)
    expect(waits).toBe(true)
    const waitingFor = async (admin: Visitor) =>
      (
        await admin.get<{ codes: { id: string; isOwn: boolean }[] }>(`/api/elections/${election}/roll/waiting-codes`)
      ).codes.find(({ id }) => id === member.id)
    // Each is asked by the page that their job opens.
    const links = async ({ email }: { email: string }) =>
      (await site.rowsOf(emails, { to: email })).map(({ body }) =>
        /https?:\S+/.exec(body)?.[0].replace(/^.*?\/\/[^/]*/, ''),
      )
    expect(await links(other)).toEqual(['/admin/election-day'])
    expect(await links(second)).toContain(`/member/${member.id}`)
    expect(await links(giver)).toEqual([])
    expect(await waitingFor(giver)).toMatchObject({ isOwn: true })
    expect(await waitingFor(other)).toMatchObject({ isOwn: false })
    const confirm = (admin: Visitor) => admin.post(`/api/members/${member.id}/one-time-code/confirmation`)
    expect(await confirm(giver)).toMatchObject({ code: 'needs-another-admin' })
    expect((await confirm(other)).status).toBe(200)
    expect(await waitingFor(other)).toBeUndefined()
    expect(await logIn(member, code)).toMatchObject({ status: 200 })
    // Nothing else of a login is theirs, and nobody who cannot vote now.
    expect(await giver.post(`/api/members/${member.id}/birthdate-password`)).toMatchObject({ status: 403 })
    const struck = await site.aMember()
    const strike = { act: 'strike', memberId: struck.id, reason: 'Left the association last year.' }
    expect((await desk.post(`/api/elections/${election}/roll/corrections`, strike)).status).toBe(201)
    expect(await help(struck, giver)).toMatchObject({ status: 409, code: 'roll-lacks-member' })
    const late = await site.aMember()
    now = votingCloses
    expect(await help(late, giver)).toMatchObject({ status: 409, code: 'roll-lacks-member' })
    expect((await help(late)).status).toBe(201)
  })

  test('who is on the roll is neither withdrawn, nor erased, nor made an administrator, unless struck in public', async () => {
    await open(false)
    const member = await site.asMember()
    const withdraw = () => desk.post(`/api/members/${member.id}/withdrawal`, { withdrawn: true })
    expect(await withdraw()).toMatchObject({ status: 409, code: 'on-open-roll' })
    const { id: request } = await member.post('/api/privacy-requests', { kind: 'erasure' })
    const erase = () => desk.post(`/api/privacy-requests/${request}/answer`, { outcome: 'done', answer: 'Done.' })
    expect(await erase()).toMatchObject({ status: 409, code: 'on-open-roll' })
    const invitation = { firstName: 'JUAN', lastName: 'DELA CRUZ', email: member.email, jobs: ['content'] }
    expect(await desk.post('/api/administrators', invitation)).toMatchObject({ code: 'administrator-is-member' })
    const strike = { act: 'strike', memberId: member.id, reason: 'Left the association last year.' }
    expect((await desk.post(`/api/elections/${election}/roll/corrections`, strike)).status).toBe(201)
    expect((await withdraw()).status).toBe(200)
    expect((await erase()).status).toBe(200)
    // Once voting has closed, nobody is kept from it.
    const other = await site.aMember()
    now = votingCloses
    expect((await desk.post(`/api/members/${other.id}/withdrawal`, { withdrawn: true })).status).toBe(200)
  })

  // Shows login-49
  test('a birthday has more tries on a new device than on other days', async () => {
    await open(false)
    const member = await site.aMember()
    const triesUntilStopped = async () => {
      for (let tries = 0; ; tries++) if ((await logIn(member, '01Jan1950')).code === 'login-stopped') return tries
    }
    expect(await triesUntilStopped()).toBe(birthdayFailuresWhileVoting.perDay)
    expect(birthdayFailuresWhileVoting.perDay).toBeGreaterThan(birthdayFailures.perDay)
    await site.throttle.forgive(member.id)
    now = votingCloses
    expect(await triesUntilStopped()).toBe(birthdayFailures.perDay)
  })
})

test('an applicant whose serial number reads like a member’s is not approved', async () => {
  const member = await site.aMember({ militarySerial: 'O-777001' })
  const twin = await site.anApplicant({ militarySerial: '0-777001' })
  const reply = await desk.post('/api/approvals', { applicants: [{ id: twin.id, version: 1 }] })
  expect(reply).toMatchObject({ status: 409, code: 'serial-folds' })
  expect(reply.message).toContain('0-777001')
  await desk.post('/api/approvals/all', { appliedUntil: Date.now() + 60_000 })
  expect((await site.rowsOf(users, { id: twin.id }))[0]?.approved).toBe(false)
  expect(member.id).not.toBe(twin.id)
})

test('a request that expects too much is refused with the headers of every reply', async () => {
  const { port, hostname } = new URL(site.url)
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  expect(reply).toMatch(/^HTTP\/1.1 417 /)
  expect(reply).toMatch(/content-security-policy: default-src 'none'/i)
  expect(reply).toMatch(/x-content-type-options: nosniff/i)
})
