import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '#server/accounts/passwords.ts'
import { verifyAudit } from '#server/audit/audit.ts'
import {
  passkeys,
  passwords,
  ballots,
  candidateProfiles,
  candidatesFiles,
  elections,
  emails,
  memberCounts,
  nominees,
  oneTimeCodes,
  pendingProxies,
  privacyRequests,
  sessions,
  twoFactors,
  uploads,
  users,
  viewers,
  verifications,
} from '#server/db/schema.ts'
import { queueEmail } from '#server/email/queue.ts'
import { sweepTimes, sweepUploads } from '#server/storage/sweep.ts'
import { receiveUpload } from '#server/storage/uploads.ts'
import { aSnapshot } from '#tests/support/election.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.stop())

/** Every row of every table, as text in small letters. */
async function wholeDatabase(): Promise<{ table: string; row: string }[]> {
  const { rows: tables } = await site.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found = []
  for (const { name } of tables) {
    const { rows } = await site.pool.query<{ row: string }>(`select lower(t::text) as row from "${name}" t`)
    found.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  return found
}

/** The tables in which a value occurs, in whatever case. */
function tablesIn(dump: { table: string; row: string }[], value: string): string[] {
  const wanted = value.toLowerCase()
  const found = dump.filter(({ row }) => row.includes(wanted))
  return [...new Set(found.map(({ table }) => table))].toSorted()
}
const tablesWith = async (value: string) => tablesIn(await wholeDatabase(), value)

async function aForm(ownerId: string, bucket: 'files' | 'candidate_documents') {
  const bytes = Buffer.from(`a form in ${bucket}`)
  const file = { bucket, ownerId, originalName: 'form.pdf', mime: 'application/pdf', maxBytes: 100 }
  const { id, path } = await receiveUpload(site, { ...file, stream: Readable.from([bytes]) })
  await site.update(uploads, { id }, { claimedAt: Date.now() })
  return path
}

async function asksForErasure(member: Someone): Promise<string> {
  const visitor = await site.signedIn(member)
  const { id } = await visitor.post('/api/privacy-requests', { kind: 'erasure' })
  return id
}

const onDisk = (path: string) =>
  access(join(site.dataDir, 'files', path)).then(
    () => true,
    () => false,
  )

const countApproved = async () => (await site.rowsOf(memberCounts)).find(({ state }) => state === 'approved')?.people

test('a member who is erased is nowhere in the database, but for what the policy names', async () => {
  // The whole database is looked through, so nobody else may have left anything in it.
  const others = site
  site = await testSite()
  onTestFinished(async () => {
    await site.stop()
    site = others
  })
  const { db } = site
  const admin = await site.anAdmin()
  const member = await site.aWholeMember()
  const other = await site.aMember()
  const [election] = await db.select({ id: elections.id }).from(elections)
  const electionId = election!.id

  // Everything that can be known of somebody, in every place.
  const candidacy = await aForm(member.id, 'candidate_documents')
  const proxyForm = await aForm(admin.id, 'files')
  await db.insert(candidatesFiles).values({ electionId, userId: member.id, filepath: candidacy })
  await db.insert(nominees).values([
    { electionId, userId: other.id, nominatedBy: member.id, data: aSnapshot({ first_name: 'OTHER' }) },
    { electionId, userId: member.id, nominatedBy: member.id, data: aSnapshot({ last_name: member.personal[2]! }) },
  ])
  const [stands] = await db.select({ id: nominees.id }).from(nominees).where(eq(nominees.userId, member.id))
  const ownPhotoPath = await aForm(member.id, 'candidate_documents')
  const statement = `I am ${member.personal[0]}`
  const said = { nomineeId: stands!.id, statement, photo: 'own', ownPhotoPath, updatedAt: Date.now() } as const
  await db.insert(candidateProfiles).values(said)
  const proxy = { proxyBy: admin.id, authority: `Letter of ${member.personal[2]} for ${member.personal[0]}` }
  const sealed = Buffer.from('sealed')
  await db
    .insert(ballots)
    .values({ electionId, voterId: member.id, ...proxy, authorityPath: proxyForm, voterRegion: 'NCR', sealed })
  const { proxyBy: askedBy, authority } = proxy
  await db.insert(pendingProxies).values({ electionId, voterId: member.id, askedBy, authority, sealed })
  await db.insert(viewers).values({ userId: member.id, addedBy: admin.id })
  await site.confirmAccounts()
  await queueEmail(db, { to: member.email, kind: 'approval', subject: 'Waiting', body: `Dear ${member.personal[0]}` })
  await queueEmail(db, { to: member.email, kind: 'approval', subject: 'Given up', body: `Dear ${member.personal[0]}` })
  await db.update(emails).set({ nextTryAt: Date.now() + 1e9 })
  await db.update(emails).set({ failedAt: Date.now() }).where(eq(emails.subject, 'Given up'))
  await db.insert(twoFactors).values({ userId: member.id, secret: 's', recoveryCodes: 'b' })
  const key = { credentialId: 'c', publicKey: 'k', counter: 0, transports: [], name: 'My phone' }
  await db.insert(passkeys).values({ userId: member.id, ...key })
  const soon = Date.now() + 1e9
  await db.insert(oneTimeCodes).values({ userId: member.id, codeHash: 'h', expiresAt: soon, givenBy: admin.id })
  await db.insert(verifications).values({ identifier: 'reset', userId: member.id, expiresAt: soon })
  const request = await asksForErasure(member)
  const visitor = await site.signedIn(member)
  const details = `Please change ${member.personal[3]}`
  expect((await visitor.post('/api/privacy-requests', { kind: 'correction', details })).status).toBe(201)
  const held = await wholeDatabase()
  for (const value of member.personal) expect(tablesIn(held, value), value).not.toEqual([])
  const approvedBefore = (await countApproved())!
  const [before] = await db
    .select({ idNumber: users.idNumber, cardToken: users.cardToken })
    .from(users)
    .where(eq(users.id, member.id))

  const admins = await site.signedIn(admin)
  const body = { outcome: 'done', answer: `Farewell ${member.personal[0]}` }
  // They voted: joining again under another number, they would vote once more.
  expect(await admins.post(`/api/privacy-requests/${request}/answer`, body)).toMatchObject({
    status: 409,
    code: 'erasure-during-election',
  })
  await db.execute(
    sql`update elections set certified_at = now(), certificate = '{}', certified_by = (select id from users where is_admin limit 1) where id = ${electionId}`,
  )
  expect((await admins.post(`/api/privacy-requests/${request}/answer`, body)).status).toBe(200)

  // The last email may still wait to be sent; nothing else names them.
  const [row, ...rows] = await db.select().from(users).where(eq(users.id, member.id))
  expect(rows).toEqual([])
  const filled = Object.entries(row!).filter(([, value]) => value !== null && value !== false)
  expect(Object.fromEntries(filled)).toEqual({
    id: member.id,
    idNumber: before!.idNumber,
    firstName: 'ERASED',
    lastName: 'MEMBER',
    fullName: 'ERASED MEMBER',
    approved: true,
    approvedAt: expect.any(Number),
    memberSince: '1983-06-12',
    withdrawnAt: expect.any(Number),
    erasedAt: expect.any(Number),
    cardToken: expect.any(String),
    version: expect.any(Number),
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  })
  expect(row!.cardToken).not.toBe(before!.cardToken)
  await db.delete(emails).where(eq(emails.subject, 'ARRAPI: the answer to your request'))
  const allowed: Record<string, string[]> = { [member.personal[2]!]: ['nominees'] }
  const left = await wholeDatabase()
  for (const value of member.personal) expect(tablesIn(left, value), value).toEqual(allowed[value] ?? [])
  for (const table of [sessions, passwords, twoFactors, passkeys, oneTimeCodes])
    expect(await db.select({ userId: table.userId }).from(table).where(eq(table.userId, member.id))).toEqual([])
  expect(tablesIn(left, member.id)).toEqual([
    'assigned_numbers',
    'audit_log',
    'ballots',

    'nominees',
    'privacy_requests',
    'users',
  ])

  // What must stay, stays.
  expect(await db.select({ sealed: ballots.sealed }).from(ballots).where(eq(ballots.voterId, member.id))).toHaveLength(
    1,
  )
  const { nominees: standing } = await admins.get<{ nominees: { nominatedBy: string }[] }>(
    `/api/elections/${electionId}/nominees`,
  )
  expect(standing.map(({ nominatedBy }) => nominatedBy)).toEqual(['ERASED MEMBER', 'ERASED MEMBER'])
  expect(await site.rowsOf(privacyRequests, { memberId: member.id })).toMatchObject([
    { details: '', answer: '', outcome: 'done', answeredBy: admin.id },
    { details: '', answer: '', outcome: 'done', answeredBy: admin.id },
  ])
  expect(await db.select().from(viewers)).toEqual([])
  expect(await countApproved()).toBe(approvedBefore - 1)
  const paths = [...Object.values(member.files).map(({ path }) => path), candidacy, ownPhotoPath, proxyForm]
  for (const path of paths) expect(await onDisk(path), path).toBe(false)
  expect(await verifyAudit(db)).toMatchObject({ ok: true })

  // And the person is signed out, unknown, and not to be found.
  expect((await visitor.get('/api/accounts/me')).status).toBe(401)
  expect(await site.visitor().logIn(member.serial, member.password)).toMatchObject({ status: 404 })
  expect((await admins.get(`/api/members/${member.id}`)).status).toBe(404)
  expect((await admins.get(`/api/members/${member.id}/data.zip`)).status).toBe(404)
  const list = await admins.get('/api/privacy-requests?state=answered')
  expect(list.requests).toMatchObject([
    { member: { name: 'ERASED MEMBER', erased: true, idNumber: before!.idNumber } },
    {},
  ])
})

test('the freed serial and e-mail can register again, the number cannot be given again', async () => {
  const { db } = site
  const member = await site.aMember()
  const [{ idNumber } = { idNumber: '' }] = await db
    .select({ idNumber: users.idNumber })
    .from(users)
    .where(eq(users.id, member.id))
  const admin = await site.asAdmin()
  const request = await asksForErasure(member)
  await admin.post(`/api/privacy-requests/${request}/answer`, { outcome: 'done', answer: 'Done.' })
  await expect(site.aMember({ idNumber })).rejects.toThrow()
  const again = await site.aMember({ militarySerial: member.serial, email: member.email })
  expect((await (await site.signedIn(again)).get('/api/accounts/me')).status).toBe(200)
})

// Shows audit-11
test('two administrators who answer at once erase once', async () => {
  const member = await site.aMember()
  const request = await asksForErasure(member)
  const admins = [await site.asAdmin(), await site.asAdmin()]
  const answers = await Promise.all(
    admins.map((admin) => admin.post(`/api/privacy-requests/${request}/answer`, { outcome: 'done', answer: 'Done.' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await site.actsOn(member.id)).toEqual(['privacy request made', 'privacy request answered', 'member erased'])
})

test('an erasure and another answer at once do not wait for each other for ever', async () => {
  const admins = [await site.asAdmin(), await site.asAdmin()] as const
  for (let round = 0; round < 6; round++) {
    const member = await site.aMember()
    const erasure = await asksForErasure(member)
    const visitor = await site.signedIn(member)
    const asked = { kind: 'correction', details: 'MARK-OF-MINE' }
    const { id: correction } = await visitor.post('/api/privacy-requests', asked)
    const body = { outcome: 'done', answer: 'Done.' }
    const [erased, corrected] = await Promise.all([
      admins[0].post(`/api/privacy-requests/${erasure}/answer`, body),
      admins[1].post(`/api/privacy-requests/${String(correction)}/answer`, body),
      visitor.post('/api/privacy-requests', { kind: 'correction', details: 'MARK-OF-MINE' }),
    ])
    expect(erased.status).toBe(200)
    expect([200, 409]).toContain(corrected.status)
  }
  expect(await tablesWith('MARK-OF-MINE')).toEqual([])
})

test('a refused erasure changes nothing about the member', async () => {
  const member = await site.aWholeMember()
  const request = await asksForErasure(member)
  const admin = await site.asAdmin()
  await admin.post(`/api/privacy-requests/${request}/answer`, {
    outcome: 'refused',
    answer: 'You still owe us a flag.',
  })
  expect(await onDisk(member.files.signature.path)).toBe(true)
  const visitor = await site.signedIn(member)
  const own = await visitor.get('/api/privacy-requests/own')
  expect(own.requests).toMatchObject([{ outcome: 'refused', answer: 'You still owe us a flag.' }])
})

test('an administrator is not erased, and the request stays open', async () => {
  const { db } = site
  const member = await site.aMember({ isAdmin: true })
  await db
    .update(passwords)
    .set({ hash: await hashPassword({ siteKey: site.siteKey, userId: member.id }, member.password) })
    .where(eq(passwords.userId, member.id))
  const request = await asksForErasure(member)
  const admin = await site.asAdmin()
  const answer = admin.post(`/api/privacy-requests/${request}/answer`, { outcome: 'done', answer: 'Done.' })
  expect(await answer).toMatchObject({ status: 409, code: 'administrator-not-erased' })
  expect(await db.select().from(privacyRequests).where(eq(privacyRequests.id, request))).toMatchObject([
    { outcome: null, answer: null },
  ])
  expect(await tablesWith(member.email)).toContain('users')
})

test('somebody whose record cannot be cleared is not half erased', async () => {
  const { db, pool } = site
  const member = await site.aWholeMember()
  const request = await asksForErasure(member)
  const admin = await site.asAdmin()
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
  await pool.query('create trigger refuse before update or delete on uploads for each row execute function refuse()')
  const address = `/api/privacy-requests/${request}/answer`
  expect((await admin.post(address, { outcome: 'done', answer: 'Done.' })).status).toBe(500)
  await pool.query('drop trigger refuse on uploads')
  expect(await onDisk(member.files.signature.path)).toBe(true)
  expect((await (await site.signedIn(member)).get('/api/accounts/me')).status).toBe(200)
  expect(await db.select({ id: emails.id }).from(emails).where(eq(emails.to, member.email))).toEqual([])
  expect((await admin.post(address, { outcome: 'done', answer: 'Done.' })).status).toBe(200)
  expect(await onDisk(member.files.signature.path)).toBe(false)
})

test('a file that the member sent and never used is erased from the trash, too', async () => {
  const { db, storage } = site
  const member = await site.aWholeMember()
  const bytes = Readable.from([Buffer.from('a document that was sent and not used')])
  const sent = { bucket: 'candidate_documents', ownerId: member.id, originalName: 'unused.pdf' } as const
  const { path } = await receiveUpload(site, { ...sent, mime: 'application/pdf', maxBytes: 100, stream: bytes })
  await db
    .update(uploads)
    .set({ createdAt: Date.now() - 1e9 })
    .where(eq(uploads.path, path))
  await sweepUploads(site, { ...sweepTimes, strayMs: 0 })
  const inTrash = async () => (await Array.fromAsync(storage.listTrash())).map((file) => file.path)
  expect(await inTrash()).toContain(path)
  const request = await asksForErasure(member)
  const admin = await site.asAdmin()
  await admin.post(`/api/privacy-requests/${request}/answer`, { outcome: 'done', answer: 'Done.' })
  expect(await inTrash()).not.toContain(path)
  expect(await onDisk(join('.trash', path))).toBe(false)
  expect(await tablesWith(path)).toEqual([])
})

test('while the storage is away nothing in the database leads to the person’s files, and the sweeper takes them later', async () => {
  const { db, storage } = site
  const member = await site.aWholeMember()
  const { signature } = member.files
  await db.update(uploads).set({ originalName: 'Unforgettable.png' }).where(eq(uploads.id, signature.id))
  const request = await asksForErasure(member)
  const admin = await site.asAdmin()
  const { remove } = storage
  storage.remove = () => Promise.reject(new Error('the storage is away'))
  const answer = { outcome: 'done', answer: 'Done.' }
  expect((await admin.post(`/api/privacy-requests/${request}/answer`, answer)).status).toBe(200)
  storage.remove = remove
  expect(await tablesWith('Unforgettable.png')).toEqual([])
  expect(await tablesWith(member.id)).not.toContain('uploads')
  expect((await admin.get(`/api/files/${signature.id}`)).status).toBe(404)
  expect(await onDisk(signature.path)).toBe(true)
  await sweepUploads(site)
  expect(await onDisk(signature.path)).toBe(false)
  expect(await tablesWith(signature.path)).toEqual([])
})
