import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { jobs } from '#shared/permissions.ts'
import { emails, mailings } from '#server/db/schema.ts'
import { theElection } from '#tests/support/election.ts'
import { aMember, anAdmin } from '#tests/support/factories.ts'
import { testSite, logOf } from '#tests/support/site.ts'

/** As a new site is after `npm start`: neither SMTP_URL nor PUBLIC_URL is set. */
const site = await testSite({ env: { NODE_ENV: 'production' } })
const chief = await anAdmin(site.deps, { firstName: 'Pilar', lastName: 'Peña' }, 'long admin password', {
  jobs: [...jobs],
})
const desk = await site.signedIn(chief)
afterAll(() => site.stop())

interface Invited {
  id: string
  link: string | null
}
const detailOf = async (subject: string) => (await logOf(site.deps, subject)).map(({ detail }) => detail ?? null)
const queued = () => site.deps.db.$count(emails)
async function choose(link: string | null): Promise<number> {
  const token = new URL(link ?? '').searchParams.get('token')
  const password = 'a long enough password'
  return (await site.visitor().post('/api/accounts/password', { password, confirm: password, token })).status
}

test('no email to members is taken, nor a test of one, and the site says that it sends none', async () => {
  await aMember(site.deps)
  const written = { subject: 'Muster', body: 'Good day' }
  const form = { ...written, id: randomUUID(), filter: {}, recipients: 1 }
  expect(await desk.json(desk.post('/api/mailings', form))).toMatchObject({ status: 409, code: 'no-mail-server' })
  expect(await desk.json(desk.post('/api/test-mailings', written))).toMatchObject({ code: 'no-mail-server' })
  expect(await site.deps.db.$count(mailings)).toBe(0)
  expect(await desk.json(desk.get('/api/site'))).toMatchObject({ sendsEmail: false })
  const forgot = await site.visitor().post('/api/accounts/forgot', { login: chief.email })
  expect(await forgot.json()).toEqual({ message: expect.stringContaining('cannot send emails yet') })
})

test('the link of an invitation is shown to who invites, once, and the log says so', async () => {
  const form = { firstName: 'Ana', lastName: 'Reyes', email: 'ana@example.org', jobs: ['content'] }
  const first = await desk.json<Invited>(desk.post('/api/administrators', form))
  expect(first.link).toMatch(/\/reset-password\?token=[\w-]{32}&for=administrator$/)
  const again = await desk.json<Invited>(desk.post(`/api/administrators/${first.id}/invitation`))
  expect(await choose(first.link)).toBe(400)
  expect(await choose(again.link)).toBe(200)
  expect(await choose(again.link)).toBe(400)
  expect(await detailOf(first.id)).toMatchObject([{ linkShown: true }, { linkShown: true, again: true }, null])
  expect(JSON.stringify(await (await desk.get('/api/administrators')).json())).not.toContain('token=')
  expect(JSON.stringify(await (await desk.get('/api/audit')).json())).not.toContain('token=')
  // Only the note about the chosen password.
  expect(await queued()).toBeLessThanOrEqual(1)
})

test('so is the link of an observer', async () => {
  const election = await theElection(site.deps)
  const form = { firstName: 'Olga', lastName: 'Ortiz', email: 'olga@example.org' }
  const path = `/api/elections/${election}/observers`
  const { id } = await desk.json<Invited>(desk.post(path, form))
  const { link } = await desk.json<Invited>(desk.post(`${path}/${id}/invitation`))
  expect(link).toContain('&for=observer')
  expect(await choose(link)).toBe(200)
  expect(await detailOf(id)).toMatchObject([{ linkShown: true }, { linkShown: true, again: true }, null])
  // An account that somebody uses is not handed over: no link, and the password stays.
  const refused = await desk.json(desk.post(`${path}/${id}/invitation`))
  expect(refused).toMatchObject({ status: 409, code: 'no-mail-server' })
  expect(JSON.stringify(refused)).not.toContain('token=')
})

test('status page and dashboard name what is not set: the mail server and the address', async () => {
  const { checks } = await desk.json<{ checks: { name: string; state: string; whatToDo?: string }[] }>(
    desk.get('/api/status'),
  )
  const check = (name: string) => checks.find((one) => one.name === name)
  expect(check('emails')).toMatchObject({ state: 'warning', whatToDo: expect.stringContaining('SMTP_URL') })
  expect(check('address')).toMatchObject({ state: 'warning', whatToDo: expect.stringContaining('PUBLIC_URL') })
  expect(check('backup')).toMatchObject({ state: 'warning', whatToDo: expect.stringContaining('every night at 02:00') })
  const { list } = await desk.json<{ list: { sentence: string }[] }>(desk.get('/api/dashboard/to-do'))
  for (const words of ['No mail server is set', 'does not know its own address', 'There is no backup yet'])
    expect(list.filter(({ sentence }) => sentence.includes(words))).toHaveLength(1)
})

test('an own address is changed without a code, which could not be sent', async () => {
  const helper = await anAdmin(site.deps, {}, 'long admin password', { jobs: ['content'] })
  const visitor = await site.signedIn(helper)
  const form = { email: 'pilar.pena@example.org', password: 'long admin password' }
  expect(await visitor.json(visitor.send('PUT', '/api/own-email', form))).toMatchObject({ status: 200, changed: true })
  expect(await visitor.json(visitor.get('/api/accounts/me'))).toMatchObject({ email: form.email })
})
