import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { emails, mailings } from '#server/db/schema.ts'
import type { Check } from '#shared/check.ts'
import { mainJobs as jobs } from '#shared/permissions.ts'
import { noMailServer } from '#shared/text.ts'
import { testSite } from '#tests/support/site.ts'

/** As a new site is after `npm start`: neither SMTP_URL nor PUBLIC_URL is set. */
const site = await testSite({ env: { NODE_ENV: 'production' } })
const desk = await site.asAdmin({ firstName: 'Pilar', lastName: 'Peña' }, 'long admin password', { jobs: [...jobs] })
afterAll(() => site.stop())

interface Invited {
  id: string
  link: string | null
}
const detailOf = async (subject: string) => (await site.logOf(subject)).map(({ detail }) => detail ?? null)
const queued = () => site.db.$count(emails)
async function choose(link: string | null): Promise<number> {
  const token = new URL(link ?? '').searchParams.get('token')
  const password = 'a long enough password'
  return (await site.visitor().post('/api/accounts/password', { password, confirm: password, token })).status
}

test('no email to members is taken, nor a test of one, and the site says that it sends none', async () => {
  await site.aMember()
  const written = { subject: 'Muster', body: 'Good day' }
  const form = { ...written, id: randomUUID(), filter: {}, recipients: 1 }
  expect(await desk.post('/api/mailings', form)).toMatchObject({ status: 409, code: 'no-mail-server' })
  expect(await desk.post('/api/test-mailings', written)).toMatchObject({ code: 'no-mail-server' })
  expect(await site.db.$count(mailings)).toBe(0)
  expect(await desk.get('/api/site')).toMatchObject({ sendsEmail: false })
  const forgot = await site.visitor().post('/api/accounts/forgot', { login: desk.email })
  expect(forgot).toEqual({ status: forgot.status, message: expect.stringContaining('cannot send emails yet') })
})

test('the link of an invitation is shown to who invites, once, and the log says so', async () => {
  const form = { firstName: 'Ana', lastName: 'Reyes', email: 'ana@example.org', jobs: ['content'] }
  const first = await desk.post<Invited>('/api/administrators', form)
  expect(first.link).toMatch(/\/reset-password\?token=[\w-]{69}&for=administrator$/)
  const again = await desk.post<Invited>(`/api/administrators/${first.id}/invitation`)
  expect(await choose(first.link)).toBe(400)
  expect(await choose(again.link)).toBe(200)
  expect(await choose(again.link)).toBe(400)
  expect(await detailOf(first.id)).toMatchObject([{ linkShown: true }, { linkShown: true, again: true }, null])
  expect(JSON.stringify(await desk.get('/api/administrators'))).not.toContain('token=')
  expect(JSON.stringify(await desk.get('/api/audit'))).not.toContain('token=')
  // Only the note about the chosen password.
  expect(await queued()).toBeLessThanOrEqual(1)
})

test('so is the link of an observer', async () => {
  const election = await site.theElection()
  const form = { firstName: 'Olga', lastName: 'Ortiz', email: 'olga@example.org' }
  const path = `/api/elections/${election}/observers`
  const { id } = await desk.post<Invited>(path, form)
  const { link } = await desk.post<Invited>(`${path}/${id}/invitation`)
  expect(link).toContain('&for=observer')
  expect(await choose(link)).toBe(200)
  expect(await detailOf(id)).toMatchObject([{ linkShown: true }, { linkShown: true, again: true }, null])
  // An account that somebody uses is not handed over: no link, and the password stays.
  const refused = await desk.post(`${path}/${id}/invitation`)
  expect(refused).toMatchObject({ status: 409, code: 'no-mail-server' })
  expect(JSON.stringify(refused)).not.toContain('token=')
})

test('status page and dashboard name what is not set: the mail server and the address', async () => {
  const { checks } = await desk.get<{ checks: Check[] }>('/api/status')
  const check = (name: string) => checks.find((one) => one.name === name)
  expect(check('emails')).toMatchObject({ state: 'warning', sentence: noMailServer.sentence })
  expect(check('address')).toMatchObject({ state: 'warning', whatToDo: expect.stringContaining('PUBLIC_URL') })
  expect(check('backup')).toMatchObject({ state: 'warning', whatToDo: expect.stringContaining('every night at 02:00') })
  const { list } = await desk.get<{ list: { sentence: string }[] }>('/api/dashboard/to-do')
  for (const words of [noMailServer.sentence, 'does not know its own address', 'There is no backup yet'])
    expect(list.filter(({ sentence }) => sentence.includes(words))).toHaveLength(1)
})

test('an own address is changed without a code, which could not be sent', async () => {
  const visitor = await site.asAdmin({}, 'long admin password', { jobs: ['content'] })
  const form = { email: 'pilar.pena@example.org', password: 'long admin password' }
  expect(await visitor.put('/api/own-email', form)).toMatchObject({ status: 200, changed: true })
  expect(await visitor.get('/api/accounts/me')).toMatchObject({ email: form.email })
})
