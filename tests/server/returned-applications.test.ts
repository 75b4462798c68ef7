import { buffer } from 'node:stream/consumers'
import { notLike, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { emails, rejectedPayments, throttles, uploads, users } from '#server/db/schema.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import type { ListedApplicant } from '#shared/members/listing/listing.ts'
import type { ApplicationStatus } from '#shared/members/registration/correction.ts'
import { makeReference, readReference, showReference } from '#shared/members/registration/reference.ts'
import { errorText } from '#shared/text.ts'
import { applyingAt } from '#tests/support/applying.ts'
import { approvalDesk } from '#tests/support/approval-desk.ts'

const desk = await approvalDesk()
afterAll(() => desk.site.stop())

interface Told {
  http: number
  status?: ApplicationStatus['status']
  code?: string
  message?: string
  fields?: Record<string, string>
}
const birthday = '1964-10-05'

async function applied(changed: object = {}) {
  const { aForm, post } = applyingAt(desk.site)
  const form = await aForm(changed)
  const { reference } = await post(form)
  const [row] = await desk.site.rowsOf(users, { email: form.email.toLowerCase() })
  return { id: row!.id, form, reference }
}

const visitor = () => desk.site.visitor()
const ask = async (path: string, sent: object): Promise<Told> => {
  const response = await visitor().post(`/api/applications/${path}`, sent)
  return { ...JSON.parse(response.text), http: response.status }
}
const look = (reference: string, born = birthday) => ask('status', { reference, birthday: born })
const correct = (reference: string, sent: object) => ask('corrections', { reference, birthday, ...sent })
/** By an administrator who saw the application in this version: as it was sent, unless it says otherwise. */
const giveBack = (id: string, items: string[], version = 1, message = 'Please take it in daylight.') =>
  desk.admin.post<{ reference?: string; code?: string }>('/api/returns', { id, version, items, message })
/** As the desk shows the applicant: in the queue, and when they are opened. */
async function shown(id: string) {
  const { applicant } = await desk.admin.get<{ applicant: ListedApplicant | null }>(`/api/members/${id}`)
  const { users: rows } = await desk.admin.get<{ users: ListedApplicant[] }>(
    `/api/members?approved=false&searchQuery=${applicant?.application.reference}`,
  )
  expect(rows).toEqual([applicant])
  return applicant
}
const record = async (id: string) => (await desk.site.rowsOf(users, { id }))[0]

const another = await sharp({ create: { width: 700, height: 900, channels: 3, background: 'navy' } })
  .jpeg()
  .toBuffer()
async function send(kind: MemberFileKind, reference: string, bytes = another) {
  const response = await fetch(`${desk.site.url}/api/applications/files/${kind}`, {
    method: 'PUT',
    headers: { origin: desk.site.url, 'x-application': `${reference} ${birthday}` },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, ...((await response.json()) as { id?: string; code?: string; message?: string }) }
}

test('an applicant who mistyped the email corrects it, and gets the reference number there', async () => {
  const { id, reference, form } = await applied()
  const email = 'the-right-one@example.org'
  const put = (sent: object) => ask('email', { reference, birthday, ...sent })
  expect(await put({ email: 'nowhere' })).toMatchObject({ http: 400, fields: { email: expect.any(String) } })
  const taken = (await applied()).form.email
  expect(await put({ email: taken })).toMatchObject({ http: 409, code: 'email-taken' })
  expect(await ask('email', { reference, birthday: '1964-10-06', email })).toMatchObject({ http: 404 })
  expect((await record(id))?.email).toBe(form.email.toLowerCase())
  const masked = { http: 200, status: 'waiting', email: 't•••••@example.org' }
  expect(await put({ email: ' The-Right-One@example.org ' })).toMatchObject(masked)
  expect(await look(reference)).toMatchObject(masked)
  expect((await record(id))?.email).toBe(email)
  const [sent] = await desk.site.rowsOf(emails, { to: email })
  expect(sent).toMatchObject({
    subject: expect.stringContaining('we have your new email address'),
    body: expect.stringContaining(showReference(reference)),
  })
  await desk.admin.post('/api/approvals', { applicants: [{ id, version: 2 }] })
  expect(await put({ email: 'another@example.org' })).toMatchObject({ http: 409, code: 'application-not-returned' })
})

describe('the page of an application', () => {
  test('the number is given, emailed, and tells where the application stands, with the birthday', async () => {
    const { id, reference } = await applied()
    const email = (await desk.messages()).find(({ body }) => body.includes(showReference(reference)))
    expect(email?.body).toContain(`${desk.site.config.publicUrl}/application#${showReference(reference)}`)
    expect(await look(showReference(reference).toLowerCase())).toMatchObject({ status: 'waiting', correctedAt: null })
    await desk.approve({ id })
    const told = await look(reference)
    expect(told).toEqual({ http: 200, status: 'approved', approvedAt: expect.any(Number) })
  })

  test('the same form sent again gets the same number', async () => {
    const { aForm, post } = applyingAt(desk.site)
    const form = await aForm()
    const [first, second] = await Promise.all([post(form), post(form)])
    expect(first).toEqual(second)
    expect(first).toHaveProperty('reference', expect.stringMatching(/^\w{12}$/))
  })

  test('a wrong number, a wrong birthday and a rejected application get one and the same answer', async () => {
    const { id, reference } = await applied()
    const answers = [await look(makeReference(Buffer.alloc(11, 9))), await look(reference, '1964-10-06')]
    await desk.reject('no', { id })
    answers.push(await look(reference), await look('K7QX'))
    for (const answer of answers) expect(answer).toMatchObject({ http: 404, code: 'application-not-found' })
    expect(new Set(answers.map((answer) => Reflect.get(answer, 'message'))).size).toBe(1)
  })

  test('guessing is stopped: by the address, and by the number somebody overheard', async () => {
    const { reference } = await applied()
    await desk.site.db.delete(throttles)
    const days = Array.from({ length: 14 }, (_, day) => `1970-01-${String(day + 1).padStart(2, '0')}`)
    // Five a day and fifteen a year, as at the login.
    for (const left of [5, 5, 5, 0]) {
      const codes = await Promise.all(days.map(async (day) => (await look(reference, day)).code))
      expect(codes.filter((code) => code === 'application-not-found')).toHaveLength(left)
      expect(codes.filter((code) => code === 'too-many-birthdays')).toHaveLength(14 - left)
      expect(await look(reference)).toMatchObject({ code: 'too-many-birthdays' })
      await desk.site.db.delete(throttles).where(notLike(throttles.key, 'joinbirthdayyear:%'))
    }

    const { reference: others } = await applied()
    const guesses = await Promise.all(
      Array.from({ length: 120 }, (_, n) => look(makeReference(Buffer.from([n, ...Buffer.alloc(10, 3)])))),
    )
    expect(guesses.filter(({ code }) => code === 'too-many-lookups').length).toBeGreaterThanOrEqual(20)
    expect(await look(others)).toMatchObject({ code: 'too-many-lookups', retryAfter: expect.any(Number) })
    await desk.site.db.delete(throttles)
    // Whoever knows both is never counted.
    for (let n = 0; n < 15; n++) expect((await look(others)).status).toBe('waiting')
  })

  test('whom somebody else’s guesses shut out is let in again when an administrator asks for a correction', async () => {
    const { id, reference } = await applied()
    await Promise.all([1, 2, 3, 4, 5].map((day) => look(reference, `1970-01-0${day}`)))
    expect(await look(reference)).toMatchObject({
      http: 429,
      message:
        'Too many wrong birthdays were tried with this reference number. Please try again tomorrow, or contact us.',
    })
    await giveBack(id, ['height'], 1, 'Please look again.')
    expect(await look(reference)).toMatchObject({ status: 'returned' })
  })
})

describe('an application that is sent back', () => {
  test('asks for what was ticked, takes exactly that, and is in the queue again with what changed', async () => {
    const { id, reference, form } = await applied()
    const before = await record(id)
    expect(await giveBack(id, ['height', 'profilePicture'])).toMatchObject({ status: 200, reference })
    const email = (await desk.messages()).find(({ body }) => body.includes('Please take it in daylight.'))
    expect(email).toMatchObject({ to: form.email.toLowerCase(), subject: 'ARRAPI: please correct your application' })
    expect(email?.body).toMatch(/- 2x2 profile picture\n- Height/)
    expect(email?.body).toContain(showReference(reference))
    expect(await look(reference)).toMatchObject({
      status: 'returned',
      items: ['profilePicture', 'height'],
      message: 'Please take it in daylight.',
    })
    const { id: upload } = await send('profilePicture', reference)

    for (const [sent, fields] of [
      [{ fields: { height: '170' } }, ['profilePicture']],
      [{ fields: { height: 'tall' }, files: { profilePicture: upload } }, ['height']],
      [{ files: { profilePicture: upload } }, ['height']],
      [{ fields: { height: '170' }, files: { profilePicture: crypto.randomUUID() } }, ['profilePicture']],
    ] as const) {
      const refused = await correct(reference, sent)
      expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid-input', fields])
    }
    expect(await record(id)).toMatchObject({ height: before?.height, correctedAt: null })

    // What was not asked for changes nothing.
    const told = await correct(reference, {
      fields: { height: '5 ft 6 in', firstName: 'Somebody Else' },
      files: { profilePicture: upload },
    })
    expect(told).toMatchObject({ status: 'waiting', correctedAt: expect.any(Number) })
    const after = await record(id)
    expect(after).toMatchObject({
      height: '168 cm',
      firstName: before?.firstName,
      returnedAt: null,
      version: (before?.version ?? 0) + 2,
    })
    expect(after?.profilePicturePath).not.toBe(before?.profilePicturePath)
    const kept = await desk.site.storage.open(after?.profilePicturePath ?? '')
    const { width, height } = await sharp(await buffer(kept!.stream)).metadata()
    expect([width, height]).toEqual([700, 700])
    const [old] = await desk.site.rowsOf(uploads, { path: before?.profilePicturePath ?? '' })
    expect(old).toBeUndefined()
    expect(await desk.logOf({ id })).toMatchObject([
      { actor: id, action: 'application corrected', detail: { changed: 'profilePicture, height' } },
      { actor: desk.adminId, action: 'application returned', detail: { asked: 'profilePicture, height' } },
    ])
    const list = await desk.admin.get<{ users: { id: string; application: object }[] }>(
      `/api/members?approved=false&searchQuery=${showReference(reference)}`,
    )
    expect(list.users).toMatchObject([
      {
        id,
        application: {
          reference,
          returnedAt: null,
          correctedAt: expect.any(Number),
          items: ['profilePicture', 'height'],
        },
      },
    ])
    expect(await correct(reference, { fields: { height: '170' } })).toMatchObject({ code: 'application-not-returned' })
  })

  // Shows approval-21
  test('is not among "all", and is approved only by who has seen that it was sent back', async () => {
    const waiting = await applied()
    const back = await applied()
    await giveBack(back.id, ['signature'])
    const { appliedUntil, pendingCount } = await desk.approvals()
    const queued = async (returned: boolean) => {
      const { users: rows, count } = await desk.admin.get<{ users: { id: string }[]; count: number }>(
        `/api/members?approved=false&returned=${returned}&page=1`,
      )
      return { ids: rows.map(({ id }) => id), count }
    }
    expect((await queued(true)).ids).toContain(back.id)
    expect((await queued(false)).count).toBe(pendingCount)
    const all = await desk.admin.post('/api/approvals/all', { appliedUntil })
    expect(all).toMatchObject({ remaining: 0 })
    expect(await record(waiting.id)).toMatchObject({ approved: true })
    expect(await record(back.id)).toMatchObject({ approved: false })
    expect(await desk.approve({ id: back.id })).toMatchObject({ approved: [], changed: [back.id], gone: [] })
    const knowing = await desk.approve({ id: back.id, version: 2 })
    expect(knowing).toMatchObject({ approved: [{ id: back.id }], changed: [] })
    expect(await record(back.id)).toMatchObject({
      approved: true,
      returnedAt: null,
      returnItems: null,
      returnMessage: null,
    })
    expect(await look(back.reference)).toMatchObject({ status: 'approved' })
  })

  // Shows approval-21
  test('corrected after the button was pressed, it is not among "all" either', async () => {
    const { id, reference } = await applied()
    await giveBack(id, ['rank'])
    const { appliedUntil } = await desk.approvals()
    await correct(reference, { fields: { rank: 'maj' } })
    await desk.admin.post('/api/approvals/all', { appliedUntil: appliedUntil ?? 0 })
    expect(await record(id)).toMatchObject({ approved: false, rank: 'MAJ' })
    await desk.approve({ id, version: 3 })
  })

  test('two administrators at once: the second is told, and one email goes out', async () => {
    const { id } = await applied()
    const before = (await desk.messages()).length
    const answers = await Promise.all([giveBack(id, ['height']), giveBack(id, ['weight'])])
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual(['application-changed', 'done'])
    expect(await desk.messages()).toHaveLength(before + 1)
    expect((await giveBack(id, ['weight'], 2)).code).toBeUndefined()
    const [returned, rejected] = await Promise.all([giveBack(id, ['rank'], 3), desk.reject('no', { id, version: 3 })])
    if (rejected.rejected === 1) {
      expect(returned).toMatchObject({ code: 'applicant-gone' })
      expect(await record(id)).toBeUndefined()
    } else {
      expect([returned.code, rejected]).toMatchObject([undefined, { rejected: 0, changed: [id], gone: [] }])
      expect(await record(id)).toMatchObject({ returnItems: ['rank'], version: 4 })
    }
    await desk.reject('no', { id, version: 4 })
    expect(await giveBack(id, ['height'], 4)).toMatchObject({ code: 'applicant-gone' })
  })

  test('sent back and corrected since it was shown, it is not decided on unseen', async () => {
    const { id, reference } = await applied()
    await giveBack(id, ['rank'])
    const seen = await shown(id)
    expect(seen).toMatchObject({ version: 2, application: { items: ['rank'] } })
    await correct(reference, { fields: { rank: 'maj' } })
    for (const version of [1, 2]) {
      expect(await desk.approve({ id, version })).toMatchObject({ approved: [], changed: [id], gone: [] })
      expect(await desk.reject('no', { id, version })).toMatchObject({ rejected: 0, changed: [id], gone: [] })
      expect(await giveBack(id, ['height'], version)).toMatchObject({ code: 'application-changed' })
    }
    expect(await record(id)).toMatchObject({ approved: false, returnedAt: null, rank: 'MAJ', version: 3 })
    expect(await shown(id)).toMatchObject({ version: 3, application: { correctedAt: expect.any(Number) } })
    expect(await desk.reject('no', { id, version: 3 })).toMatchObject({ rejected: 1, changed: [], gone: [] })
  })

  test('approved at the moment of the correction: either, never a mixture; and nothing is taken afterwards', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, reference } = await applied()
      await giveBack(id, ['rank', 'signature'])
      const { id: signature } = await send('signature', reference)
      const [corrected, approved] = await Promise.all([
        correct(reference, { fields: { rank: 'col' }, files: { signature } }),
        desk.approve({ id, version: 2 }),
      ])
      const after = await record(id)
      if (corrected.code) {
        expect(corrected.code).toBe('application-not-returned')
        expect(after).toMatchObject({ approved: true, rank: 'CPT' })
      } else {
        expect(approved).toMatchObject({ approved: [], changed: [id] })
        expect(after).toMatchObject({ approved: false, rank: 'COL' })
        await desk.approve({ id, version: 3 })
      }
      expect(await send('signature', reference)).toMatchObject({ status: 409, code: 'application-not-returned' })
      expect((await correct(reference, { fields: { rank: 'gen' } })).code).toBe('application-not-returned')
    }
  })

  // Shows registration-78
  test('takes pictures only for what was asked, by the rules of the registration, also after the closing date', async () => {
    const { id, reference } = await applied()
    expect(await send('signature', reference)).toMatchObject({ code: 'application-not-returned' })
    await giveBack(id, ['profilePicture'])
    expect(await send('signature', reference)).toMatchObject({ code: 'application-not-returned' })
    const small = await sharp(another).resize(480, 640).jpeg().toBuffer()
    expect(await send('profilePicture', reference, small)).toMatchObject({
      status: 422,
      message: expect.stringContaining('too small to be printed: 480 × 640.'),
    })
    expect(await send('profilePicture', 'K7QX-2M9P-T4WD')).toMatchObject({ status: 404 })
    await desk.site.saveSettings({ registrationCloses: Date.now() - 1 })
    const sent = await send('profilePicture', reference)
    await desk.site.saveSettings({ registrationCloses: Date.now() + 1e10 })
    expect(sent.status).toBe(201)
    // It is the applicant's, and goes with them.
    await desk.reject('no', { id, version: 2 })
    expect(await desk.site.db.$count(uploads, sql`id = ${sent.id} and state = 'stored'`)).toBe(0)
  })

  // Shows registration-36
  test.each(['militarySerial', 'email'] as const)('a corrected %s that somebody has is refused', async (field) => {
    const other = await desk.site.anApplicant()
    const taken = { militarySerial: other.serial, email: other.email ?? '' }
    const code = field === 'email' ? 'email-taken' : 'serial-taken'
    for (const items of [[field], ['militarySerial', 'email']]) {
      const { id, reference, form } = await applied()
      await giveBack(id, items)
      const own = { militarySerial: form.militarySerial, email: form.email }
      const fields = Object.fromEntries(items.map((name) => [name, { ...own, [field]: taken[field] }[name]]))
      expect(await correct(reference, { fields })).toMatchObject({ code, fields: { [field]: errorText[code] } })
      expect(await look(reference)).toMatchObject({ status: 'returned' })
    }
  })

  test('somebody without a number gets one; nothing ticked, or no sentence, is refused', async () => {
    const someone = await desk.site.anApplicant()
    for (const [items, message] of [
      [[], 'x'],
      [['birthday'], 'x'],
      [['height'], ' '],
    ] as const)
      expect(await giveBack(someone.id, [...items], 1, message)).toMatchObject({ code: 'invalid-input' })
    expect(await giveBack(someone.id, ['height'])).toMatchObject({ reference: expect.stringMatching(/^\w{12}$/) })
  })
})

