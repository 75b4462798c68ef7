import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog, privacyRequests, users } from '#server/db/schema.ts'
import { requestsWaiting } from '#server/members/privacy/queries.ts'
import { releasePaths, removeFiles } from '#server/storage/uploads.ts'
import { dueAt } from '#shared/members/privacy/privacy.ts'
import { showInstant } from '#shared/time.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

const entriesAbout = (subject: string) =>
  site.db.select({ entry: auditLog.entry }).from(auditLog).where(eq(auditLog.subject, subject))

/** What lies in the folder that emails are put into without a mail server. */
async function emailsTo(email: string): Promise<string[]> {
  const folder = join(site.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const messages = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .map((name) => readFile(join(folder, name), 'utf8')),
  )
  return messages
    .filter((message) => message.includes(`To: ${email}`))
    .map((message) => message.replaceAll('=\r\n', ''))
}

describe('a request', () => {
  const ask = (visitor: Visitor, body: unknown) => visitor.post('/api/privacy-requests', body)

  // Shows privacy-13, audit-11
  test('is made once, with a due date, an email and an entry that says only its kind', async () => {
    const visitor = await site.asMember()
    const before = site.clock.now()
    const made = await ask(visitor, { kind: 'correction', details: 'My rank is MAJ now' })
    expect(made.status).toBe(201)
    expect(made.dueAt).toBeGreaterThanOrEqual(dueAt(before))
    expect(await ask(visitor, { kind: 'correction', details: 'Again' })).toMatchObject({
      status: 409,
      message: 'You already have an open request of this kind.',
    })
    expect(await ask(visitor, { kind: 'erasure' })).toMatchObject({ status: 201 })
    const entries = await entriesAbout(visitor.id)
    expect(entries).toHaveLength(2)
    expect(entries[0]!.entry).toContain('"detail":{"kind":"correction"}')
    expect(entries[0]!.entry).not.toContain('MAJ')
    const own = await visitor.get<{ requests: unknown[] }>('/api/privacy-requests/own')
    expect(own.requests).toMatchObject([
      { kind: 'erasure', outcome: null },
      { kind: 'correction', details: 'My rank is MAJ now', dueAt: made.dueAt, overdue: false },
    ])
    expect(JSON.stringify(own)).not.toContain('answeredBy')
  })

  test('sent ten times at once is made once', async () => {
    const visitor = await site.asMember()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(visitor, { kind: 'erasure' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)])
    expect(await entriesAbout(visitor.id)).toHaveLength(1)
  })

  test.each([
    [{ kind: 'correction' }, 'details', 'Please tell us what is wrong and what it should be'],
    [{ kind: 'correction', details: '   ' }, 'details', 'Please tell us what is wrong and what it should be'],
    [{ kind: 'correction', details: 'a\0b' }, 'details', 'This text contains a character we cannot save'],
    [{ kind: 'erasure', details: 'x'.repeat(2001) }, 'details', 'This is too long'],
    [{ kind: 'portrait' }, 'kind', expect.any(String)],
  ])('%j is refused in words', async (body, field, sentence) => {
    const visitor = await site.asMember()
    expect(await ask(visitor, body)).toMatchObject({ status: 400, fields: { [field]: sentence } })
  })

  // Shows privacy-17
  test('waits for administrators only, the nearest due date first, overdue ones marked', async () => {
    const { db } = site
    await db.delete(privacyRequests)
    const [late, soon] = [await site.aMember(), await site.aMember()]
    const past = site.clock.now() - 1000
    const future = dueAt(site.clock.now())
    await db.insert(privacyRequests).values([
      { memberId: soon.id, kind: 'correction', details: 'soon', dueAt: future },
      { memberId: late.id, kind: 'erasure', dueAt: past },
    ])
    const member = await site.signedIn(soon)
    expect((await member.get('/api/privacy-requests')).status).toBe(403)
    const admin = await site.asAdmin()
    expect(await requestsWaiting(db, site.clock.now())).toEqual({ open: 2, overdue: 1, nextDueAt: past })
    const list = await admin.get<{ requests: { member: object }[] }>('/api/privacy-requests?state=open')
    expect(list).toMatchObject({
      count: 2,
      requests: [
        { overdue: true, member: { id: late.id } },
        { overdue: false, member: { id: soon.id } },
      ],
    })
    expect(Object.keys(list.requests[0]!.member).toSorted()).toEqual([
      'erased',
      'id',
      'idNumber',
      'isAdmin',
      'name',
      'withdrawn',
    ])
    expect((await admin.get('/api/privacy-requests?state=all')).status).toBe(400)
    expect((await admin.get('/api/privacy-requests?page=0')).status).toBe(400)
  })

  test('is answered once, also when two administrators answer at once, and the member reads the answer', async () => {
    const visitor = await site.asMember()
    const { id } = await ask(visitor, { kind: 'correction', details: 'My unit is wrong' })
    const [one, two] = [await site.anAdmin(), await site.anAdmin()]
    const answers = await Promise.all(
      [one, two].map(async (someone) => {
        const admin = await site.signedIn(someone)
        const body = { outcome: 'done', answer: 'Your unit has been corrected.' }
        return admin.post(`/api/privacy-requests/${String(id)}/answer`, body)
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toBe('This request was already answered.')
    const answered = (await entriesAbout(visitor.id)).filter(({ entry }) => entry.includes('request answered'))
    expect(answered).toHaveLength(1)
    expect(answered[0]!.entry).toContain('"detail":{"kind":"correction","outcome":"done"}')
    const own = await visitor.get<{ requests: unknown[] }>('/api/privacy-requests/own')
    expect(own.requests).toMatchObject([{ outcome: 'done', answer: 'Your unit has been corrected.' }])
    // Answered, so another may be made.
    expect(await ask(visitor, { kind: 'correction', details: 'One more thing' })).toMatchObject({ status: 201 })
  })

  test('two administrators who answer each other at once do not wait for each other for ever', async () => {
    const people = [await site.anAdmin(), await site.anAdmin()]
    const [one, other] = [await site.signedIn(people[0]!), await site.signedIn(people[1]!)]
    for (let round = 0; round < 8; round++) {
      const [mine, theirs] = await site.db
        .insert(privacyRequests)
        .values(people.map(({ id }) => ({ memberId: id, kind: 'correction' as const, dueAt: Date.now() })))
        .returning({ id: privacyRequests.id })
      const answers = await Promise.all([
        one.post(`/api/privacy-requests/${theirs!.id}/answer`, { outcome: 'done', answer: 'Done.' }),
        other.post(`/api/privacy-requests/${mine!.id}/answer`, { outcome: 'done', answer: 'Done.' }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
  })

  test('brings emails: that it arrived and by when, and the answer; the last one survives the erasure', async () => {
    const visitor = await site.asMember()
    const { id, dueAt: due } = await ask(visitor, { kind: 'erasure' })
    await expect.poll(() => emailsTo(visitor.email), { timeout: 10_000 }).toHaveLength(1)
    expect((await emailsTo(visitor.email))[0]).toContain(`by ${showInstant(Number(due))}`)
    const admin = await site.asAdmin()
    await admin.post(`/api/privacy-requests/${String(id)}/answer`, {
      outcome: 'done',
      answer: 'Thank you for serving.',
    })
    await expect.poll(() => emailsTo(visitor.email), { timeout: 10_000 }).toHaveLength(2)
    const last = (await emailsTo(visitor.email)).find((message) => message.includes('Thank you for serving.'))
    expect(last).toContain('Your membership has ended')
    expect(last).toContain('Your ID number, which nobody else gets')
  })

  test('a member cannot answer, an unknown request is not found, an answer needs words', async () => {
    const visitor = await site.asMember()
    const { id } = await ask(visitor, { kind: 'erasure' })
    const address = `/api/privacy-requests/${String(id)}/answer`
    expect((await visitor.post(address, { outcome: 'done', answer: 'Yes' })).status).toBe(403)
    const admin = await site.asAdmin()
    const unknown = '/api/privacy-requests/00000000-0000-4000-8000-000000000000/answer'
    expect((await admin.post(unknown, { outcome: 'done', answer: 'Yes' })).status).toBe(404)
    expect(await admin.post(address, { outcome: 'done', answer: ' ' })).toMatchObject({
      status: 400,
      fields: { answer: 'Please write a short answer for the member' },
    })
    const open = and(eq(privacyRequests.memberId, visitor.id), eq(privacyRequests.kind, 'erasure'))
    expect(await site.db.select({ outcome: privacyRequests.outcome }).from(privacyRequests).where(open)).toEqual([
      { outcome: null },
    ])
  })
})

test('the page "My data" tells what is held and who looked, by role', async () => {
  const member = await site.aWholeMember()
  const admin = await site.anAdmin()
  await (await site.signedIn(admin)).get(`/api/files/${member.files.commissionDocument.id}`)
  const visitor = await site.signedIn(member)
  await visitor.get(`/api/files/${member.files.commissionDocument.id}`)
  const seen = await visitor.get<Record<string, unknown>>('/api/my-data')
  expect(seen).toMatchObject({
    consent: { version: '2026-11', acceptedAt: Date.parse('2026-01-02T03:04:05Z') },
    openings: { inAll: 1, shown: [{ file: 'commissionDocument', by: 'an administrator' }] },
  })
  expect(seen.files).toHaveLength(5)
  expect(JSON.stringify(seen)).not.toContain(admin.id)
})

test('who looked at a document is told also after another took its place', async () => {
  const member = await site.aWholeMember()
  const admin = await site.asAdmin()
  const { commissionDocument, signature } = member.files
  await admin.get(`/api/files/${commissionDocument.id}`)
  await admin.get(`/api/files/${signature.id}`)
  const own = await site.signedIn(member)
  await own.get(`/api/files/${commissionDocument.id}`)
  await site.update(users, { id: member.id }, { commissionDocumentPath: null })
  await releasePaths(site.db, commissionDocument.path)
  await removeFiles(site, [commissionDocument.path])
  const by = 'an administrator'
  const { openings } = await own.get<{ openings: unknown }>('/api/my-data')
  expect(openings).toMatchObject({
    inAll: 2,
    shown: [
      { file: 'signature', by },
      { file: 'other', by },
    ],
  })
})
