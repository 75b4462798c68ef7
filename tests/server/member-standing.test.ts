import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { sessions, users, memberNotes, privacyRequests } from '#server/db/schema.ts'
import { memberLimits } from '#server/members/member-limits.ts'
import { heldData } from '#server/members/privacy/held-data.ts'
import { profileEditing } from '#tests/support/profile-editing.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin({ firstName: 'ROSA', lastName: 'SECRETARY' })
const by = profileEditing(site, admin)
afterAll(() => site.stop())

describe('standing', () => {
  const withdraw = (who: Visitor, id: string, withdrawn: boolean) =>
    who.post(`/api/members/${id}/withdrawal`, { withdrawn })
  // Shows audit-09
  test('a withdrawn member is signed out, told by email and can be restored; done twice it is done once', async () => {
    const theirs = await site.asMember()
    await Promise.all([withdraw(admin, theirs.id, true), withdraw(admin, theirs.id, true)])
    expect((await theirs.get('/api/accounts/me')).status).toBe(401)
    expect((await site.visitor().logIn(theirs.serial, theirs.password)).code).toBe('membership-withdrawn')
    await withdraw(admin, theirs.id, false)
    expect((await site.visitor().logIn(theirs.serial, theirs.password)).status).toBe(200)
    expect((await by.logOf(theirs.id)).map(({ action }) => action)).toEqual(['member withdrawn', 'member restored'])
    const messages = ['ARRAPI: your membership has been restored', 'ARRAPI: your membership has been withdrawn']
    await expect.poll(() => by.emailsTo(theirs.email), { timeout: 10_000 }).toEqual(messages)
  })

  test.each([
    ['withdrawn', { withdrawnAt: Date.now() }],
    ['no longer approved', { approved: false, approvedAt: null, idNumber: null }],
  ])('a session that was opened at that very moment lets nobody in who is %s', async (_what, standing) => {
    const theirs = await site.asMember()
    const [session] = await site.rowsOf(sessions, { userId: theirs.id })
    await site.update(users, { id: theirs.id }, standing)
    await site.db.insert(sessions).values(session!).onConflictDoNothing()
    expect((await theirs.get('/api/accounts/me')).status).toBe(401)
  })

  test('neither applicants nor administrators are withdrawn', async () => {
    const applicant = await site.anApplicant()
    const other = await site.anAdmin()
    expect((await withdraw(admin, applicant.id, true)).status).toBe(404)
    expect((await withdraw(admin, other.id, true)).status).toBe(403)
    expect((await by.recordOf(applicant.id)).withdrawnAt).toBeNull()
  })

  // Shows audit-09
  test('a new card code replaces the old one', async () => {
    const { id } = await site.aMember()
    const before = await by.recordOf(id)
    expect((await admin.post(`/api/members/${id}/card-code`)).status).toBe(200)
    const after = await by.recordOf(id)
    expect(after.cardToken).not.toBe(before.cardToken)
    expect(after.version).toBe(before.version + 1)
    expect(await by.logOf(id)).toMatchObject([{ action: 'card renewed' }])
  })

  // Shows audit-09
  test('consent to the blood type on the card is the member’s own to give and to take back', async () => {
    const theirs = await site.asMember()
    const say = (who: Visitor, consent: boolean) => who.post(`/api/members/${theirs.id}/health-consent`, { consent })
    expect((await say(admin, true)).status).toBe(403)
    expect((await by.recordOf(theirs.id)).healthConsentAt).toBeNull()
    expect((await say(theirs, true)).status).toBe(200)
    expect((await by.recordOf(theirs.id)).healthConsentAt).not.toBeNull()
    await say(theirs, true)
    await say(theirs, false)
    expect((await by.recordOf(theirs.id)).healthConsentAt).toBeNull()
    expect((await by.logOf(theirs.id)).map(({ detail }) => detail)).toEqual([{ consent: true }, { consent: false }])
  })

  test('whoever gives consent over and over is stopped, and never from taking it back', async () => {
    const theirs = await site.asMember()
    const say = (consent: boolean) => theirs.post(`/api/members/${theirs.id}/health-consent`, { consent })
    for (let n = 0; n < memberLimits.choicesPerDay; n++) expect((await say(true)).status).toBe(200)
    expect((await say(true)).status).toBe(429)
    expect((await say(false)).status).toBe(200)
    expect((await by.recordOf(theirs.id)).healthConsentAt).toBeNull()
    expect((await say(true)).status).toBe(429)
  })
})

