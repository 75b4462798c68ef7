import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { ballots, candidatesFiles, elections, nominees, uploads, users } from '#server/db/schema.ts'
import { sweepUploads } from '#server/storage/sweep.ts'
import { releaseUploads } from '#server/storage/uploads.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const opens = defaultElection.nominationOpens
const closes = defaultElection.nominationCloses
const adminCloses = defaultElection.adminNominationCloses
const votingOpens = defaultElection.votingOpens

let now = opens

const site = await testSite({ clock: { now: () => now } })
const election = await site.theElection()
const nominator = await site.aMember({ firstName: 'NENA', lastName: 'NOMINATES' })
const member = await site.signedIn(nominator)
const admin = await site.asAdmin()
afterAll(() => site.stop())

async function numberOf({ id }: Someone): Promise<string> {
  const [found] = await site.db.select({ idNumber: users.idNumber }).from(users).where(eq(users.id, id))
  return found?.idNumber ?? ''
}
const manyNumbers = async (count: number, each: Partial<typeof users.$inferInsert> = {}) =>
  Promise.all(Array.from({ length: count }, async () => numberOf(await site.aMember(each))))
const nomineeOf = async ({ id }: Someone) => (await site.rowsOf(nominees, { userId: id }))[0]
interface Listed {
  id: string
  name: string
  status: string
  nominatedBy: string | null
  nominatorSerial: string | null
  removable: boolean
  hasDocument: boolean
  withdrawn: boolean
}
const nomineesFor = async (visitor: Visitor) =>
  (await visitor.get<{ nominees: Listed[] }>(`/api/elections/${election}/nominees`)).nominees
const nominate = (visitor: Visitor, idNumbers: string[]) =>
  visitor.post(`/api/elections/${election}/nominations`, { idNumbers })

