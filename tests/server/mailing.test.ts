import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { emails, mailingRecipients, mailings, throttles, uploads, users } from '#server/db/schema.ts'
import { noteRefused } from '#server/email/failures.ts'
import { queueEmail } from '#server/email/queue.ts'
import { forgetRecipient } from '#server/members/mailing/queries.ts'
import { stopAllMailings } from '#server/members/mailing/send-mailing.ts'
import { unsubscribeToken } from '#server/members/mailing/subscription.ts'
import { memberLimits } from '#server/members/member-limits.ts'
import { heldData } from '#server/members/privacy/held-data.ts'
import { startMailServer } from '#tests/support/emails.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const mail = await startMailServer()
const site = await testSite({ env: { SMTP_URL: mail.url } })
const secretary = await site.anAdmin({ firstName: 'ROSA', lastName: 'SECRETARY' }, 'long admin password', {
  jobs: ['membership'],
})
const admin = await site.signedIn(secretary)
afterAll(async () => {
  await site.stop()
  await mail.close()
})

let region = 0
/** Everybody of a test is of a unit of its own, by which the others are left alone. */
let unit = ''
beforeEach(async () => {
  unit = `UNIT ${++region} OF A TEST`
  mail.received.length = 0
  mail.refuse = () => undefined
  mail.hold = () => undefined
  mail.hangUp = () => false
  await site.pool.query(`delete from installation where key = 'addresses refused in a row'`)
  await site.db.delete(throttles)
  await site.db.delete(mailings)
})

const here = (more = {}) => site.aMember({ unitAssignment: unit, ...more })
interface Counts {
  reached: number
  without: Record<string, number>
  names: string[]
}
const count = () => admin.get<Counts>(`/api/mailing-recipients?unit=${encodeURIComponent(unit)}`)
const anEmail = (recipients: number, more = {}) => ({
  id: randomUUID(),
  subject: 'Muster on Saturday',
  body: 'Good day,\n\nPlease come: https://example.ph/muster.\nBring <your> ID.',
  filter: { unit },
  recipients,
  ...more,
})
const post = (form: object, who = admin) => who.post('/api/mailings', form)
interface Shown {
  state: string
  recipients: number
  sent: number
  failed: number
  refused: number
  leftOut: number
  unsure: number
  lastError: string | null
  audience: string
  sentBy: string | null
  stoppedBy: string | null
}
const look = (id: string) => admin.get<Shown>(`/api/mailings/${id}`)
async function untilState(id: string, state: string): Promise<void> {
  await expect.poll(async () => (await look(id)).state).toBe(state)
}
const acts = (subject: string) => site.actsOn(subject)
const setUser = (id: string, values: Partial<typeof users.$inferInsert>) => site.update(users, { id }, values)

test('each member is greeted by their own rank and name, and what stands in braces otherwise is refused', async () => {
  await here({ email: 'ana.named@example.ph', firstName: 'ANA MARIA', lastName: '<CRUZ>', rank: 'CPT' })
  const ben = await here({ email: 'ben.named@example.ph', firstName: 'BEN', lastName: 'DE LA PEÑA', rank: null })
  const personal = { subject: 'For {first name}', body: 'Dear {rank} {last name},\n\nplease come.' }
  expect(await count()).toMatchObject({
    names: ['ANA MARIA <CRUZ>', 'BEN DE LA PEÑA'],
    first: { rank: 'CPT', firstName: 'Ana Maria', lastName: '<Cruz>' },
  })
  expect((await post(anEmail(2, { ...personal, body: 'Dear {name},' }))).fields).toEqual({
    body: '{name} is not known. In braces you can write {rank}, {first name} or {last name}.',
  })
  const { id } = await post(anEmail(2, personal))
  await untilState(id, 'done')
  const textTo = (address: string) => mail.received.find(({ to }) => to === address)!.raw.replaceAll('=\r\n', '')
  expect(textTo('ana.named@example.ph')).toContain('Subject: For Ana Maria')
  expect(textTo('ana.named@example.ph')).toContain('Dear CPT <Cruz>,')
  expect(textTo('ana.named@example.ph')).toContain('Dear CPT &lt;Cruz&gt;,')
  expect(textTo('ben.named@example.ph')).toContain('Dear De La Pe=C3=B1a,')

  // On the member's page, with what else is on its way to them; never what is about an election.
  const tomorrow = Date.now() + 86_400_000
  const [queued] = await site.db
    .insert(emails)
    .values({ to: 'BEN.named@example.ph', kind: 'test', subject: 'Waits', body: '-', nextTryAt: tomorrow })
    .returning({ id: emails.id })
  expect(await admin.get(`/api/members/${ben.id}/emails`)).toMatchObject({
    emails: [
      { subject: 'Waits', outcome: 'waiting' },
      { subject: 'For {first name}', outcome: 'sent' },
    ],
  })
  await site.db.update(emails).set({ failedAt: Date.now() }).where(eq(emails.id, queued!.id))
  expect(await admin.get(`/api/members/${ben.id}/emails`)).toMatchObject({ emails: [{ outcome: 'failed' }, {}] })
  await site.db.delete(emails)
})

