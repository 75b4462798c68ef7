import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { auditLog, ballots, candidateProfiles, elections, nominees, uploads, users } from '#server/db/schema.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { emailsTo } from '#tests/support/emails.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const opens = defaultElection.nominationOpens
const votingOpens = defaultElection.votingOpens
const votingCloses = defaultElection.votingCloses

let now = opens

const site = await testSite({ clock: { now: () => now } })
const election = await site.theElection()
const admin = await site.asAdmin()
const nominator = await site.asMember()
const voter = await site.asMember()
afterAll(() => site.stop())
beforeEach(async () => {
  now = opens
  await site.changeElection({ nomineesAccept: false })
})

interface Nominated {
  someone: Someone
  visitor: Visitor
  id: string
}

/** A member whom another one nominated. */
async function aNominated(given: Partial<typeof users.$inferInsert> = {}, by = nominator): Promise<Nominated> {
  const someone = await site.aMember(given)
  const [{ idNumber } = { idNumber: '' }] = await site.db
    .select({ idNumber: users.idNumber })
    .from(users)
    .where(eq(users.id, someone.id))
  const reply = await by.post<{ saved: number }>(`/api/elections/${election}/nominations`, { idNumbers: [idNumber] })
  expect(reply.saved).toBe(1)
  const [row] = await site.rowsOf(nominees, { userId: someone.id })
  return { someone, visitor: await site.signedIn(someone), id: row!.id }
}
const sheet = (who: Visitor, id: string) =>
  who.get<{ statement: string; fullName: string; correctable?: string | null }>(`/api/nominees/${id}`)
const write = (who: Visitor, form: object) => who.put(`/api/elections/${election}/my-candidacy/profile`, form)
const says = (who: Visitor, statement: string) => write(who, { statement, photo: 'profile picture' })
const correct = async (
  who: Visitor,
  id: string,
  statement: string,
  { reason = 'It insults another member', seen = '' } = {},
) => {
  const [written] = await site.rowsOf(candidateProfiles, { nomineeId: id })
  const form = { statement, seen: seen || written?.statement || '', reason }
  return who.put(`/api/nominees/${id}/statement`, form)
}
const answer = (who: Visitor, given: 'accepted' | 'declined') =>
  who.put(`/api/elections/${election}/my-candidacy/answer`, { answer: given })
const rowOf = async (id: string) => (await site.rowsOf(nominees, { id }))[0]!
const listFor = async (who: Visitor) =>
  (
    await who.get<{ nominees: { id: string; status: string; hasPhoto: boolean }[] }>(
      `/api/elections/${election}/nominees`,
    )
  ).nominees
const seenAs = async (who: Visitor, id: string) => (await listFor(who)).find((one) => one.id === id)?.status
/** As they arrive in the outbox. */
const told = async ({ email }: Someone, count: number) =>
  await expect.poll(() => emailsTo(site.config.dataDir, email), { timeout: 15_000 }).toHaveLength(count)
const sendPhoto = (who: Visitor, bytes: Buffer, to = 'photos') =>
  who.put(`/api/candidate-${to}`, bytes, { 'x-file-name': 'sent.pdf' })
const picture = (background: string) =>
  sharp({ create: { width: 80, height: 80, channels: 3, background } })
    .png()
    .toBuffer()
async function colourOf(who: Visitor, id: string): Promise<string> {
  const { dominant } = await sharp((await who.get(`/api/nominees/${id}/photo`)).bytes).stats()
  return (['r', 'g', 'b'] as const).filter((part) => dominant[part] > 128).join('')
}