test('a name that could be a reference number is searched for as a name', async () => {
  const { id } = await applied({ firstName: 'Jose', middleName: 'Reyes', lastName: 'Dela Cruz' })
  const typed = 'JOSE DELA CRUZ'
  expect(readReference(typed)).not.toBeNull()
  const { users: rows } = await desk.admin.get<{ users: { id: string }[] }>(
    `/api/members?approved=false&searchQuery=${encodeURIComponent(typed)}`,
  )
  expect(rows.map((row) => row.id)).toContain(id)
})

// Shows approval-23
test('the payment of a rejected application is recognised again, and nothing kept leads to a person', async () => {
  const first = await applied({ paymentReference: 'GC 4711-x' })
  await desk.reject('We could not find this payment.', { id: first.id })
  const again = await applied({ paymentReference: 'gc4711X' })
  const { users: rows } = await desk.admin.get<{ users: { id: string; concerns: string[] }[] }>(
    `/api/members?approved=false&searchQuery=${again.reference}`,
  )
  expect(rows[0]?.concerns).toEqual(expect.arrayContaining(['payment-reference-rejected', 'payment-picture-rejected']))
  const kept = await desk.site.rowsOf(rejectedPayments)
  expect(kept.length).toBeGreaterThanOrEqual(2)
  for (const row of kept) {
    expect(Object.keys(row)).toEqual(['kind', 'sha256', 'rejectedAt'])
    expect(row.sha256).toMatch(/^[0-9a-f]{64}$/)
  }
  await desk.reject('Again.', { id: again.id })
})