test('attachments go along, up to 5 MB together, and are opened by who writes emails', async () => {
  await here({ email: 'ana.files@example.ph' })
  await here({ email: 'ben.files@example.ph' })
  const pdf = (size: number) => Buffer.from('%PDF-1.7\n'.padEnd(size - 6, 'x') + '%%EOF\n')
  const attach = (bytes: Buffer, name: string, who = admin) =>
    who.put('/api/mailing-files', bytes, { 'x-file-name': encodeURIComponent(name) })
  const small = await attach(pdf(3000), 'Año 2026.pdf')
  expect(small.status).toBe(201)
  expect((await attach(Buffer.from('<script>'), 'a.pdf')).code).toBe('attachment-type')
  expect((await attach(pdf(5 * 1024 * 1024 + 1), 'a.pdf')).code).toBe('attachments-too-large')
  const [one, other] = [await attach(pdf(3_000_000), 'one.pdf'), await attach(pdf(3_000_000), 'other.pdf')]
  expect((await post(anEmail(2, { files: [one.id, other.id] }))).code).toBe('attachments-too-large')
  expect((await post(anEmail(2, { files: [randomUUID()] }))).code).toBe('not-found')
  const { id } = await post(anEmail(2, { files: [small.id] }))
  await untilState(id, 'done')
  for (const { raw } of mail.received) {
    expect(raw).toContain('Content-Type: application/pdf')
    expect(raw).toContain("filename*0*=utf-8''A%C3%B1o%202026.pdf")
    expect(raw.replaceAll('\r\n', '')).toContain(pdf(3000).toString('base64').slice(0, 200))
  }
  const shown = await admin.get<{ files: { id: string; name: string }[] }>(`/api/mailings/${id}`)
  expect(shown.files).toEqual([{ id: small.id, name: 'Año 2026.pdf' }])
  expect((await admin.get(`/api/files/${small.id}`)).status).toBe(200)
  expect((await (await site.asMember()).get(`/api/files/${small.id}`)).status).toBe(404)
  // It is this email's now.
  expect((await post(anEmail(2, { files: [small.id] }))).code).toBe('not-found')
})

test('an email whose attachment cannot be read waits, and nobody is sent half of it', async () => {
  await here({ email: 'ana.unread@example.ph' })
  const sent = await admin.put('/api/mailing-files', Buffer.from('%PDF-1.7\n%%EOF\n'), { 'x-file-name': 'a.pdf' })
  const [row] = await site.db.select({ path: uploads.path }).from(uploads).where(eq(uploads.id, sent.id))
  await site.deps.storage.remove(row!.path)
  const { id } = await post(anEmail(1, { files: [sent.id] }))
  await untilState(id, 'paused')
  expect(mail.received).toEqual([])
  expect(await look(id)).toMatchObject({ sent: 0, unsure: 0, failed: 0 })
})

