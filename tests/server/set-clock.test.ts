import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { emails } from '#server/db/schema.ts'
import { queueEmail } from '#server/email/queue.ts'
import { recordBackup } from '#server/operations/backup/queries.ts'
import { defaultHome } from '#shared/content/defaults.ts'
import { manila } from '#shared/time.ts'
import { aMember, anAdmin, aPictureOf } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite({ env: { SITE_CLOCK: '2025-03-29T09:00:00+08:00' } })
const { deps } = site
const admin = await site.signedIn(await anAdmin(deps))
const person = await aMember(deps)
const picture = { width: 40, height: 40, channels: 3, background: '#7a8f6a' } as const
await aPictureOf(deps, person, 'profilePicture', await sharp({ create: picture }).jpeg().toBuffer())
const member = await site.signedIn(person)
afterAll(() => site.stop())

/** Every date in a reply, however it is written. */
const datesIn = (text: string) =>
  [...text.matchAll(/\b(\d{13})\b|\b(20\d\d-\d\d-\d\d(?:T[\d:.]+Z)?)/g)].map(([, millis, day]) =>
    millis ? Number(millis) : Date.parse(day ?? ''),
  )

test('nothing that is read tells the time of another clock', async () => {
  const { deps } = site
  await admin.put('/api/pages/home', { content: defaultHome, version: 0 })
  await admin.post('/api/links', { section: 'Events', title: 'Assembly', link: '#' })
  const backup = recordBackup(deps.pool)
  await backup.finish(await backup.begin({ kind: 'manual', place: 'folder', name: 'one' }), {
    bytes: 1,
    rows: 1,
    files: 1,
  })
  await deps.db
    .insert(emails)
    .values({ to: 'a@example.org', kind: 'test', subject: 'x', body: 'x', failedAt: Date.now(), attempts: 9 })
  for (const [who, path] of [
    [admin, '/api/pages/home/versions'],
    [admin, '/api/announcements'],
    [admin, '/api/operations/backups'],
    [admin, '/api/operations/failed-emails'],
    [admin, '/api/audit'],
    [member, '/api/my-data'],
  ] as const) {
    const reply = await who.get(path)
    expect(reply.status, path).toBe(200)
    const dates = datesIn(reply.text)
    expect(dates.length, path).toBeGreaterThan(0)
    for (const date of dates) expect(date, path).toBeLessThan(manila('2025-03-30'))
    expect(Math.max(...dates), path).toBeGreaterThanOrEqual(manila('2025-03-29'))
  }
})

test('an email is dated by it', async () => {
  const { db } = site
  await queueEmail(db, { to: 'b@example.org', kind: 'test', subject: 'Hello', body: 'Good morning.' })
  const outbox = join(site.dataDir, 'outbox')
  // One that is being written begins with a dot.
  const names = async () => (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.'))
  await expect.poll(names, { timeout: 20_000 }).toHaveLength(1)
  const [name = ''] = await names()
  expect(name).toMatch(/^2025-03-29T/)
  expect(await readFile(join(outbox, name), 'utf8')).toMatch(/^Date: Sat, 29 Mar 2025 /m)
})
