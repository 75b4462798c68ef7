import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditLog, emails, type emailKinds } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/queue.ts'
import { siteJobs } from '#server/jobs/site-jobs.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin()
afterAll(() => site.stop())
beforeEach(async () => {
  await site.db.delete(emails)
})

const path = '/api/operations/failed-emails'
interface Listed {
  emails: { id: string; to: string; kind: string; lastError: string; failedOn: string; mayTryAgain: boolean }[]
  count: number
}
const list = () => admin.get<Listed>(path)
const stored = () => site.rowsOf(emails)
const outbox = () => readdir(join(site.dataDir, 'outbox')).catch(() => [])

async function aFailedEmail(to: string, kind: (typeof emailKinds)[number] = 'approval', daysAgo = 0): Promise<string> {
  const failedAt = Date.now() - daysAgo * 24 * 3_600_000
  const [made] = await site.db
    .insert(emails)
    .values({
      to,
      kind,
      subject: 'Secret subject',
      body: 'Secret body',
      attempts: 20,
      lastError: 'EMESSAGE 550',
      failedAt,
    })
    .returning({ id: emails.id })
  return made!.id
}

test('an administrator sees what was given up, newest first, without its text and with the address masked', async () => {
  await aFailedEmail('juan.delacruz@example.ph', 'approval', 2)
  await aFailedEmail('ana@example.org', 'password link')
  const found = await list()
  expect(found).toMatchObject({
    count: 2,
    emails: [
      { to: 'a…@example.org', kind: 'password link', lastError: 'EMESSAGE 550', mayTryAgain: false },
      { to: 'j…@example.ph', kind: 'approval', mayTryAgain: true },
    ],
  })
  expect(found.emails[0]!.failedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(JSON.stringify(found)).not.toMatch(/Secret|delacruz|ana@/)
})

test('every email says at its end how to reach the association', async () => {
  await site.saveSettings({ contactEmail: 'office@example.org', contactPhone: '09171234567' })
  const before = await outbox()
  await queueEmail(site.db, { to: 'b@example.org', kind: 'test', subject: 'Hello', body: 'ARRAPI\n' })
  await expect.poll(async () => (await outbox()).length, { timeout: 30_000 }).toBe(before.length + 1)
  const [name = ''] = (await outbox()).filter((one) => !(before as string[]).includes(one))
  expect(await readFile(join(site.dataDir, 'outbox', name), 'utf8')).toMatch(
    /ARRAPI\s+office@example\.org, 0917 123 4567\s*$/,
  )
})

test('one is tried again at once; the others stay', async () => {
  const [id, other] = [await aFailedEmail('juan@example.ph'), await aFailedEmail('ana@example.ph')]
  const sent = (await outbox()).length
  expect(await admin.post(`${path}/retry`, { id })).toMatchObject({ status: 200, count: 1 })
  await expect.poll(async () => (await outbox()).length, { timeout: 5000 }).toBe(sent + 1)
  await expect.poll(async () => (await stored()).map((row) => row.id)).toEqual([other])
  expect(await admin.post(`${path}/retry`, { id })).toMatchObject({ status: 404, code: 'not-found' })
})

test('all are tried again but links that have expired', async () => {
  await aFailedEmail('juan@example.ph')
  await aFailedEmail('ana@example.ph')
  const link = await aFailedEmail('eva@example.ph', 'password link')
  expect(await admin.post(`${path}/retry`, {})).toMatchObject({ count: 2 })
  await expect.poll(async () => (await stored()).map((row) => row.id)).toEqual([link])
  expect((await admin.post(`${path}/retry`, { id: link })).status).toBe(404)
  const noted = await site.db
    .select({ entry: auditLog.entry })
    .from(auditLog)
    .where(eq(auditLog.action, 'failed emails retried'))
  expect(noted.map(({ entry }) => JSON.parse(entry).detail)).toContainEqual({ emails: 2 })
  expect(JSON.stringify(noted)).not.toContain('example.ph')
})

test('they are discarded one by one or all, and what still waits to be sent is left alone', async () => {
  const [id] = [
    await aFailedEmail('juan@example.ph'),
    await aFailedEmail('ana@example.ph'),
    await aFailedEmail('eva@example.ph'),
  ]
  const later = Date.now() + 3_600_000
  await site.db
    .insert(emails)
    .values({ to: 'waits@example.ph', kind: 'approval', subject: 's', body: 'b', attempts: 3, nextTryAt: later })
  expect(await admin.post(`${path}/discard`, { id })).toMatchObject({ count: 1 })
  expect((await list()).count).toBe(2)
  expect(await admin.post(`${path}/discard`, {})).toMatchObject({ count: 2 })
  expect(await stored()).toMatchObject([{ to: 'waits@example.ph' }])
  expect(await admin.post(`${path}/discard`, {})).toMatchObject({ status: 200, count: 0 })
})

test('after thirty days what was given up is deleted', async () => {
  await aFailedEmail('old@example.ph', 'approval', 31)
  const kept = await aFailedEmail('new@example.ph', 'approval', 29)
  const job = siteJobs(site).find(({ name }) => name === 'delete what expired')
  await job!.run(AbortSignal.timeout(5000))
  expect((await stored()).map(({ id }) => id)).toEqual([kept])
})