test('an email goes once to everybody whom the filter means and who may get it', async () => {
  const ana = await here({ email: 'ana@example.ph' })
  await here({ email: 'ben@example.ph' })
  await here({ email: null })
  await here({ email: 'gone@example.ph', withdrawnAt: Date.now() })
  await here({ email: 'off@example.ph', unsubscribedAt: Date.now() })
  await here({ email: 'bad@example.ph', emailRefusedAt: Date.now() })
  await site.anApplicant({ email: 'new@example.ph', unitAssignment: unit })
  expect(await count()).toMatchObject({
    reached: 2,
    without: { withoutEmail: 1, withdrawn: 0, unsubscribed: 1, refused: 1 },
  })
  expect((await count()).names).toHaveLength(2)
  const { id, status } = await post(anEmail(2))
  expect(status).toBe(201)
  await untilState(id, 'done')
  expect(mail.received.map(({ to }) => to).toSorted()).toEqual(['ana@example.ph', 'ben@example.ph'])

  const { raw } = mail.received.find(({ to }) => to === 'ana@example.ph')!
  // Long headers go on in the next line.
  const text = raw
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
  const token = unsubscribeToken(site.siteKey, ana.id)
  expect(text).toContain('Subject: Muster on Saturday')
  expect(text.match(/^To: .*/gm)).toEqual(['To: ana@example.ph'])
  expect(text).toContain(`List-Unsubscribe: <${site.config.publicUrl}/unsubscribe/one-click?token=${token}>`)
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toContain(`/unsubscribe#${token}`)
  expect(text).toContain('<a href="https://example.ph/muster" style=')
  expect(text).toContain('Bring &lt;your&gt; ID.')
  expect(text).toContain('Bring <your> ID.')

  const shown = await look(id)
  expect(shown).toMatchObject({ recipients: 2, sent: 2, failed: 0, refused: 0, leftOut: 0, sentBy: 'ROSA SECRETARY' })
  expect(shown.audience).toBe(`Unit “${unit}”`)
  const { mailings: listed } = await admin.get<{ mailings: { id: string; subject: string }[] }>('/api/mailings')
  expect(listed[0]).toMatchObject({ id, subject: 'Muster on Saturday' })
  expect(await acts(id)).toEqual(['email to members sent'])
  const log = JSON.stringify(await admin.get('/api/audit'))
  expect(log).toContain('the email “Muster on Saturday”')
})

test.each([
  { what: 'no subject', part: { subject: '' } },
  { what: 'a long subject', part: { subject: 'x'.repeat(151) } },
  { what: 'another header', part: { subject: 'Hello\r\nBcc: everybody@example.ph' } },
  { what: 'two lines', part: { subject: 'Hello\nworld' } },
  { what: 'no text', part: { body: ' \n ' } },
  { what: 'a long text', part: { body: 'x'.repeat(10_001) } },
  { what: 'a zero character', part: { body: 'a\u0000b' } },
  { what: 'text turned around', part: { body: 'a\u202Eb' } },
  { what: 'nobody', part: { recipients: 0 } },
  { what: 'no id', part: { id: 'one' } },
  { what: 'a region that is none', part: { filter: { region: 'Nowhere' } } },
  { what: 'somebody who is none', part: { filter: { ids: 'x' } } },
])('refused: $what', async ({ part }) => {
  await here()
  expect((await post(anEmail(1, part))).status).toBe(400)
  expect(await site.rowsOf(mailings, { subject: 'Hello' })).toEqual([])
})

test('another number than was confirmed: nothing is sent', async () => {
  await here()
  await here()
  const refused = await post(anEmail(1))
  expect(refused).toMatchObject({ status: 409, code: 'recipients-changed' })
  expect(refused.message).toContain('would now go to 2')
  expect(await post(anEmail(3))).toMatchObject({ status: 409 })
  expect(await site.db.$count(mailings, eq(mailings.audience, `Unit “${unit}”`))).toBe(0)
  // What was not sent is not counted against the day.
  expect(await site.db.$count(throttles)).toBe(1)
  expect((await site.rowsOf(throttles))[0]?.points).toBe(0)
})

