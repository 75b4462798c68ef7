import { eq } from 'drizzle-orm'
import { zipSync, strToU8 } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { auditLog, candidatesFiles, elections, nominees, uploads, users } from '#server/db/schema.ts'
import { manila } from '#shared/time.ts'
import { aSnapshot } from '#tests/support/election.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

let now = manila('2025-03-05', '08:00')
let member: Someone
let visitor: Visitor

const site = await testSite({ clock: { now: () => now } })
const [row] = await site.rowsOf(elections)
const election = row!.id
afterAll(() => site.stop())
beforeEach(async () => {
  now = manila('2025-03-05', '08:00')
  await site.changeElection({ candidacyFiling: true })
  member = await site.aMember()
  visitor = await site.signedIn(member)
})

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n')
/** A table of contents of 4,294,967,295 entries in 162 bytes: a head, a 64-bit end record, its locator, an end record. */
function endlessZip(): Buffer {
  const [head, record, locator, end] = [64, 56, 20, 22].map((size) => Buffer.alloc(size)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  head.writeUInt32LE(0x04034b50)
  record.writeUInt32LE(0x06064b50)
  record.writeUInt32LE(0xffffffff, 32)
  locator.writeUInt32LE(0x07064b50)
  locator.writeUInt32LE(head.length, 8)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  return Buffer.concat([head, record, locator, end])
}
const docx = Buffer.from(zipSync({ '[Content_Types].xml': strToU8('<a/>'), 'word/document.xml': strToU8('<b/>') }))
const doc = Buffer.concat([
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.alloc(512),
  Buffer.from('WordDocument', 'utf16le'),
])
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'a place' } })
    .png()
    .toBuffer()

const send = (bytes: Buffer, name = 'Plan of action.pdf', who = visitor) =>
  who.put('/api/candidate-documents', bytes, { 'x-file-name': encodeURIComponent(name) })
const file = (documentId: string | undefined, who = visitor, which = election) =>
  who.post(`/api/elections/${which}/candidacy`, { documentId })
const current = async (who = visitor) =>
  (await who.get<{ election: Record<string, unknown> }>('/api/elections/current')).election
const nomineesOf = (userId: string) => site.rowsOf(nominees, { userId })
const documentsOf = (userId: string) => site.rowsOf(candidatesFiles, { userId })

describe('what the election offers', () => {
  // Shows profile-24, time-09
  test.each([
    ['2025-02-28', '23:59', false, null],
    ['2025-03-01', '00:00', true, null],
    ['2025-03-13', '23:59', true, null],
    ['2025-03-14', '00:00', false, null],
    ['2025-03-28', '23:59', false, null],
    ['2025-03-29', '00:00', false, 'vote'],
    ['2025-03-29', '16:59', false, 'vote'],
    ['2025-03-29', '17:00', false, 'why not'],
    ['2025-03-29', '23:59', false, 'why not'],
    ['2025-03-30', '00:00', false, null],
  ])('on %s at %s by the server’s clock: candidacy %s, Vote link %s', async (day, time, candidacyOpen, voteLink) => {
    now = manila(day, time)
    expect(await current()).toMatchObject({ id: election, candidacyOpen, voteLink, alreadyNominated: false })
  })

  // Shows profile-29
  test('candidacy is offered only when the election says so, and to members only', async () => {
    const admin = await site.asAdmin()
    expect(await current(admin)).toMatchObject({ candidacyOpen: false, voteLink: null })
    await site.changeElection({ candidacyFiling: false })
    expect(await current()).toMatchObject({ candidacyOpen: false })
  })

  test('that nobody voted is told once the count is closed', async () => {
    expect(await current()).toMatchObject({ nobodyVoted: false })
    await site.changeElection({ countClosedAt: now })
    expect(await current()).toMatchObject({ nobodyVoted: true })
    await site.changeElection({ countClosedAt: null })
  })
})

