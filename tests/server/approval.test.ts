import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray, like, sql, type SQL } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { appendAudits, verifyAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import { passwords, uploads, users, verifications, rejectedApplicants, idNumbering } from '#server/db/schema.ts'
import { sweepUploads } from '#server/storage/sweep.ts'
import type { SimilarRecords } from '#shared/members/approval/approval.ts'
import type { ListedApplicant, MembersPage } from '#shared/members/listing/listing.ts'
import { dayInManila } from '#shared/time.ts'
import { approvalDesk } from '#tests/support/approval-desk.ts'
import { readAudit } from '#tests/support/audit.ts'
import type { Someone } from '#tests/support/factories.ts'
import type { TestSite } from '#tests/support/site.ts'

const desk = await approvalDesk()
afterEach(() => desk.clear())
afterAll(() => desk.site.stop())

const numberOf = async (someone: Someone) => (await desk.record(someone))?.idNumber

/** To the microsecond, which a date of JavaScript's does not have. */
async function anApplicantOf(time: SQL, given: Parameters<TestSite['anApplicant']>[0] = {}) {
  const applicant = await desk.site.anApplicant(given)
  await desk.site.update(users, { id: applicant.id }, { createdAt: time })
  return applicant
}

describe('approval', () => {
  // Shows approval-02, approval-12, audit-08
  test('sets approved and the ID number, writes an email and an entry in the log', async () => {
    const someone = await desk.site.anApplicant({ firstName: 'JUAN', birthday: '1970-09-01' })
    expect(await desk.approve(someone)).toEqual({
      status: 200,
      approved: [{ id: someone.id, idNumber: 'ARRAPI-000-001' }],
      changed: [],
      gone: [],
    })
    const after = await desk.record(someone)
    expect(after).toMatchObject({ approved: true, idNumber: 'ARRAPI-000-001', version: 2 })
    expect(Math.abs(Date.now() - (after?.approvedAt ?? 0))).toBeLessThan(10_000)
    expect(after?.memberSince).toBe(dayInManila(after?.approvedAt ?? 0))
    const [message, ...more] = await desk.messages()
    expect(more).toEqual([])
    expect(message).toMatchObject({ to: someone.email, subject: 'Welcome to ARRAPI: your membership is approved' })
    expect(message?.body).toContain('JUAN')
    expect(message?.body).toContain('ARRAPI-000-001')
    expect(message?.body).toContain(`${desk.site.config.publicUrl}/login`)
    expect(message?.body).toContain('written like 05Oct1964 for 5 October 1964')
    expect(message?.body).not.toMatch(/1970|Sep|O-1\d{5}/i)
    expect(await desk.logOf(someone)).toMatchObject([
      { actor: desk.adminId, action: 'member approved', detail: { idNumber: 'ARRAPI-000-001' } },
    ])
    expect(await verifyAudit(desk.site.db)).toMatchObject({ ok: true })
  })

  test('lets the member log in, who was refused before', async () => {
    const someone = await desk.site.anApplicant()
    const visitor = desk.site.visitor()
    expect(await visitor.logIn(someone.serial, someone.password)).toMatchObject({ code: 'account-pending' })
    await desk.approve(someone)
    expect((await visitor.logIn(someone.serial, someone.password)).status).toBe(200)
  })

  test('without an e-mail address, or with one that takes no email, there is no email', async () => {
    const without = await desk.site.anApplicant({ email: null })
    const unfit = await desk.site.anApplicant({ email: 'a,b@example.org' })
    expect((await desk.approve(without, unfit)).approved).toHaveLength(2)
    expect(await desk.messages()).toEqual([])
  })

  test('numbers follow the order of application, whatever the order they were ticked in', async () => {
    const [first, second, third] = [
      await desk.site.anApplicant(),
      await desk.site.anApplicant(),
      await desk.site.anApplicant(),
    ]
    await desk.approve(third, first, second)
    expect([await numberOf(first), await numberOf(second), await numberOf(third)]).toEqual([
      'ARRAPI-000-001',
      'ARRAPI-000-002',
      'ARRAPI-000-003',
    ])
  })

  test('named twice is approved once; strangers, members and the withdrawn are gone', async () => {
    const someone = await desk.site.anApplicant()
    const [member, left] = [await desk.site.aMember(), await desk.site.anApplicant({ withdrawnAt: Date.now() })]
    const nobody = { id: crypto.randomUUID() }
    const before = await desk.record(member)
    const answer = await desk.approve(someone, someone, member, left, nobody, { id: desk.adminId })
    expect(answer.approved).toHaveLength(1)
    expect(answer.gone).toEqual([member.id, left.id, nobody.id, desk.adminId])
    expect(await desk.record(member)).toEqual(before)
    expect(await desk.approve(someone)).toMatchObject({ approved: [], gone: [someone.id] })
    expect(await desk.logOf(someone)).toHaveLength(1)
  })

  const shown = () => ({ id: crypto.randomUUID(), version: 1 })
  test.each([
    {},
    { applicants: [] },
    { applicants: [{ ...shown(), id: 'x' }] },
    { applicants: [{ id: shown().id }] },
    { applicants: Array.from({ length: 101 }, shown) },
  ])('refused: %j', async (form) => {
    for (const path of ['approvals', 'rejections'])
      expect((await desk.admin.post(`/api/${path}`, { reason: 'No', ...form })).status).toBe(400)
  })
})

describe('all', () => {
  const later = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`

  // Shows approval-02
  test('approves those who had applied, oldest first, in batches of a hundred', async () => {
    const ids: string[] = []
    for (let n = 0; n < 105; n++) ids.push((await desk.site.anApplicant()).id)
    const newcomer = await anApplicantOf(later(60_000))
    const rows = await desk.site.db.select({ at: users.createdAt }).from(users).where(inArray(users.id, ids))
    const appliedUntil = Math.max(...rows.map(({ at }) => at))
    const next = () => desk.admin.post('/api/approvals/all', { appliedUntil })
    expect(await next()).toEqual({ status: 200, approved: 100, remaining: 5 })
    expect(await next()).toEqual({ status: 200, approved: 5, remaining: 0 })
    expect(await next()).toEqual({ status: 200, approved: 0, remaining: 0 })
    const numbered = await desk.site.db
      .select({ id: users.id, idNumber: users.idNumber })
      .from(users)
      .where(inArray(users.id, ids))
      .orderBy(users.idNumber)
    expect(numbered.map(({ id }) => id)).toEqual(ids)
    expect(numbered.at(-1)?.idNumber).toBe('ARRAPI-000-105')
    expect((await desk.record(newcomer))?.approved).toBe(false)
    expect(await desk.approvals()).toMatchObject({ nextIdNumber: 'ARRAPI-000-106', pendingCount: 1 })
  })

  // Shows approval-03
  test('rejects likewise, telling each the reason', async () => {
    const [one, two] = [await desk.site.anApplicant(), await desk.site.anApplicant()]
    const member = await desk.site.aMember()
    const answer = await desk.admin.post('/api/rejections/all', {
      appliedUntil: Date.now() + 1000,
      reason: 'The list was a test',
    })
    expect(answer).toEqual({ status: 200, rejected: 2, remaining: 0 })
    expect([await desk.record(one), await desk.record(two)]).toEqual([undefined, undefined])
    expect((await desk.record(member))?.approved).toBe(true)
    expect((await desk.messages()).map(({ to }) => to).toSorted()).toEqual([one.email, two.email].toSorted())
  })
})

describe('what waits', () => {
  const appliedAt = (iso: string) => sql`${iso}::timestamptz`

  test('nobody: no concern, and "all" reaches to no time', async () => {
    await desk.site.aMember()
    expect(await desk.approvals()).toMatchObject({ pendingCount: 0, concerned: 0, appliedUntil: null })
  })

  test('counts whom to look at twice and tells when the newest applied', async () => {
    const [sound, copied, bare] = [
      await anApplicantOf(appliedAt('2026-01-02T03:04:05.678901Z'), { paymentReference: 'REF1' }),
      await anApplicantOf(appliedAt('2026-01-02T03:04:04Z')),
      await anApplicantOf(appliedAt('2026-01-01T00:00:00Z')),
    ]
    await anApplicantOf(appliedAt('2026-05-01T00:00:00Z'), { withdrawnAt: Date.now() })
    await desk.site.documentsOf(sound)
    await desk.site.documentsOf(copied)
    expect(await desk.approvals()).toMatchObject({
      pendingCount: 3,
      concerned: 1,
      appliedUntil: Date.parse('2026-01-02T03:04:05.678Z'),
    })
    await desk.site.documentsOf(bare)
    expect((await desk.approvals()).concerned).toBe(0)
    await desk.site.documentsOf(copied, { paymentProof: `paymentProof of ${bare.id}` })
    expect((await desk.approvals()).concerned).toBe(2)
    // Used by a member: the one who waits is counted, the member is not.
    await desk.site.aMember({ paymentReference: 'REF1' })
    expect((await desk.approvals()).concerned).toBe(3)
  })

  test('is told at once of thousands', async () => {
    const { db } = desk.site
    await db.execute(sql`insert into uploads (path, bucket, mime, state, size, sha256, claimed_at)
      select 'files/many-' || n, 'files', 'image/jpeg', 'stored', 1, md5(greatest(n, 1500)::text), now() from generate_series(1, 3000) n`)
    await db.execute(sql`insert into users (first_name, last_name, military_serial, birthday, payment_reference,
        photo_upload_path, profile_picture_path, commission_document_path, payment_proof_path, signature_path)
      select 'A', 'B' || n, 'MANY-' || n, '1964-10-05', 'MANY' || n, path, path, path, path, path
      from (select n, 'files/many-' || n as path from generate_series(1, 3000) n) many`)
    await db.execute(sql`analyze users, uploads`)
    const took: number[] = []
    for (let round = 0; round < 5; round++) {
      const began = performance.now()
      expect(await desk.approvals()).toMatchObject({ pendingCount: 3000, concerned: 1500 })
      took.push(performance.now() - began)
    }
    // A plan that looks at everybody for each takes minutes.
    expect(Math.min(...took)).toBeLessThan(1500)
    await desk.clear()
    await db.delete(uploads).where(like(uploads.path, 'files/many-%'))
  }, 60_000)
})

describe('rejection', () => {
  // Shows approval-03, approval-14, approval-15
  test('e-mails the reason and deletes record, account and files', async () => {
    const someone = await desk.site.anApplicant({ firstName: 'PEDRO', lastName: 'REJECTED' })
    await desk.site.documentsOf(someone)
    await desk.site.db
      .insert(verifications)
      .values({ identifier: 'reset:x', userId: someone.id, expiresAt: Date.now() })
    const files = await desk.site.db.select({ path: uploads.path }).from(uploads).where(eq(uploads.ownerId, someone.id))
    expect(files).toHaveLength(5)
    const onDisk = () =>
      Promise.all(
        files.map(({ path }) =>
          access(join(desk.site.dataDir, 'files', path)).then(
            () => true,
            () => false,
          ),
        ),
      )
    expect(await onDisk()).toEqual([true, true, true, true, true])

    expect(await desk.reject('The commission document\ncannot be read.', someone)).toEqual({
      status: 200,
      rejected: 1,
      changed: [],
      gone: [],
    })
    expect(await desk.record(someone)).toBeUndefined()
    const left = [
      await desk.site.db.select({ id: passwords.userId }).from(passwords).where(eq(passwords.userId, someone.id)),
      await desk.site.db.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerId, someone.id)),
      await desk.site.db
        .select({ id: verifications.identifier })
        .from(verifications)
        .where(eq(verifications.userId, someone.id)),
    ]
    expect(left).toEqual([[], [], []])
    expect(await onDisk()).toEqual([false, false, false, false, false])
    expect(await desk.messages()).toMatchObject([{ to: someone.email, subject: 'ARRAPI: about your application' }])
    expect((await desk.messages())[0]?.body).toContain('The commission document\ncannot be read.')
  })

  // Shows approval-16, audit-08
  test('leaves an entry in the log without personal data', async () => {
    const someone = await desk.site.anApplicant({ lastName: 'UNLOGGED' })
    await desk.reject('PEDRO UNLOGGED is not known to the unit', someone)
    const [entry, ...more] = await desk.logOf(someone)
    expect(more).toEqual([])
    const { seq: _seq, hash: _hash, at: _at, ...said } = entry ?? {}
    expect(said).toEqual({ actor: desk.adminId, action: 'member rejected', subject: someone.id })
    expect(await verifyAudit(desk.site.db)).toMatchObject({ ok: true })
  })

  test('never touches a member, an administrator or a stranger', async () => {
    const [member, someone] = [await desk.site.aMember(), await desk.site.anApplicant()]
    const otherAdmin = await desk.site.anAdmin({ approved: false })
    const nobody = { id: crypto.randomUUID() }
    expect(await desk.reject('No', member, { id: desk.adminId }, otherAdmin, nobody, someone)).toMatchObject({
      rejected: 1,
      gone: [member.id, desk.adminId, otherAdmin.id, nobody.id],
    })
    expect(await desk.record(member)).toBeDefined()
    expect(await desk.record(otherAdmin)).toBeDefined()
    await desk.site.db.delete(users).where(eq(users.id, otherAdmin.id))
  })

  // Shows approval-14
  test('asks for a reason', async () => {
    const someone = await desk.site.anApplicant()
    expect(await desk.reject('  ', someone)).toMatchObject({ status: 400, fields: { reason: 'Please give a reason' } })
    expect((await desk.admin.post('/api/rejections', { applicants: [{ id: someone.id, version: 1 }] })).status).toBe(
      400,
    )
    expect(await desk.record(someone)).toBeDefined()
  })

  // Shows approval-15
  test('a file that cannot be removed does not bring the person back', async () => {
    const someone = await desk.site.anApplicant()
    const documents = await desk.site.documentsOf(someone)
    const { storage } = desk.site
    const remove = storage.remove
    storage.remove = () => Promise.reject(new Error('the disk is away'))
    expect((await desk.reject('No', someone)).rejected).toBe(1)
    storage.remove = remove
    expect(await desk.record(someone)).toBeUndefined()
    expect((await desk.admin.get(`/api/files/${documents.signature}`)).status).toBe(404)
    const left = () =>
      desk.site.db
        .select({ owner: uploads.ownerId, name: uploads.originalName })
        .from(uploads)
        .where(inArray(uploads.id, Object.values(documents)))
    expect(await left()).toEqual(Array.from({ length: 5 }, () => ({ owner: null, name: '' })))
    await sweepUploads(desk.site)
    expect(await left()).toEqual([])
  })
})

describe('at once', () => {
  test('the same person approved eight times is approved once', async () => {
    const someone = await desk.site.anApplicant()
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.approve(someone)))
    expect(answers.map(({ approved }) => approved?.length).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(answers.filter(({ gone }) => gone?.[0] === someone.id)).toHaveLength(7)
    expect(await numberOf(someone)).toBe('ARRAPI-000-001')
    expect(await desk.messages()).toHaveLength(1)
    expect((await desk.approvals()).nextIdNumber).toBe('ARRAPI-000-002')
  })

  // Shows approval-03
  test('approved and rejected: one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      const people = [await desk.site.anApplicant(), await desk.site.anApplicant(), await desk.site.anApplicant()]
      const first = round % 2 ? desk.reject('No', ...people.toReversed()) : null
      const approving = desk.approve(...people)
      const [yes, no] = await Promise.all([approving, first ?? desk.reject('No', ...people.toReversed())])
      expect([yes.approved?.length, no.rejected].toSorted()).toEqual([0, 3])
      for (const someone of people)
        expect((await desk.record(someone))?.approved).toBe(no.rejected === 3 ? undefined : true)
    }
  })
})

test('many entries at once are one chain, in the order given', async () => {
  const { db, clock } = desk.site
  const entries = Array.from({ length: 250 }, (_, n) => ({
    actor: 'system',
    action: 'member approved' as const,
    subject: `in order ${n}`,
  }))
  const [before] = await readAudit(db, { limit: 1 })
  await Promise.all([
    inTransaction({ db }, (tx) => appendAudits(tx, clock, entries)),
    inTransaction({ db }, (tx) => appendAudits(tx, clock, entries)),
  ])
  const written = (await readAudit(db, { limit: 500 })).toReversed()
  expect(written.map(({ subject }) => subject)).toEqual([...entries, ...entries].map(({ subject }) => subject))
  expect(written[0]?.seq).toBe((before?.seq ?? 0) + 1)
  expect(await verifyAudit(db)).toMatchObject({ ok: true })
  await appendAudits(db, clock, [])
})

const alike = ({ id }: { id: string }) => desk.admin.get<SimilarRecords>(`/api/approvals/${id}/alike`)

async function concernsOf({ id }: { id: string }) {
  const { users: waiting } = await desk.admin.get<MembersPage>('/api/members?approved=false')
  return (waiting as ListedApplicant[]).find((one) => one.id === id)?.concerns
}

describe('an application that looks like another record', () => {
  test('is shown beside it, with what they have in common and where the other one stands', async () => {
    const member = await desk.site.aMember({ militarySerial: 'O-200270', firstName: 'JUAN', lastName: 'MUÑOZ' })
    const left = await desk.site.aMember({ militarySerial: 'X-1', paymentReference: 'REF1', withdrawnAt: Date.now() })
    const applicant = await desk.site.anApplicant({
      militarySerial: '0200270',
      firstName: 'Juan',
      lastName: 'Munoz',
      paymentReference: 'REF1',
    })
    expect(await concernsOf(applicant)).toEqual(
      expect.arrayContaining(['serial-alike', 'person-alike', 'payment-reference-seen']),
    )
    const { records, rejectedAt } = await alike(applicant)
    expect(rejectedAt).toBeNull()
    expect(records.map(({ id, standing, same }) => ({ id, standing, same: same.toSorted() }))).toEqual([
      { id: member.id, standing: 'member', same: ['person', 'serial'] },
      { id: left.id, standing: 'withdrawn', same: ['reference'] },
    ])
    expect(records[0]).toMatchObject({ name: 'JUAN MUÑOZ', militarySerial: 'O-200270', birthday: '1964-10-05' })
  })

  test('is alone when nobody is like it; somebody who is no applicant has nothing to compare', async () => {
    const applicant = await desk.site.anApplicant({ firstName: 'ONLY', lastName: 'ONE' })
    expect(await alike(applicant)).toMatchObject({ records: [], rejectedAt: null })
    const nobody = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await alike(nobody)).toMatchObject({ records: [], rejectedAt: null })
  })

  // Shows approval-23
  test('of a rejected person is recognised by a keyed hash alone, however the serial is written', async () => {
    const first = await desk.site.anApplicant({
      militarySerial: 'O-777001',
      birthday: '1970-02-03',
      firstName: 'REJECTED',
    })
    await desk.reject('No', first)
    const kept = await desk.site.rowsOf(rejectedApplicants)
    expect(kept).toEqual([{ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), rejectedAt: expect.any(Number) }])
    expect(JSON.stringify(kept)).not.toMatch(/777001|1970-02-03|REJECTED/)
    const again = await desk.site.anApplicant({ militarySerial: '0777001', birthday: '1970-02-03' })
    const other = await desk.site.anApplicant({ militarySerial: 'O777001X', birthday: '1970-02-03' })
    expect(await concernsOf(again)).toContain('person-rejected')
    expect(await concernsOf(other)).not.toContain('person-rejected')
    expect((await alike(again)).rejectedAt).toBe(kept[0]!.rejectedAt)
    // Under another key the same person leaves another hash: the table alone tells nobody who they were.
    await desk.reject('No', again)
    expect(await desk.site.rowsOf(rejectedApplicants)).toHaveLength(1)
  })
})

describe('those without warnings', () => {
  /** With everything that is asked for. */
  async function complete(lastName: string) {
    const person = await desk.site.anApplicant({ firstName: 'WHOLE', lastName })
    await desk.site.documentsOf(person)
    return person
  }

  test('are approved together, and the others keep waiting', async () => {
    const [one, two] = [await complete('ONE'), await complete('TWO')]
    const lacking = await desk.site.anApplicant()
    const { pendingCount, concerned, appliedUntil } = await desk.approvals()
    expect([pendingCount, concerned]).toEqual([3, 1])
    const answer = await desk.admin.post('/api/approvals/all', { appliedUntil, withoutConcerns: true })
    expect(answer).toMatchObject({ approved: 2, remaining: 0 })
    for (const person of [one, two]) expect(await desk.record(person)).toMatchObject({ approved: true })
    expect(await desk.record(lacking)).toMatchObject({ approved: false })
  })

  test('of two administrators at once, each is numbered once and without gaps', async () => {
    const people = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => complete(name)))
    const other = await desk.site.asAdmin()
    const { appliedUntil } = await desk.approvals()
    const bulk = { appliedUntil, withoutConcerns: true }
    const one = { applicants: [{ id: people[3]!.id, version: 1 }] }
    const answers = await Promise.all([
      desk.admin.post('/api/approvals/all', bulk),
      other.post('/api/approvals/all', bulk),
      other.post('/api/approvals', one),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await desk.site.db.select({ number: users.idNumber }).from(users).where(eq(users.firstName, 'WHOLE'))
    expect(rows.map(({ number }) => number).toSorted()).toEqual(people.map((_, n) => `ARRAPI-000-00${n + 1}`))
  })
})

describe('numbering', () => {
  const given = async () => (await desk.record(await approvedOne()))?.idNumber
  async function approvedOne() {
    const someone = await desk.site.anApplicant()
    expect((await desk.approve(someone)).status).toBe(200)
    return someone
  }

  // Shows numbering-06
  test('begins after the highest in use with the prefix', async () => {
    await desk.site.aMember({ idNumber: 'ARRAPI-000-998' })
    await desk.site.aMember({ idNumber: 'OTHER-500-500' })
    expect((await desk.approvals()).nextIdNumber).toBe('ARRAPI-000-999')
    expect([await given(), await given()]).toEqual(['ARRAPI-000-999', 'ARRAPI-001-001'])
    expect((await desk.approvals()).nextIdNumber).toBe('ARRAPI-001-002')
  })

  // Shows numbering-06
  test('passes over numbers that were set by hand or imported', async () => {
    await given()
    for (const n of [2, 3, 5]) await desk.site.aMember({ idNumber: `ARRAPI-000-00${n}` })
    await desk.site.aMember({ idNumber: 'ARRAPI-000-900' })
    expect((await desk.approvals()).nextIdNumber).toBe('ARRAPI-000-004')
    expect([await given(), await given(), await given()]).toEqual([
      'ARRAPI-000-004',
      'ARRAPI-000-006',
      'ARRAPI-000-007',
    ])
  })

  test('never gives a number again after somebody left', async () => {
    const someone = await approvedOne()
    await desk.site.db.delete(users).where(eq(users.id, someone.id))
    expect(await given()).toBe('ARRAPI-000-002')
  })

  test('the prefix is a setting, and each has a numbering of its own', async () => {
    await given()
    await desk.site.saveSettings({ idPrefix: 'RAP' })
    expect([await given(), await given()]).toEqual(['RAP-000-001', 'RAP-000-002'])
    await desk.site.saveSettings({ idPrefix: 'ARRAPI' })
    expect(await given()).toBe('ARRAPI-000-002')
  })

  // Shows approval-12, numbering-09
  test('after ARRAPI-999-999: Failed to generate ID number, and nobody of that batch is approved', async () => {
    await desk.site.aMember({ idNumber: 'ARRAPI-999-998' })
    const [one, two] = [await desk.site.anApplicant(), await desk.site.anApplicant()]
    expect(await desk.approve(one, two)).toMatchObject({ status: 409, message: 'Failed to generate ID number' })
    expect((await desk.record(one))?.approved).toBe(false)
    expect(await desk.messages()).toEqual([])
    expect((await desk.approve(one)).approved).toMatchObject([{ idNumber: 'ARRAPI-999-999' }])
    expect((await desk.approvals()).nextIdNumber).toBeNull()
    expect(await desk.approve(two)).toMatchObject({ status: 409, message: 'Failed to generate ID number' })
  })

  // Shows numbering-10
  test('a last number that cannot be read: Invalid ID number format', async () => {
    await desk.site.db.insert(idNumbering).values({ prefix: 'ARRAPI', last: 'spoilt' })
    const someone = await desk.site.anApplicant()
    expect(await desk.approve(someone)).toMatchObject({ status: 400, message: 'Invalid ID number format' })
    expect((await desk.record(someone))?.approved).toBe(false)
  })

  test('a number typed into a profile at the same moment is passed over', async () => {
    const [typed, someone] = [await desk.site.aMember({ idNumber: 'OTHER-000-001' }), await desk.site.anApplicant()]
    const typing = await desk.site.pool.connect()
    await typing.query('begin')
    await typing.query(`update users set id_number = 'ARRAPI-000-001' where id = $1`, [typed.id])
    const approving = desk.approve(someone)
    await expect
      .poll(
        async () =>
          (
            await typing.query(
              `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).rowCount,
      )
      .toBe(1)
    await typing.query('commit')
    typing.release()
    expect((await approving).approved).toMatchObject([{ idNumber: 'ARRAPI-000-002' }])
  })
})