test('the same request ten times at once is one email; its id is good for no other', async () => {
  await here()
  const form = anEmail(1)
  const replies = await Promise.all(Array.from({ length: 10 }, () => post(form)))
  expect(replies.map(({ status, id }) => [status, id])).toEqual(replies.map(() => [201, form.id]))
  expect((await post({ ...form, body: 'Something else' })).status).toBe(400)
  await untilState(form.id, 'done')
  expect(mail.received).toHaveLength(1)
  expect(await acts(form.id)).toEqual(['email to members sent'])
})

test('twenty a day are enough', async () => {
  await here()
  const sent = []
  const emails = Array.from({ length: 20 }, () => anEmail(1))
  for (const email of emails) sent.push(await post(email))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
  // Whoever never got the reply to the last one asks once more, and hears that it was sent.
  expect(await post(emails.at(-1)!)).toMatchObject({ status: 201, id: sent.at(-1)!.id })
  expect(await post(anEmail(1))).toMatchObject({ status: 429, code: 'too-many-mailings' })
  await untilState(sent.at(-1)!.id, 'done')
})

test('a test goes to whoever writes, as it would look, and to nobody else', async () => {
  await here()
  const { subject, body } = anEmail(1)
  expect((await admin.post('/api/test-mailings', { subject: 'a\nb', body })).status).toBe(400)
  expect(await admin.post('/api/test-mailings', { subject, body })).toMatchObject({ status: 201, to: secretary.email })
  await expect.poll(() => mail.received.length).toBe(1)
  const [{ to, raw } = { to: '', raw: '' }] = mail.received
  expect(to).toBe(secretary.email)
  expect(raw).toContain('Subject: [Test] Muster on Saturday')
  expect(raw).toContain('text/html')
  expect(raw).not.toContain('List-Unsubscribe')
  for (let n = 1; n < 20; n++) await admin.post('/api/test-mailings', { subject, body })
  expect((await admin.post('/api/test-mailings', { subject, body })).status).toBe(429)
  await expect.poll(() => mail.received.length).toBe(20)
})

/** An email to so many, of which the server holds back the first until it is let go. */
async function heldBack(people: number) {
  const gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  const members = []
  for (let n = 0; n < people; n++) members.push(await here({ email: `m${n}.${region}@example.ph` }))
  // Not what is about an account, which passes these.
  mail.hold = (address) => (address.endsWith(`.${region}@example.ph`) ? gate.promise : undefined)
  const { id } = await post(anEmail(people))
  // Both senders have one in hand.
  const taken = async () =>
    (
      await site.db
        .select({ memberId: mailingRecipients.memberId, attempts: mailingRecipients.attempts })
        .from(mailingRecipients)
        .where(eq(mailingRecipients.mailingId, id))
    )
      .filter(({ attempts }) => attempts > 0)
      .map(({ memberId }) => memberId)
  await expect.poll(async () => (await taken()).length).toBe(2)
  const inHand = await taken()
  return { id, gate, waiting: members.filter((member) => !inHand.includes(member.id)) }
}