describe('filing', () => {
  // Shows audit-12, nomination-24, candidacy-06
  test('stores the document and registers the member by their own nomination', async () => {
    const { id } = await send(pdf)
    expect(await file(id)).toMatchObject({ status: 201, registered: true })
    const [nominee] = await nomineesOf(member.id)
    expect(nominee).toMatchObject({ electionId: election, nominatedBy: member.id, status: 'approved' })
    expect(Object.keys(nominee!.data).toSorted()).toEqual(
      [
        'id',
        'first_name',
        'middle_name',
        'last_name',
        'suffix',
        'rank',
        'military_serial',
        'ms',
        'region',
        'unit_assignment',
        'profile_picture_path',
        'is_admin',
      ].toSorted(),
    )
    expect(nominee!.data).toMatchObject({ military_serial: member.serial, ms: 'PA', region: 'NCR', is_admin: false })
    expect(await documentsOf(member.id)).toHaveLength(1)
    expect(await current()).toMatchObject({ alreadyNominated: true })
    const log = await site.db.select({ entry: auditLog.entry }).from(auditLog).where(eq(auditLog.subject, nominee!.id))
    expect(log.map(({ entry }) => JSON.parse(entry))).toMatchObject([
      { action: 'candidacy filed', actor: member.id, detail: { election, member: member.id } },
    ])
  })

  test('the same request again, or twice at once, is one candidacy and one answer', async () => {
    const { id } = await send(pdf)
    const answers = await Promise.all([file(id), file(id), file(id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await file(id)).status).toBe(201)
    expect(await nomineesOf(member.id)).toHaveLength(1)
  })

  // Shows candidacy-06
  test('who is nominated already is told so, before and after sending', async () => {
    const early = await send(pdf)
    const { id: nominatedBy } = await site.aMember()
    await site.db
      .insert(nominees)
      .values({ electionId: election, userId: member.id, nominatedBy, data: aSnapshot({ id: member.id }) })
    expect(await file(early.id)).toMatchObject({ status: 409, message: 'You are already nominated in this election.' })
    expect(await send(pdf)).toMatchObject({ status: 409, code: 'already-nominated' })
    // Both or none: the document was not stored either.
    expect(await documentsOf(member.id)).toEqual([])
  })

  test('who filed once nomination had closed withdraws all the same, and keeps the candidacy only by coming back', async () => {
    const { nominationCloses, votingOpens } = row!
    await site.changeElection({ candidacyCloses: votingOpens })
    now = nominationCloses
    await file((await send(pdf)).id)
    const answer = (said: string) => visitor.put(`/api/elections/${election}/my-candidacy/answer`, { answer: said })
    const status = async () => (await nomineesOf(member.id))[0]?.status
    expect((await answer('declined')).status).toBe(200)
    expect(await status()).toBe('declined')
    expect((await answer('accepted')).status).toBe(200)
    expect(await status()).toBe('approved')
    now = votingOpens
    expect(await answer('declined')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    await site.changeElection({ candidacyCloses: row!.candidacyCloses })
  })

  // Shows candidacy-11
  test('outside the window, or while the election does not offer it, nothing is taken', async () => {
    const { id } = await send(pdf)
    now = manila('2025-03-14')
    expect(await file(id)).toMatchObject({ status: 403, message: 'You cannot file for candidacy at this time.' })
    expect(await send(pdf)).toMatchObject({ status: 403, code: 'candidacy-closed' })
    now = manila('2025-03-14') - 1
    await site.changeElection({ candidacyFiling: false })
    expect((await file(id)).code).toBe('candidacy-closed')
    await site.changeElection({ candidacyFiling: true })
    expect((await file(id)).status).toBe(201)
  })

  test('a closing that is being moved at that moment decides, not what was read of it before', async () => {
    const { id } = await send(pdf)
    let during: ReturnType<typeof send> | undefined
    await inTransaction(site, async (tx) => {
      await tx.update(elections).set({ candidacyCloses: now })
      during = file(id)
      await site.untilWaitedFor()
    })
    expect(await during).toMatchObject({ status: 403, code: 'candidacy-closed' })
    await site.changeElection({ candidacyCloses: manila('2025-03-14') })
    expect((await file(id)).status).toBe(201)
  })

  test.each(['ms', 'region'] as const)('a record without %s cannot stand', async (missing) => {
    const { id } = await send(pdf)
    await site.update(users, { id: member.id }, { [missing]: null })
    expect((await file(id)).code).toBe('candidate-incomplete')
    expect(await nomineesOf(member.id)).toEqual([])
  })

  // Shows candidacy-06
  test('another member’s document, or none, registers nobody', async () => {
    const { id } = await send(pdf)
    const theirs = await site.asMember()
    expect((await file(id, theirs)).status).toBe(404)
    expect((await file('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await file(id, visitor, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect(await nomineesOf(theirs.id)).toEqual([])
  })

  test('who took their candidacy back can file again, with a new document in place of the old', async () => {
    await file((await send(pdf)).id)
    const [before] = await documentsOf(member.id)
    const [nominee] = await nomineesOf(member.id)
    expect((await visitor.delete(`/api/nominees/${nominee!.id}`)).status).toBe(200)
    expect(await documentsOf(member.id)).toEqual([])
    expect((await file((await send(docx, 'second.docx')).id)).status).toBe(201)
    const [after] = await documentsOf(member.id)
    expect(after!.filepath).not.toBe(before!.filepath)
    expect(await site.storage.stat(before!.filepath)).toBeNull()
  })
})

describe('the document', () => {
  const stored = async (id: string) => (await site.rowsOf(uploads, { id }))[0]!

  // Shows files-13
  test.each([
    ['plan.pdf', pdf, 'application/pdf', 'plan.pdf'],
    ['plan.doc', doc, 'application/msword', 'plan.doc'],
    ['señas.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'señas.docx'],
    ['../../etc/invoice.exe', pdf, 'application/pdf', 'invoice.exe.pdf'],
  ])('%s is kept as it is and only ever offered for download', async (name, bytes, mime, kept) => {
    const { id } = await send(bytes, name)
    expect(await stored(id!)).toMatchObject({ mime, originalName: kept, bucket: 'candidate_documents' })
    const response = await visitor.get(`/api/files/${id}`)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(response.headers.get('content-security-policy')).toBe('sandbox')
    expect(response.bytes.equals(bytes)).toBe(true)
  })

  test('a picture is drawn anew, without where it was taken', async () => {
    const { id } = await send(await photo(), 'scan.png')
    expect(await stored(id!)).toMatchObject({ mime: 'image/jpeg', originalName: 'scan.jpg' })
    const seen = (await visitor.get(`/api/files/${id}`)).bytes
    expect((await sharp(seen).metadata()).exif).toBeUndefined()
  })

  // Shows candidacy-02, files-13
  test.each([
    ['a program', Buffer.from('MZ\u0090\u0000 this program')],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
    ['a zip of something else', Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('<x/>') }))],
    ['a cut zip', docx.subarray(0, 60)],
    ['a zip that claims four billion entries', endlessZip()],
    ['a spreadsheet in the old wrapping', doc.subarray(0, 300)],
    ['half a PDF', pdf.subarray(0, 12)],
    ['a broken picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(99)])],
  ])('%s named plan.pdf is refused and leaves nothing', async (_what, bytes) => {
    expect(await send(bytes)).toMatchObject({
      status: 415,
      message: 'Invalid file type. Please upload one of: .pdf, .doc, .docx, .jpg, .jpeg, .png',
    })
    expect(await site.rowsOf(uploads, { ownerId: member.id })).toEqual([])
  })

  // Shows candidacy-03, files-19
  test('over 5 MB it is refused, at 5 MB it is not', async () => {
    const large = Buffer.alloc(5_242_880, ' ')
    pdf.copy(large)
    large.write('%%EOF', large.length - 6)
    expect((await send(large)).status).toBe(201)
    expect(await send(Buffer.concat([large, Buffer.from(' ')]))).toMatchObject({
      status: 413,
      message: 'File is too large. Maximum file size is 5MB.',
    })
  })

  test('an unused one makes way for the next, so nobody fills the storage', async () => {
    await send(pdf)
    await send(docx, 'b.docx')
    const { id } = await send(doc, 'c.doc')
    const left = await site.db.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerId, member.id))
    expect(left).toEqual([{ id }])
    const kept = await Array.fromAsync(site.storage.list('candidate_documents/'))
    const known = await site.db.select({ path: uploads.path }).from(uploads)
    expect(kept.filter(({ path }) => !known.some((one) => one.path === path))).toEqual([])
  })
})