describe('nominating', () => {
  // Shows nomination-11, nomination-24, nomination-28
  test('takes a snapshot, approved at once, once per person', async () => {
    const ana = await site.aMember({ firstName: 'ANA', lastName: 'SANTOS', ms: 'PN', region: 'Visayas' })
    const number = await numberOf(ana)
    expect(await nominate(member, [number])).toMatchObject({ status: 201, saved: 1, skipped: 0 })
    expect(await nominate(admin, [number])).toMatchObject({ status: 201, saved: 0, skipped: 1 })
    const [row] = await site.rowsOf(nominees, { userId: ana.id })
    expect(row).toMatchObject({ status: 'approved', nominatedBy: nominator.id })
    expect(row?.data).toMatchObject({ first_name: 'ANA', last_name: 'SANTOS', ms: 'PN', region: 'Visayas' })
  })

  // Shows nomination-11, nomination-26
  test('many at once: each person ends up nominated once', async () => {
    const number = await numberOf(await site.aMember())
    const answers = await Promise.all(Array.from({ length: 8 }, () => nominate(member, [number])))
    expect(answers.map((one) => one['saved']).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  })

  test('two who nominate the same people at once, in whatever order: each person once, the other one told so', async () => {
    const other = await site.asMember()
    const numbers = await manyNumbers(8)
    const answers = await Promise.all([nominate(member, numbers), nominate(other, numbers.toReversed())])
    expect(answers.map((one) => one['status'])).toEqual([201, 201])
    const [one, two] = answers.map((answer) => [answer['saved'], answer['skipped']])
    expect([one, two].toSorted()).toEqual([
      [0, 8],
      [8, 0],
    ])
  })

  // Shows nomination-17
  test('the same request again after a lost reply saves nobody and is no error, also with as many as one may', async () => {
    const busy = await site.asMember()
    const numbers = await manyNumbers(20)
    expect(await nominate(busy, numbers)).toMatchObject({ status: 201, saved: 20, skipped: 0 })
    expect(await nominate(busy, numbers)).toMatchObject({ status: 201, saved: 0, skipped: 20 })
    expect(await nominate(busy, await manyNumbers(1))).toMatchObject({ status: 409, code: 'too-many-nominations' })
  })

  // Shows nomination-17
  test('nobody nominates more than one member may by sending two requests at once', async () => {
    const busy = await site.asMember()
    const [some, others] = [await manyNumbers(15), await manyNumbers(15)]
    const answers = await Promise.all([nominate(busy, some), nominate(busy, others)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const made = await site.rowsOf(nominees, { nominatedBy: busy.id })
    expect(made).toHaveLength(15)
  })

  // Shows audit-13
  test('the log says who nominated whom in which election, and the administrators read their names', async () => {
    const ben = await site.aMember({ firstName: 'BEN', lastName: 'LOGGED' })
    await nominate(member, [await numberOf(ben)])
    const nominee = await nomineeOf(ben)
    expect(await site.logOf(nominee?.id ?? '')).toMatchObject([
      { action: 'nominee added', actor: nominator.id, detail: { election, member: ben.id } },
    ])
    const { entries } = await admin.get<{ entries: { action: string; detail: object }[] }>('/api/audit')
    expect(entries.filter(({ action }) => action === 'nominee added').map(({ detail }) => detail)).toContainEqual({
      election: 'ARRAPI BOT ELECTION',
      member: 'BEN LOGGED',
    })
  })

  test('a closing that is being moved at that moment decides, not what was read of it before', async () => {
    const [number = '', other = ''] = await manyNumbers(2)
    let during: Promise<{ status: number }> | undefined
    await inTransaction(site, async (tx) => {
      await tx
        .update(elections)
        .set({ nominationCloses: opens + 1 })
        .where(eq(elections.id, election))
      now = opens + 1
      during = nominate(member, [number])
      await site.untilWaitedFor()
    })
    expect(await during).toMatchObject({ status: 403, code: 'nomination-not-open' })
    await site.changeElection({ nominationCloses: closes })
    expect(await nominate(member, [other])).toMatchObject({ status: 201 })
    now = opens
  })

  // Shows time-09, nomination-12, nomination-23
  test.each([
    ['member', opens - 1, 403],
    ['member', opens, 201],
    ['member', closes - 1, 201],
    ['member', closes, 403],
    ['admin', closes, 201],
    ['admin', adminCloses - 1, 201],
    ['admin', adminCloses, 403],
  ])('%s at %i: %i', async (who, at, status) => {
    const number = await numberOf(await site.aMember())
    now = at
    const answer = await nominate(who === 'admin' ? admin : member, [number])
    now = opens
    expect(answer.status).toBe(status)
  })

  // Shows nomination-10
  test('of people without service or region is refused by their names', async () => {
    const without = await site.aMember({ firstName: 'BEN', lastName: 'REYES', ms: null })
    const other = await site.aMember({ firstName: 'CORA', lastName: 'DIAZ', region: null })
    expect(await nominate(member, [await numberOf(without)])).toMatchObject({
      status: 400,
      fields: { idNumbers: "Cannot nominate: BEN REYES missing 'ms'" },
    })
    expect(await nominate(member, [await numberOf(other)])).toMatchObject({
      fields: { idNumbers: "Cannot nominate: CORA DIAZ missing 'region'" },
    })
  })

  test('of an administrator, and of more than twenty people at once, is refused', async () => {
    const number = await numberOf(await site.aMember({ isAdmin: true }))
    expect(number).toMatch(/^ARRAPI-/)
    expect(await nominate(member, [number])).toMatchObject({ status: 404, code: 'nominee-unknown' })
    const strangers = Array.from({ length: 21 }, (_, n) => `ARRAPI-999-${100 + n}`)
    expect(await nominate(admin, strangers)).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(await nominate(admin, strangers.slice(1))).toMatchObject({ code: 'nominee-unknown' })
  })

  // Shows nomination-13
  test('of oneself, of applicants, of withdrawn members and of nobody is refused', async () => {
    const withdrawn = await site.aMember({ withdrawnAt: Date.now() })
    await site.anApplicant()
    expect(await nominate(member, [await numberOf(nominator)])).toMatchObject({ code: 'own-nomination' })
    expect(await nominate(member, [await numberOf(withdrawn)])).toMatchObject({ code: 'nominee-unknown' })
    expect(await nominate(member, ['ARRAPI-999-123'])).toMatchObject({ code: 'nominee-unknown' })
  })
})

describe('searching whom to nominate', () => {
  const search = async (q: string, visitor = member) =>
    (
      await visitor.get<{ members: Record<string, unknown>[] }>(
        `/api/elections/${election}/nominatable?q=${encodeURIComponent(q)}`,
      )
    ).members

  // Shows nomination-06, nomination-08, nomination-48
  test('needs three letters, folds accents, leaves out the nominated, and shows what a member may see', async () => {
    const muñoz = await site.aMember({ firstName: 'JOSEFINA', lastName: 'MUÑOZ' })
    expect(await search('mu')).toEqual([])
    const [found] = await search('munoz')
    expect(Object.keys(found ?? {}).toSorted()).toEqual(['idNumber', 'ms', 'name', 'rank', 'region', 'unit'])
    expect(found).toMatchObject({ name: 'JOSEFINA MUÑOZ', idNumber: await numberOf(muñoz) })
    await nominate(member, [await numberOf(muñoz)])
    expect(await search('munoz')).toEqual([])
  })

  // Shows nomination-14
  test('finds nobody by a serial number but for administrators, and no applicant, no one who left, no administrator, not oneself', async () => {
    const hidden = { lastName: 'QUISUMBING' }
    await site.anApplicant(hidden)
    await site.aMember({ ...hidden, withdrawnAt: Date.now() })
    await site.aMember({ ...hidden, isAdmin: true })
    const asker = await site.aMember(hidden)
    const found = await site.aMember({ ...hidden, militarySerial: 'O-SECRET77' })
    for (const visitor of [await site.signedIn(asker), admin]) {
      const numbers = (await search('quisumbing', visitor)).map((one) => one['idNumber'])
      expect(numbers).toContain(await numberOf(found))
      expect(numbers).toHaveLength(visitor === admin ? 2 : 1)
      const bySerial = (await search('secret77', visitor)).map((one) => one['idNumber'])
      expect(bySerial).toEqual(visitor === admin ? [await numberOf(found)] : [])
    }
  })

  // Shows nomination-50
  test('tells two of one name apart by the middle one, and says when there are more', async () => {
    for (const middleName of ['ABAD', 'BONIFACIO'])
      await site.aMember({ firstName: 'NENA', middleName, lastName: 'NAMESAKE', suffix: 'II' })
    const ask = (q: string) =>
      member.get<{ members: { name: string }[]; more: number; atLeast: boolean }>(
        `/api/elections/${election}/nominatable?q=${q}`,
      )
    expect(await ask('namesake')).toMatchObject({
      members: [{ name: 'NENA ABAD NAMESAKE II' }, { name: 'NENA BONIFACIO NAMESAKE II' }],
      more: 0,
    })
    for (let n = 0; n < 18; n++) await site.aMember({ lastName: 'NAMESAKE' })
    expect(await ask('namesake')).toMatchObject({ members: { length: 20 }, more: 0, atLeast: false })
    await site.aMember({ lastName: 'NAMESAKE' })
    expect(await ask('namesake')).toMatchObject({ members: { length: 20 }, more: 1, atLeast: false })
    for (let n = 0; n < 40; n++) await site.aMember({ lastName: 'NAMESAKE' })
    expect(await ask('namesake')).toMatchObject({ members: { length: 20 }, more: expect.any(Number), atLeast: true })
  })

  // Shows listing-12
  test('offers them by first name, then by last name, twenty at most', async () => {
    const people = ['CORA ABAD', 'ANA YAP', 'BEN CRUZ', 'ANA ZUBIRI', 'ANA BAYANI']
    const unit = { unitAssignment: 'TAGAYTAY' }
    for (const person of people) {
      const [firstName = '', lastName = ''] = person.split(' ')
      await site.aMember({ ...unit, firstName, lastName })
    }
    await site.anApplicant({ ...unit, firstName: 'AAA', lastName: 'AAA' })
    const names = async () => (await search('tagaytay')).map((one) => one['name'])
    expect(await names()).toEqual(['ANA BAYANI', 'ANA YAP', 'ANA ZUBIRI', 'BEN CRUZ', 'CORA ABAD'])
    for (let n = 10; n < 25; n++) await site.aMember({ ...unit, firstName: 'BEN', lastName: `SULIT ${n}` })
    const twenty = await names()
    expect(twenty).toHaveLength(20)
    // Whoever joined last is found by more letters.
    await site.aMember({ ...unit, firstName: 'AIDA', lastName: 'LIM' })
    expect(await names()).toEqual(twenty)
  })

  test('hostile words find nobody and break nothing', async () => {
    for (const words of ["'; drop table users; --", '%%%', '___', '\\\\\\', '😀😀😀', 'a'.repeat(100)])
      expect(await search(words), words).toEqual([])
    for (const refused of ['a'.repeat(101), '%00%00%00'])
      expect((await member.get(`/api/elections/${election}/nominatable?q=${refused}`)).status, refused).toBe(400)
    expect((await site.visitor().get(`/api/elections/${election}/nominatable?q=dela`)).status).toBe(401)
  })
})

describe('managing nominees', () => {
  // A member nominates so many and no more.
  afterEach(() => site.db.delete(nominees).where(eq(nominees.nominatedBy, nominator.id)))

  async function aNomination(by: Visitor = member): Promise<string> {
    const someone = await site.aMember()
    expect(await nominate(by, [await numberOf(someone)])).toMatchObject({ saved: 1 })
    const [row] = await site.db.select({ id: nominees.id }).from(nominees).where(eq(nominees.userId, someone.id))
    return row?.id ?? ''
  }

  // Shows nomination-38
  test('they are listed newest first', async () => {
    const made = [await aNomination(), await aNomination(), await aNomination()]
    expect((await nomineesFor(member)).slice(0, 3).map(({ id }) => id)).toEqual(made.toReversed())
  })

  // Shows nomination-29, nomination-31
  test('set to pending with a reason, which the nominator and administrators read; approving brings it back', async () => {
    const id = await aNomination()
    const setTo = (visitor: Visitor, status: string, reason?: string) =>
      visitor.put(`/api/nominees/${id}/status`, { status, reason }).then((answer) => answer.status)
    const seenBy = async (visitor: Visitor) => (await nomineesFor(visitor)).find((one) => one.id === id)
    const why = 'The unit has not confirmed it.'
    const other = await site.asMember()
    expect(await setTo(member, 'pending', why)).toBe(403)
    for (const none of [undefined, '', ' no ']) expect(await setTo(admin, 'pending', none)).toBe(400)
    expect(await setTo(admin, 'pending', why)).toBe(200)
    expect(await seenBy(other)).toBeUndefined()
    for (const visitor of [member, admin])
      expect(await seenBy(visitor)).toMatchObject({ status: 'pending', pendingReason: why })
    await expect.poll(async () => (await emailsTo(site.dataDir, nominator.email)).join()).toContain(why)
    expect(await setTo(admin, 'approved')).toBe(200)
    expect(await seenBy(other)).toMatchObject({ status: 'approved', pendingReason: null })
    expect(await seenBy(member)).toMatchObject({ pendingReason: null })
  })

  // Shows nomination-32, nomination-33
  test('a member deletes what they nominated and nothing else; an administrator anything, until voting opens', async () => {
    const mine = await aNomination()
    const others = await aNomination(admin)
    const remove = (visitor: Visitor, id: string) => visitor.delete(`/api/nominees/${id}`).then((a) => a.status)
    expect(await remove(member, others)).toBe(403)
    expect(await remove(member, mine)).toBe(200)
    now = votingOpens
    expect(await remove(admin, others)).toBe(409)
    now = votingOpens - 1
    expect(await remove(admin, others)).toBe(200)
    now = opens
  })

  test('a nomination that somebody may not delete does not touch the election', async () => {
    // The job that counts notes the first hour of voting, and the reference locks the election's row.
    onTestFinished(await site.holdJob('count ballots'))
    const others = await aNomination(admin)
    const before = await site.rowStateOf(election)
    expect((await member.delete(`/api/nominees/${others}`)).status).toBe(403)
    now = votingOpens
    expect((await admin.delete(`/api/nominees/${others}`)).status).toBe(409)
    expect(await site.rowStateOf(election)).toBe(before)
    now = opens
  })

  async function aCandidate() {
    const candidate = await site.aMember()
    const { commissionDocument } = await site.documentsOf(candidate)
    const [file] = await site.db
      .update(uploads)
      .set({ bucket: 'candidate_documents' })
      .where(eq(uploads.id, commissionDocument))
      .returning({ path: uploads.path })
    const filepath = file?.path ?? ''
    await site.update(users, { id: candidate.id }, { commissionDocumentPath: null })
    await nominate(member, [await numberOf(candidate)])
    await site.db.insert(candidatesFiles).values({ electionId: election, userId: candidate.id, filepath })
    return { candidate, documentId: commissionDocument, filepath, id: (await nomineeOf(candidate))?.id ?? '' }
  }

  // Shows audit-13, nomination-39
  test('a candidate’s document goes with the nomination, from the record and from the storage', async () => {
    const { candidate, filepath, id } = await aCandidate()
    const documentFor = async (visitor: Visitor) =>
      (await nomineesFor(visitor)).find((one) => one.id === id)?.hasDocument
    for (const visitor of [admin, await site.signedIn(candidate), member]) expect(await documentFor(visitor)).toBe(true)

    const answers = await Promise.all([1, 2, 3].map(() => admin.delete(`/api/nominees/${id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await site.storage.stat(filepath)).toBeNull()
    expect(await site.rowsOf(uploads, { path: filepath })).toEqual([])
    expect(await nomineeOf(candidate)).toBeUndefined()
    expect((await site.logOf(id)).at(-1)).toMatchObject({
      action: 'nominee deleted',
      detail: { election, member: candidate.id },
    })
  })

  // Shows nomination-39, audit-04, files-04
  test('a candidate’s document is for everybody who may vote, by the nominee and not by the file; only administrators’ looks are written down', async () => {
    const { candidate, documentId, id } = await aCandidate()
    const viewer = await site.asViewer()
    const self = await site.signedIn(candidate)
    const document = async (visitor: Visitor, nominee = id) =>
      (await visitor.get(`/api/nominees/${nominee}/document`)).status
    const looks = async () => (await site.logOf(documentId)).length
    for (const visitor of [member, viewer, self]) expect(await document(visitor)).toBe(200)
    expect(await looks()).toBe(0)
    const editor = await site.asAdmin({}, 'an editor of pages', { jobs: ['content'] })
    for (const visitor of [admin, editor]) expect(await document(visitor)).toBe(200)
    expect(await looks()).toBe(2)
    expect(await document(site.visitor())).toBe(401)
    const reply = await member.get(`/api/nominees/${id}/document`)
    expect(reply.headers.get('cache-control')).toBe('private, no-cache')
    // The address of the file itself stays closed, and so do the candidate's other papers.
    for (const visitor of [member, viewer]) expect((await visitor.get(`/api/files/${documentId}`)).status).toBe(404)
    // Until they are approved, and once they are gone, there is nothing to read.
    await admin.put(`/api/nominees/${id}/status`, { status: 'pending', reason: 'The unit is not confirmed.' })
    expect([await document(member), await document(viewer), await document(self), await document(admin)]).toEqual([
      404, 404, 200, 200,
    ])
    await admin.delete(`/api/nominees/${id}`)
    expect([await document(member), await document(self), await document(admin)]).toEqual([404, 404, 404])
    // Somebody without a document has none, and an id that is no nominee's leads nowhere.
    const bare = await site.aMember()
    await nominate(member, [await numberOf(bare)])
    expect(await document(member, (await nomineeOf(bare))?.id)).toBe(404)
    expect(await document(member, documentId)).toBe(404)
  })

  test('a document that the storage keeps nevertheless can be opened by nobody, and is swept', async () => {
    const { documentId, filepath, id } = await aCandidate()
    const { storage } = site
    const remove = storage.remove.bind(storage)
    storage.remove = () => Promise.reject(new Error('the storage is out of reach'))
    expect((await admin.delete(`/api/nominees/${id}`)).status).toBe(200)
    storage.remove = remove
    expect((await admin.get(`/api/files/${documentId}`)).status).toBe(404)
    expect(await storage.stat(filepath)).not.toBeNull()
    await sweepUploads(site)
    expect(await storage.stat(filepath)).toBeNull()
  })

  // Shows audit-13
  test('approving and rejecting end with the administrators’ deadline; pressed twice, it is written down once', async () => {
    const id = await aNomination()
    const setTo = (status: string) =>
      admin
        .put(`/api/nominees/${id}/status`, { status, reason: 'The unit is not confirmed.' })
        .then((answer) => answer.status)
    now = adminCloses
    expect(await setTo('pending')).toBe(409)
    now = adminCloses - 1
    expect(await Promise.all([setTo('pending'), setTo('pending')])).toEqual([200, 200])
    now = opens
    expect((await site.actsOn(id)).filter((action) => action === 'nominee rejected')).toHaveLength(1)
    expect((await admin.put(`/api/nominees/${randomUUID()}/status`, { status: 'approved' })).status).toBe(404)
  })

  // Shows nomination-33
  test('the nominator cannot delete once nomination is over, nor when its closing is moved at that moment', async () => {
    const id = await aNomination()
    now = closes
    expect(await member.delete(`/api/nominees/${id}`)).toMatchObject({
      status: 409,
      message: 'Nomination is over. The nominees can no longer be changed.',
    })
    now = opens + 1
    let during: Promise<Response> | undefined
    await inTransaction(site, async (tx) => {
      await tx
        .update(elections)
        .set({ nominationCloses: opens + 1 })
        .where(eq(elections.id, election))
      during = member.delete(`/api/nominees/${id}`)
      await site.untilWaitedFor()
    })
    expect((await during)?.status).toBe(409)
    await site.changeElection({ nominationCloses: closes })
    now = opens
  })

  test('a ballot that comes in at that very moment keeps the nominees as they are', async () => {
    const id = await aNomination()
    const voter = await site.aMember()
    await site.db
      .insert(ballots)
      .values({ electionId: election, voterId: voter.id, voterRegion: 'NCR', sealed: Buffer.from('sealed') })
    expect(await admin.delete(`/api/nominees/${id}`)).toMatchObject({ code: 'nominees-settled' })
    await site.db.delete(ballots)
    expect((await admin.delete(`/api/nominees/${id}`)).status).toBe(200)
  })

  test('who left after being nominated stays a nominee, marked for the administrators alone', async () => {
    const leaver = await site.aMember()
    await nominate(member, [await numberOf(leaver)])
    await site.update(users, { id: leaver.id }, { withdrawnAt: Date.now() })
    const id = (await nomineeOf(leaver))?.id
    const seen = async (visitor: Visitor) => (await nomineesFor(visitor)).find((one) => one.id === id)
    expect(await seen(admin)).toMatchObject({ withdrawn: true, removable: true })
    expect(await seen(member)).toMatchObject({ withdrawn: false })
  })

  // Shows nomination-24
  test('who nominated whom is shown to administrators, with the serial number, and to the nominator', async () => {
    const id = await aNomination()
    const stranger = await site.asMember()
    const seen = async (visitor: Visitor) => (await nomineesFor(visitor)).find((one) => one.id === id)
    expect(await seen(stranger)).toMatchObject({ mine: false, nominatedBy: null, removable: false })
    expect(await seen(member)).toMatchObject({
      mine: true,
      nominatedBy: 'NENA NOMINATES',
      nominatorSerial: null,
      removable: true,
    })
    expect(await seen(admin)).toMatchObject({
      mine: false,
      nominatedBy: 'NENA NOMINATES',
      nominatorSerial: nominator.serial,
      removable: true,
    })
  })

  test('an administrator is shown by name, too', async () => {
    const officer = await site.anAdmin({ firstName: 'ODA', lastName: 'OFFICER' })
    const id = await aNomination(await site.signedIn(officer))
    expect((await nomineesFor(admin)).find((one) => one.id === id)).toMatchObject({ nominatedBy: 'ODA OFFICER' })
  })

  test('a nomination stays with the person who made it, whoever has their serial number now', async () => {
    const author = await site.aMember()
    const id = await aNomination(await site.signedIn(author))
    const rename = (who: Someone, militarySerial: string) => site.update(users, { id: who.id }, { militarySerial })
    const corrected = `${author.serial}-A`
    await rename(author, corrected)
    const heir = await site.aMember({ militarySerial: author.serial })
    const seen = async (visitor: Visitor) => (await nomineesFor(visitor)).find((one) => one.id === id)
    expect(await seen(await site.signedIn(heir))).toMatchObject({ mine: false, removable: false })
    const back = await site.signedIn({ ...author, serial: corrected })
    expect(await seen(back)).toMatchObject({ mine: true, removable: true })
    expect((await (await site.signedIn(heir)).delete(`/api/nominees/${id}`)).status).toBe(403)
    expect((await back.delete(`/api/nominees/${id}`)).status).toBe(200)
  })
})

describe('a nominee’s photo', () => {
  const picture = (background: string, width = 300) =>
    sharp({ create: { width, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer()

  async function aPictured(background = 'navy') {
    const someone = await site.aMember()
    const path = await site.aPictureOf(someone, 'profilePicture', await picture(background))
    await nominate(admin, [await numberOf(someone)])
    const id = (await nomineeOf(someone))?.id ?? ''
    return { someone, path, id, url: `/api/nominees/${id}/photo` }
  }
  const colourOf = async ({ bytes }: { bytes: Buffer }) => {
    const { dominant } = await sharp(bytes).stats()
    return dominant
  }

  test('is a small square WebP for everybody signed in, kept by their browser alone', async () => {
    const { url } = await aPictured()
    const response = await member.get(url)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
    const bytes = response.bytes
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
    const etag = response.headers.get('etag') ?? ''
    expect((await member.get(url, { 'if-none-match': etag })).status).toBe(304)
    expect((await site.visitor().get(url)).status).toBe(401)
  })

  test('of who is pending is for administrators alone; of nobody, or of who has none, there is none', async () => {
    const { id, url } = await aPictured()
    await admin.put(`/api/nominees/${id}/status`, { status: 'pending', reason: 'The unit is not confirmed.' })
    expect((await member.get(url)).status).toBe(404)
    expect((await admin.get(url)).status).toBe(200)
    expect((await member.get(`/api/nominees/${await site.aNominee()}/photo`)).status).toBe(404)
    expect((await member.get(`/api/nominees/${randomUUID()}/photo`)).status).toBe(404)
  })

  test('is the one of the nomination; once that is gone, the one they have now; of the erased, none', async () => {
    const { someone, path, url } = await aPictured('navy')
    await site.aPictureOf(someone, 'profilePicture', await picture('red', 200))
    expect((await colourOf(await member.get(url))).b).toBeGreaterThan(60)
    await releaseUploads(site.db, eq(uploads.path, path))
    expect((await colourOf(await member.get(url))).r).toBeGreaterThan(200)
    const at = Date.now()
    await site.update(users, { id: someone.id }, { withdrawnAt: at, erasedAt: at })
    expect((await member.get(url)).status).toBe(404)
  })

  test('a file that is missing or damaged is no photo, and is asked for again', async () => {
    const { path, url } = await aPictured('green')
    await site.storage.remove(path)
    expect((await member.get(url)).status).toBe(404)
    await site.storage.put(path, [await picture('green')] as never, { mime: 'image/jpeg', maxBytes: 1e6 })
    expect((await member.get(url)).status).toBe(200)
  })

  test('forty asked for at once, by several people, are each drawn once', async () => {
    const pictured = await Promise.all(Array.from({ length: 40 }, (_, n) => aPictured(`rgb(${n * 6}, 90, 160)`)))
    const opened: string[] = []
    const { storage } = site
    const open = storage.open.bind(storage)
    storage.open = (path, range) => {
      opened.push(path)
      return open(path, range)
    }
    const answers = await Promise.all([member, admin, member].flatMap((who) => pictured.map(({ url }) => who.get(url))))
    storage.open = open
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(opened).toHaveLength(40)
  })
})