describe('while it is being sent', () => {
  test('who left, unsubscribed, was erased or lost their address meanwhile gets nothing', async () => {
    const { id, gate, waiting } = await heldBack(7)
    const [left, off, erased, lost, last] = waiting as [Someone, Someone, Someone, Someone, Someone]
    await setUser(left.id, { withdrawnAt: Date.now() })
    const link = { token: unsubscribeToken(site.siteKey, off.id), wanted: false }
    expect((await site.visitor().post('/api/unsubscribe', link)).status).toBe(200)
    await setUser(lost.id, { email: null })
    const asker = await site.signedIn(erased)
    const { id: request } = await asker.post('/api/privacy-requests', { kind: 'erasure' })
    const erasure = await admin.post(`/api/privacy-requests/${request}/answer`, { outcome: 'done', answer: 'Done.' })
    expect(erasure.status).toBe(200)
    gate.resolve()
    await untilState(id, 'done')
    expect(await look(id)).toMatchObject({ recipients: 7, sent: 3, leftOut: 4 })
    const reached = mail.received.filter(({ raw }) => raw.includes('Subject: Muster')).map(({ to }) => to)
    for (const { email } of [left, off, erased, lost]) expect(reached).not.toContain(email)
    expect(reached).toContain(last.email)
    expect(await site.db.$count(mailingRecipients, eq(mailingRecipients.memberId, erased.id))).toBe(0)
  })

  test('stopped, what is not yet sent is not sent, and what was in hand still counts', async () => {
    const { id, gate } = await heldBack(6)
    expect(await admin.post(`/api/mailings/${id}/stop`)).toMatchObject({ state: 'stopped' })
    expect((await admin.post(`/api/mailings/${id}/stop`)).status).toBe(200)
    gate.resolve()
    await expect.poll(async () => (await look(id)).sent).toBe(2)
    // A later email comes after everything that could still have been sent.
    const later = await post(anEmail(6))
    await untilState(later.id, 'done')
    expect(await look(id)).toMatchObject({ state: 'stopped', sent: 2, stoppedBy: 'ROSA SECRETARY' })
    expect(mail.received).toHaveLength(8)
    expect(await acts(id)).toEqual(['email to members sent', 'email to members stopped'])
  })

  test('an email about somebody’s own account passes all the others', async () => {
    const { id, gate } = await heldBack(12)
    await queueEmail(site.db, { to: 'code@example.ph', kind: 'one-time code', subject: 'Code', body: '123\n' })
    gate.resolve()
    await untilState(id, 'done')
    const place = mail.received.findIndex(({ to }) => to === 'code@example.ph')
    expect(place).toBeGreaterThanOrEqual(0)
    // Behind the two that were in hand, and what the other sender took at that moment.
    expect(place).toBeLessThanOrEqual(3)
  })

  test('a site that is restored from a backup goes on with none', async () => {
    const { id, gate } = await heldBack(5)
    await stopAllMailings(site.db)
    gate.resolve()
    await expect.poll(async () => (await look(id)).sent).toBe(2)
    expect(await look(id)).toMatchObject({ state: 'stopped', stoppedBy: null })
  })
})

describe('a mail server that refuses', () => {
  test('an address: it is noted with the member, found by the filter, left out later, and forgotten with the address', async () => {
    const ana = await here({ email: `wrong.${region}@example.ph` })
    await here({ email: `right.${region}@example.ph` })
    mail.refuse = (address) => (address.startsWith('wrong') ? '550 5.1.1 No such user' : undefined)
    const { id } = await post(anEmail(2))
    await untilState(id, 'done')
    expect(await look(id)).toMatchObject({ sent: 1, refused: 1 })
    const profile = async (who: Visitor) =>
      (await who.get<{ member: { emailRefusedAt: number | null } }>(`/api/members/${ana.id}`)).member
    expect((await profile(admin)).emailRefusedAt).toEqual(expect.any(Number))
    expect((await profile(await site.signedIn(ana))).emailRefusedAt).toEqual(expect.any(Number))
    const found = await admin.get<{ users: { id: string }[] }>('/api/members?approved=true&email=refused')
    expect(found.users.map((user) => user.id)).toContain(ana.id)
    expect(await count()).toMatchObject({ reached: 1, without: { refused: 1 } })

    await setUser(ana.id, { email: `new.${region}@example.ph` })
    expect((await profile(admin)).emailRefusedAt).toBeNull()
    // One about the account that is taken shows that the address is there after all.
    await setUser(ana.id, { emailRefusedAt: Date.now() })
    await queueEmail(site.db, { to: `new.${region}@example.ph`, kind: 'approval', subject: 'Hello', body: 'x\n' })
    await expect.poll(async () => (await profile(admin)).emailRefusedAt).toBeNull()
  })

  test('the address of an email about an account: it is noted as well', async () => {
    const ben = await here({ email: `unknown.${region}@example.ph` })
    mail.refuse = () => '550 5.1.1 No such user'
    await queueEmail(site.db, { to: ben.email, kind: 'approval', subject: 'Hello', body: 'x\n' })
    const noted = async () => (await site.rowsOf(users, { id: ben.id }))[0]?.emailRefusedAt
    await expect.poll(noted).toBeTypeOf('number')
    await site.db.delete(emails)
  })

  test('everything: the email waits instead of trying everybody in vain', async () => {
    for (let n = 0; n < 5; n++) await here()
    let tries = 0
    mail.refuse = () => (tries++, '450 4.7.1 too many, come back later')
    const { id } = await post(anEmail(5))
    await untilState(id, 'paused')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(tries).toBeLessThanOrEqual(2)
    expect(await look(id)).toMatchObject({ sent: 0, failed: 0, refused: 0 })
    mail.refuse = () => undefined
    await site.db.update(mailings).set({ pausedUntil: 0 })
    await site.db.update(mailingRecipients).set({ nextTryAt: 0 })
    await site.pool.query(`select pg_notify('site_changed', 'emails')`)
    await untilState(id, 'done')
    expect(await look(id)).toMatchObject({ sent: 5 })
  })
})