describe('the sheet of a candidate', () => {
  test('is for everybody who may vote; of who is pending for themselves and administrators', async () => {
    const candidate = await aNominated({ firstName: 'ANA', middleName: 'REYES', lastName: 'SANTOS', ms: 'PN' })
    expect(await sheet(voter, candidate.id)).toMatchObject({
      status: 200,
      fullName: 'ANA REYES SANTOS',
      name: 'ANA R. SANTOS',
      ms: 'PN',
      statement: '',
      hasDocument: false,
    })
    expect(await sheet(voter, candidate.id)).not.toHaveProperty('correctable')
    expect((await sheet(site.visitor(), candidate.id)).status).toBe(401)
    expect((await sheet(voter, randomUUID())).status).toBe(404)
    await admin.put(`/api/nominees/${candidate.id}/status`, { status: 'pending', reason: 'The unit is not confirmed.' })
    expect((await sheet(voter, candidate.id)).status).toBe(404)
    expect((await sheet(nominator, candidate.id)).status).toBe(404)
    expect((await sheet(candidate.visitor, candidate.id)).status).toBe(200)
    expect(await sheet(admin, candidate.id)).toMatchObject({ status: 200, correctable: 'change' })
  })
})

describe('a statement', () => {
  test('is the nominee’s own, until voting opens, and plain text', async () => {
    const { visitor, id, someone } = await aNominated()
    expect((await says(voter, 'I am not nominated')).status).toBe(404)
    expect((await says(site.visitor(), 'x')).status).toBe(401)
    expect((await says(admin, 'x')).status).toBe(403)
    expect((await says(visitor, `<script>alert(1)</script> \u202Ehttp://x.example\u200b`)).status).toBe(200)
    expect(await sheet(voter, id)).toMatchObject({ statement: '<script>alert(1)</script> http://x.example' })
    expect(await says(visitor, 'a'.repeat(40_000))).toMatchObject({ status: 400, code: 'invalid-input' })
    expect((await says(visitor, 'a'.repeat(600))).status).toBe(200)
    const entry = (await site.logOf(id)).at(-1)
    expect(entry?.action).toBe('candidate profile written')
    expect(JSON.stringify(entry)).not.toContain('aaaa')

    now = votingOpens - 1
    expect((await says(visitor, 'My last word')).status).toBe(200)
    now = votingOpens
    expect(await says(visitor, 'One more')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    expect(await answer(visitor, 'declined')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    expect(await correct(admin, id, 'Another')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    expect(await correct(admin, id, '')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    expect(await sheet(voter, id)).toMatchObject({ statement: 'My last word' })
    expect(await sheet(admin, id)).toMatchObject({ correctable: null })
    now = votingCloses
    expect(await sheet(admin, id)).toMatchObject({ correctable: 'remove' })
    expect(await correct(admin, id, 'Another')).toMatchObject({ status: 409 })
    expect((await correct(admin, id, '')).status).toBe(200)
    expect(await sheet(voter, id)).toMatchObject({ statement: '' })
    await told(someone, 1)
    expect((await emailsTo(site.config.dataDir, someone.email))[0]).toContain(
      'Subject: ARRAPI: your statement as a candidate was removed',
    )
  })

  test('that is improper is changed by administrators with a reason; the candidate is told', async () => {
    const { visitor, id, someone } = await aNominated()
    await says(visitor, 'A slander')
    expect((await correct(voter, id, '')).status).toBe(403)
    expect((await correct(visitor, id, '')).status).toBe(403)
    expect(await correct(admin, id, 'Proper', { reason: ' ' })).toMatchObject({ status: 400 })
    expect((await correct(admin, randomUUID(), 'Proper')).status).toBe(404)
    expect(await correct(admin, id, 'Proper', { seen: 'What it said before' })).toMatchObject({
      status: 409,
      code: 'edited-meanwhile',
    })
    await Promise.all([correct(admin, id, 'Proper'), correct(admin, id, 'Proper')])
    expect(await sheet(voter, id)).toMatchObject({ statement: 'Proper' })
    await told(someone, 1)
    expect((await emailsTo(site.config.dataDir, someone.email))[0]).toMatch(
      /your statement as a candidate was changed[^]*It insults another member/,
    )
    const [entry] = await site.db.select().from(auditLog).where(eq(auditLog.action, 'statement corrected')).limit(1)
    expect(JSON.parse(entry!.entry)).toMatchObject({
      detail: { removed: expect.any(Boolean), reason: 'It insults another member' },
    })
  })
})

describe('the picture for voters', () => {
  test('is the one the candidate chose, drawn anew, and gone with another choice and with the nomination', async () => {
    const { visitor, id, someone } = await aNominated()
    expect((await voter.get(`/api/nominees/${id}/photo`)).status).toBe(404)
    await site.aPictureOf(someone, 'profilePicture', await picture('#ff0000'))
    await site.aPictureOf(someone, 'photoUpload', await picture('#00ff00'))
    expect(await colourOf(voter, id)).toBe('r')
    expect((await write(visitor, { statement: '', photo: 'photo upload' })).status).toBe(200)
    expect(await colourOf(voter, id)).toBe('g')

    expect(await write(visitor, { statement: '', photo: 'own' })).toMatchObject({
      fields: { photo: expect.any(String) },
    })
    expect(await sendPhoto(visitor, Buffer.from('%PDF-1.7 %%EOF'))).toMatchObject({ code: 'profile-picture-invalid' })
    expect((await sendPhoto(voter, await picture('#0000ff'))).status).toBe(404)
    // A drawing that passes for the document of a candidacy would be drawn for every voter, however long that takes.
    await site.changeElection({ candidacyFiling: true })
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9"><!-- %PDF-1.4 %%EOF --></svg>')
    const document = await sendPhoto(voter, drawing, 'documents')
    expect(document.status).toBe(201)
    await site.update(uploads, { id: document.id }, { ownerId: someone.id })
    expect(await write(visitor, { statement: '', photo: 'own', photoId: document.id })).toMatchObject({ status: 400 })
    const sent = await sendPhoto(visitor, await picture('#0000ff'))
    expect(sent.status).toBe(201)
    const form = { statement: 'With my picture', photo: 'own', photoId: sent.id }
    // Somebody else's upload is nobody's to use; the same request again after a lost reply is no error.
    const other = await aNominated()
    expect(await write(other.visitor, form)).toMatchObject({ status: 400 })
    expect((await write(visitor, form)).status).toBe(200)
    expect((await write(visitor, form)).status).toBe(200)
    expect((await write(visitor, { statement: 'Kept', photo: 'own' })).status).toBe(200)
    expect(await colourOf(voter, id)).toBe('b')

    const stored = async () =>
      (await site.rowsOf(uploads, { ownerId: someone.id })).filter(({ bucket }) => bucket === 'candidate_documents')
        .length
    expect(await stored()).toBe(1)
    const second = await sendPhoto(visitor, await picture('#ffff00'))
    expect((await write(visitor, { ...form, photoId: second.id })).status).toBe(200)
    expect(await stored()).toBe(1)
    expect(await colourOf(voter, id)).toBe('rg')
    expect((await admin.delete(`/api/nominees/${id}`)).status).toBe(200)
    expect(await stored()).toBe(0)
  })
})

describe('where nobody is asked', () => {
  test('who was nominated withdraws until voting opens, and may come back, but not past an administrator', async () => {
    const { visitor, id } = await aNominated()
    const mine = () => visitor.get(`/api/elections/${election}/my-candidacy`)
    expect(await mine()).toMatchObject({ asked: false, mayWithdraw: true, answer: null })
    expect(await visitor.get('/api/elections/current')).toMatchObject({ election: { candidacy: { awaited: false } } })
    now = votingOpens - 1
    expect((await answer(visitor, 'declined')).status).toBe(200)
    expect([await seenAs(voter, id), await seenAs(admin, id)]).toEqual([undefined, 'declined'])
    expect((await answer(visitor, 'accepted')).status).toBe(200)
    expect(await seenAs(voter, id)).toBe('approved')
    now = opens
    await admin.put(`/api/nominees/${id}/status`, { status: 'pending', reason: 'The unit is not confirmed.' })
    for (const one of ['declined', 'accepted'] as const) await answer(visitor, one)
    expect((await rowOf(id)).status).toBe('pending')
    // Who withdrew while pending is not put on the ballot by an administrator's approval.
    await answer(visitor, 'declined')
    await admin.put(`/api/nominees/${id}/status`, { status: 'approved' })
    expect((await rowOf(id)).status).toBe('declined')
  })
})

describe('where nominees are asked to accept', () => {
  beforeEach(() => site.changeElection({ nomineesAccept: true }))

  test('until they accept, their picture is for administrators alone', async () => {
    const { visitor, id, someone } = await aNominated()
    await site.aPictureOf(someone, 'photoUpload', await picture('#00ff00'))
    await write(visitor, { statement: '', photo: 'photo upload' })
    const hasPhoto = async (who: Visitor) => (await listFor(who)).find((one) => one.id === id)?.hasPhoto
    expect([await hasPhoto(nominator), await hasPhoto(admin)]).toEqual([false, true])
    expect((await nominator.get(`/api/nominees/${id}/photo`)).status).toBe(404)
    await answer(visitor, 'accepted')
    expect(await hasPhoto(nominator)).toBe(true)
  })

  // Shows candidacy-22
  test('only those who accepted are on the ballot; the nominator and administrators see the others', async () => {
    const { visitor, id, someone } = await aNominated()
    await told(someone, 1)
    const [sent] = await emailsTo(site.config.dataDir, someone.email)
    expect(sent).toContain('Subject: ARRAPI: you have been nominated')
    expect(sent).toContain(`${site.config.publicUrl}/profile`)
    expect(sent).toContain('If you do not answer, your name will not be on the ballot')

    const onBallot = async () => (await site.elections.approved(election)).has(id)
    expect([await seenAs(voter, id), await seenAs(nominator, id), await seenAs(admin, id)]).toEqual([
      undefined,
      'asked',
      'asked',
    ])
    expect(await onBallot()).toBe(false)
    expect(await visitor.get('/api/elections/current')).toMatchObject({
      election: { alreadyNominated: true, candidacy: { nomineeId: id, status: 'asked', awaited: true } },
    })
    // Nobody accepts for somebody else: not a voter, not an administrator.
    expect((await answer(voter, 'accepted')).status).toBe(404)
    expect((await answer(admin, 'accepted')).status).toBe(403)
    await admin.put(`/api/nominees/${id}/status`, { status: 'approved' })
    expect((await rowOf(id)).status).toBe('asked')

    const heard = () => site.untilHeard(() => answer(visitor, 'accepted').then(() => {}))
    await heard()
    expect([await seenAs(voter, id), await onBallot()]).toEqual(['approved', true])
    // The same answer twice at once is one answer.
    const answered = await Promise.all([answer(visitor, 'declined'), answer(visitor, 'declined')])
    expect(answered.map(({ status }) => status)).toEqual([200, 200])
    expect([await seenAs(voter, id), await seenAs(nominator, id), await seenAs(admin, id)]).toEqual([
      undefined,
      'declined',
      'declined',
    ])
    await admin.put(`/api/nominees/${id}/status`, { status: 'approved' })
    expect((await rowOf(id)).status).toBe('declined')
    // Nor does the nominator, by nominating anew whoever said no.
    expect(await nominator.delete(`/api/nominees/${id}`)).toMatchObject({ status: 409, code: 'nomination-answered' })
    expect((await site.actsOn(id)).filter((action) => action.startsWith('nomination'))).toEqual([
      'nomination accepted',
      'nomination declined',
    ])
    // Accepting does not overrule an administrator.
    await answer(visitor, 'accepted')
    await admin.put(`/api/nominees/${id}/status`, { status: 'pending', reason: 'The unit is not confirmed.' })
    await answer(visitor, 'declined')
    await admin.put(`/api/nominees/${id}/status`, { status: 'pending', reason: 'The unit is not confirmed.' })
    await answer(visitor, 'accepted')
    expect((await rowOf(id)).status).toBe('pending')
  })

  // Shows candidacy-22
  test('who was set back to pending before an answer is asked again when that is undone', async () => {
    const { id, someone } = await aNominated()
    for (const status of ['pending', 'approved'])
      await admin.put(`/api/nominees/${id}/status`, { status, reason: 'The unit is not confirmed.' })
    expect((await rowOf(id)).status).toBe('asked')
    await told(someone, 2)
    expect(await site.actsOn(id)).toEqual(['nominee added', 'nominee rejected', 'nominee left to answer'])
  })

  test('an answer of somebody who is not asked, is late or says the same again does not touch the election', async () => {
    // The job that counts notes the first hour of voting, and the reference locks the election's row.
    onTestFinished(await site.holdJob('count ballots'))
    const { visitor } = await aNominated()
    await answer(visitor, 'accepted')
    const before = await site.rowStateOf(election)
    expect((await answer(voter, 'declined')).status).toBe(404)
    expect((await answer(visitor, 'accepted')).status).toBe(200)
    now = votingOpens
    expect((await answer(visitor, 'declined')).status).toBe(409)
    expect(await site.rowStateOf(election)).toBe(before)
    now = opens
    expect((await answer(visitor, 'declined')).status).toBe(200)
    expect(await site.rowStateOf(election)).not.toBe(before)
  })

  // Shows candidacy-22
  test('while a rehearsal has ballots, who is asked may still accept; who is on its ballots stays', async () => {
    const { visitor, id } = await aNominated()
    const { someone } = await aNominated()
    await site.changeElection({ rehearsal: true })
    const ballot = { voterId: someone.id, voterRegion: 'NCR' as const, sealed: Buffer.from('x') }
    await site.db.insert(ballots).values({ ...ballot, electionId: await site.rehearsalId(election) })
    expect((await answer(visitor, 'accepted')).status).toBe(200)
    expect(await answer(visitor, 'declined')).toMatchObject({ status: 409, code: 'answer-not-now' })
    expect((await rowOf(id)).status).toBe('approved')
    await site.changeElection({ rehearsal: false })
  })

  // Shows candidacy-22
  test('the signed record names exactly those who accepted before voting opened, and then nothing changes', async () => {
    const [accepted, silent, declined] = [await aNominated(), await aNominated(), await aNominated()]
    await answer(accepted.visitor, 'accepted')
    await answer(declined.visitor, 'declined')
    await says(accepted.visitor, 'Chosen words')
    now = votingOpens
    expect(await answer(silent.visitor, 'accepted')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    await site.untilHeard(() => freezeElections(site))
    const record = await lastStatement(site.pool, election, 'freeze/2')
    const named = new Set(record!.content.nominees.map(({ id }) => id))
    expect([accepted, silent, declined].map(({ id }) => named.has(id))).toEqual([true, false, false])
    const approved = await site.elections.approved(election)
    expect([...named].toSorted()).toEqual([...approved.keys()].toSorted())

    // Whatever the clock says afterwards, the database refuses.
    now = votingOpens - 1
    expect(await answer(silent.visitor, 'accepted')).toMatchObject({ status: 409, code: 'answer-not-now' })
    expect(await answer(accepted.visitor, 'declined')).toMatchObject({ status: 409, code: 'answer-not-now' })
    expect(await says(accepted.visitor, 'Others')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    expect(await says(declined.visitor, 'New')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    expect(await correct(admin, accepted.id, 'Others')).toMatchObject({ status: 409, code: 'candidacy-settled' })
    expect(await site.rowsOf(candidateProfiles, { nomineeId: accepted.id })).toMatchObject([
      { statement: 'Chosen words' },
    ])
    expect((await site.rowsOf(elections))[0]?.frozenAt).not.toBeNull()
  })
})