describe('notes', () => {
  interface Notes {
    notes: { id: string; text: string; by: string | null; writtenAt: number }[]
  }
  const notesOf = (id: string, who: Visitor = admin) => who.get<Notes & { status: number }>(`/api/members/${id}/notes`)
  const write = (id: string, text: string, who: Visitor = admin) => who.post(`/api/members/${id}/notes`, { text })

  test('an administrator writes notes about a member, which only administrators read', async () => {
    const member = await site.aMember()
    for (const text of ['', '   ', 'x'.repeat(2001), 'a\u0000b'])
      expect((await write(member.id, text)).status, JSON.stringify(text.slice(0, 5))).toBe(400)
    expect((await write(member.id, 'Calls on Mondays.\nSpeaks softly.')).status).toBe(201)
    expect((await write(member.id, '<b>Second</b>')).status).toBe(201)
    const { notes } = await notesOf(member.id)
    expect(notes.map(({ text, by }) => [text, by])).toEqual([
      ['<b>Second</b>', 'ROSA SECRETARY'],
      ['Calls on Mondays.\nSpeaks softly.', 'ROSA SECRETARY'],
    ])
    for (const who of [await site.signedIn(member), await site.asViewer(), site.visitor()]) {
      expect((await notesOf(member.id, who)).status).toBeGreaterThanOrEqual(401)
      expect((await write(member.id, 'mine', who)).status).toBeGreaterThanOrEqual(401)
    }
    const gone = () => admin.delete(`/api/members/${member.id}/notes/${notes[0]!.id}`)
    expect([(await gone()).status, (await gone()).status]).toEqual([200, 200])
    expect((await notesOf(member.id)).notes).toHaveLength(1)
    expect((await write('00000000-0000-4000-8000-000000000000', 'nobody')).status).toBe(404)
  })

  test('the history of a member says who did what, and not what a note says', async () => {
    const member = await site.aMember()
    await write(member.id, 'A private matter')
    await admin.post(`/api/members/${member.id}/withdrawal`, { withdrawn: true })
    const history = await admin.get<{ entries: { action: string; by: string }[] }>(`/api/members/${member.id}/history`)
    expect(history.entries.map(({ action, by }) => `${by.replace(/ \(.*/, '')} ${action}`)).toEqual([
      'ROSA SECRETARY member withdrawn',
      'ROSA SECRETARY member note added',
    ])
    expect(JSON.stringify(history)).not.toContain('private')
  })

  test('notes are in the member’s own data, and go with the member', async () => {
    const member = await site.aMember()
    await write(member.id, 'Moved to Cebu')
    const held = await heldData(site.db, member.id, [], Date.now())
    expect(held?.notes).toEqual([{ text: 'Moved to Cebu', writtenAt: expect.any(Number) }])
    const theirs = await site.signedIn(member)
    expect((await theirs.post('/api/privacy-requests', { kind: 'erasure', details: 'Please' })).status).toBe(201)
    const [request] = await site.rowsOf(privacyRequests, { memberId: member.id })
    const answered = await admin.post(`/api/privacy-requests/${request!.id}/answer`, {
      outcome: 'done',
      answer: 'Done',
    })
    expect(answered.status).toBe(200)
    const left = () =>
      site.db.select({ id: memberNotes.id }).from(memberNotes).where(eq(memberNotes.memberId, member.id))
    expect(await left()).toEqual([])
    expect((await write(member.id, 'once more')).status).toBe(404)
    const applicant = await site.anApplicant()
    await write(applicant.id, 'Sent twice')
    const { member: shown } = await admin.get<{ member: { version: number } }>(`/api/members/${applicant.id}`)
    const rejected = await admin.post('/api/rejections', {
      applicants: [{ id: applicant.id, version: shown.version }],
      reason: 'No',
    })
    expect(rejected.status).toBe(200)
    const rows = await site.db
      .select({ id: memberNotes.id })
      .from(memberNotes)
      .where(eq(memberNotes.memberId, applicant.id))
    expect(rows).toEqual([])
  })
})