describe('a mail server that refuses everybody', () => {
  const marked = () => site.db.$count(users, isNotNull(users.emailRefusedAt))
  const tryNow = async () => {
    await site.db.update(mailings).set({ pausedUntil: 0 })
    await site.pool.query(`select pg_notify('site_changed', 'emails')`)
  }

  test('does so because of the sender: the email waits, nobody is marked, and all get it later', async () => {
    await site.db.update(users).set({ emailRefusedAt: null })
    for (let n = 0; n < 14; n++) await here({ email: `fine${n}.${region}@example.ph` })
    let asked = 0
    mail.refuse = () => (asked++, '550 5.1.1 No such user')
    const { id } = await post(anEmail(14))
    await untilState(id, 'paused')
    expect(asked).toBeLessThanOrEqual(11)
    await expect.poll(async () => (await look(id)).refused).toBe(0)
    expect(await marked()).toBe(0)
    expect((await look(id)).lastError).toBe('refuses everybody (EENVELOPE 550)')
    // Still the same: one or two are asked about, and nobody is marked for it.
    const until = asked
    await tryNow()
    await expect.poll(() => asked).toBeGreaterThan(until)
    await untilState(id, 'paused')
    expect(await marked()).toBe(0)

    mail.refuse = (address) => (address.startsWith('fine0.') ? '550 5.1.1 No such user' : undefined)
    await tryNow()
    await untilState(id, 'done')
    expect(await look(id)).toMatchObject({ sent: 13, refused: 1, unsure: 0 })
    expect(await marked()).toBe(1)
  })

  test('one address tried ten times is one person, and stays marked', async () => {
    const ben = await here({ email: `gone.${region}@example.ph` })
    for (let n = 0; n < 12; n++) expect(await noteRefused(site.db, ben.email)).toBeNull()
    const [row] = await site.db.select({ at: users.emailRefusedAt }).from(users).where(eq(users.id, ben.id))
    expect(row?.at).toBeTypeOf('number')
  })

  test('a mark is taken away by an administrator for members, and the log says so', async () => {
    const ana = await here({ email: `ana.${region}@example.ph`, emailRefusedAt: Date.now() })
    const clear = (who: Visitor) => who.delete(`/api/members/${ana.id}/refused-address`)
    expect((await clear(await site.signedIn(ana))).status).toBe(403)
    expect((await Promise.all([clear(admin), clear(admin)])).map(({ status }) => status)).toEqual([200, 200])
    expect(await count()).toMatchObject({ reached: 1, without: { refused: 0 } })
    expect(await acts(ana.id)).toEqual(['refused address cleared'])
  })
})

describe('an email that may have arrived', () => {
  test('is not sent again by itself, but by who decides so, once', async () => {
    for (let n = 0; n < 3; n++) await here({ email: `m${n}.${region}@example.ph` })
    // The mail server takes it, and hangs up before it has said so.
    mail.hangUp = (address) => address.startsWith('m1.')
    const { id } = await post(anEmail(3))
    await expect.poll(async () => (await look(id)).unsure).toBe(1)
    await site.db.update(mailings).set({ pausedUntil: null })
    await site.pool.query(`select pg_notify('site_changed', 'emails')`)
    await untilState(id, 'done')
    const to = () => mail.received.map((one) => one.to.slice(0, 2)).toSorted()
    expect(to()).toEqual(['m0', 'm1', 'm2'])
    expect(await look(id)).toMatchObject({ sent: 2, unsure: 1 })

    mail.hangUp = () => false
    const again = () => admin.post(`/api/mailings/${id}/again`)
    expect((await Promise.all([again(), again()])).map(({ status }) => status)).toEqual([200, 200])
    await expect.poll(async () => (await look(id)).sent).toBe(3)
    expect(to()).toEqual(['m0', 'm1', 'm1', 'm2'])
    expect(await look(id)).toMatchObject({ state: 'done', unsure: 0 })
    expect(await acts(id)).toEqual(['email to members sent', 'email to members sent again'])
  })

  test('is what a process had in hand that died: after five minutes it is named, and before that it waits', async () => {
    const letGo = await site.holdJob('send emails')
    const [ana, ben] = [await here(), await here()]
    await here()
    const { id } = await post(anEmail(3))
    const inHand = (memberId: string, nextTryAt: number) =>
      site.db
        .update(mailingRecipients)
        .set({ handedOver: true, attempts: 1, nextTryAt })
        .where(and(eq(mailingRecipients.mailingId, id), eq(mailingRecipients.memberId, memberId)))
    await inHand(ana.id, 0)
    await inHand(ben.id, Date.now() + 240_000)
    await letGo()
    await site.pool.query(`select pg_notify('site_changed', 'emails')`)
    await expect.poll(() => look(id)).toMatchObject({ state: 'sending', sent: 1, unsure: 1 })
    await inHand(ben.id, 0)
    await site.pool.query(`select pg_notify('site_changed', 'emails')`)
    await untilState(id, 'done')
    expect(await look(id)).toMatchObject({ sent: 1, unsure: 2 })
    expect(mail.received).toHaveLength(1)
  })

  test('of an email that was stopped is sent to nobody; who is erased is no longer in doubt', async () => {
    const [ana, ben] = [await here(), await here()]
    const { id } = await post(anEmail(2))
    await untilState(id, 'done')
    await site.update(mailingRecipients, { mailingId: id }, { outcome: 'unsure' })
    await site.update(mailings, { id }, { sent: 0, unsure: 2, stoppedAt: Date.now() })
    expect(await admin.post(`/api/mailings/${id}/again`)).toMatchObject({ status: 200, unsure: 2 })
    await forgetRecipient(site.db, ana.id)
    expect(await look(id)).toMatchObject({ unsure: 1, leftOut: 1 })
    expect(await acts(id)).toEqual(['email to members sent'])
    expect(await site.db.$count(mailingRecipients, eq(mailingRecipients.memberId, ben.id))).toBe(1)
  })
})

describe('unsubscribing', () => {
  const stateOf = async (id: string) => (await site.rowsOf(users, { id }))[0]?.unsubscribedAt !== null
  const oneClick = (token: string, body = 'List-Unsubscribe=One-Click') =>
    fetch(`${site.url}/unsubscribe/one-click?token=${encodeURIComponent(token)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })

  test('works by the link and the button of the mail program, and not by opening an address', async () => {
    const ana = await here()
    const token = unsubscribeToken(site.siteKey, ana.id)
    const opened = await fetch(`${site.url}/unsubscribe/one-click?token=${token}`, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/unsubscribe#${token}`])
    expect((await site.visitor().get('/unsubscribe')).status).toBe(200)
    expect((await oneClick(token, 'x=1')).status).toBe(400)
    expect((await oneClick(token, 'x'.repeat(5000))).status).toBe(413)
    expect(await stateOf(ana.id)).toBe(false)

    expect((await oneClick(token)).status).toBe(200)
    expect((await oneClick(token)).status).toBe(200)
    expect(await stateOf(ana.id)).toBe(true)
    const again = await site.visitor().post('/api/unsubscribe', { token, wanted: true })
    expect(again.status).toBe(200)
    expect(await stateOf(ana.id)).toBe(false)
    expect(await acts(ana.id)).toEqual(['emails turned off', 'emails turned on'])
  })

  test('is always possible; turning them on again is not, past what anybody needs in a day', async () => {
    const ana = await here()
    const choose = (wanted: boolean) =>
      site.visitor().post('/api/unsubscribe', { token: unsubscribeToken(site.siteKey, ana.id), wanted })
    for (let n = 0; n < memberLimits.choicesPerDay; n++) expect((await choose(true)).status).toBe(200)
    expect((await choose(true)).status).toBe(429)
    expect((await choose(false)).status).toBe(200)
    expect(await stateOf(ana.id)).toBe(true)
  })

  test('a link of somebody else, of another site or of nobody does nothing', async () => {
    const ana = await here()
    const ben = await here()
    const [, ownHash] = unsubscribeToken(site.siteKey, ana.id).split('.')
    const nobody = unsubscribeToken(site.siteKey, randomUUID())
    const elsewhere = unsubscribeToken('another key', ben.id)
    for (const token of [`${ben.id}.${ownHash}`, elsewhere, nobody, `${ben.id}.`, 'x', '%00', "'"]) {
      expect((await oneClick(token)).status, token).toBe(404)
      expect((await site.visitor().post('/api/unsubscribe', { token, wanted: false })).status, token).toBe(404)
    }
    expect(await stateOf(ben.id)).toBe(false)
  })

  test('is a switch on one’s own profile, and changes nothing about emails on one’s own account', async () => {
    const ana = await here()
    const visitor = await site.signedIn(ana)
    expect((await visitor.post(`/api/members/${ana.id}/emails`, { wanted: false })).status).toBe(200)
    expect(await stateOf(ana.id)).toBe(true)
    expect((await admin.post(`/api/members/${ana.id}/emails`, { wanted: true })).status).toBe(403)
    mail.received.length = 0
    expect((await admin.post(`/api/members/${ana.id}/one-time-code`)).status).toBe(201)
    await expect.poll(() => mail.received.map(({ to }) => to)).toContain(ana.email)
  })
})

test('the list goes on behind the first thirty, and misses none written in the same moment', async () => {
  const sentAt = Date.now()
  const one = { subject: 'x', body: 'y', audience: '', sentAt, recipients: 1, sent: 1 }
  const written = Array.from({ length: 65 }, () => ({ ...one, id: randomUUID() }))
  await site.db.insert(mailings).values(written)
  const read = (before: string | null) =>
    admin.get<{ mailings: { id: string }[]; next: string | null }>(`/api/mailings${before ? `?before=${before}` : ''}`)
  const seen: string[] = []
  for (let next: string | null = '', n = 0; next !== null && n < 5; n++) {
    const page = await read(next)
    seen.push(...page.mailings.map(({ id }) => id))
    next = page.next
  }
  expect(seen.toSorted()).toEqual(written.map(({ id }) => id).toSorted())
})

test('what somebody was sent is in their own data', async () => {
  const ana = await here()
  const { id } = await post(anEmail(1, { subject: 'For the data' }))
  await untilState(id, 'done')
  await setUser(ana.id, { unsubscribedAt: Date.now() })
  const held = await heldData(site.db, ana.id, [], Date.now())
  expect(held?.emailsToMembers).toMatchObject([
    { subject: 'For the data', outcome: 'sent', writtenAt: expect.any(Number) },
  ])
  expect(held?.account.noEmailsToMembersSince).toBeTypeOf('number')
  expect(JSON.stringify(held)).not.toContain('ROSA')
})
