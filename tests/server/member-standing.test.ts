import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#server/db/schema.ts'
import { memberLimits } from '#server/members/member-limits.ts'
import { aMember, anAdmin, anApplicant } from '#tests/support/factories.ts'
import { profileEditing } from '#tests/support/profile-editing.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.signedIn(await anAdmin(site.deps))
const by = profileEditing(site, admin)
afterAll(() => site.stop())

describe('standing', () => {
  const withdraw = (who: Visitor, id: string, withdrawn: boolean) =>
    who.post(`/api/members/${id}/withdrawal`, { withdrawn })
  // Shows audit-09
  test('a withdrawn member is signed out, told by email and can be restored; done twice it is done once', async () => {
    const member = await aMember(site.deps)
    const theirs = await site.signedIn(member)
    await Promise.all([withdraw(admin, member.id, true), withdraw(admin, member.id, true)])
    expect((await theirs.get('/api/accounts/me')).status).toBe(401)
    expect((await site.visitor().logIn(member.serial, member.password)).code).toBe('membership-withdrawn')
    await withdraw(admin, member.id, false)
    expect((await site.visitor().logIn(member.serial, member.password)).status).toBe(200)
    expect((await by.logOf(member.id)).map(({ action }) => action)).toEqual(['member withdrawn', 'member restored'])
    const messages = ['ARRAPI: your membership has been restored', 'ARRAPI: your membership has been withdrawn']
    await expect.poll(() => by.emailsTo(member.email), { timeout: 10_000 }).toEqual(messages)
  })

  test.each([
    ['withdrawn', { withdrawnAt: Date.now() }],
    ['no longer approved', { approved: false, approvedAt: null, idNumber: null }],
  ])('a session that was opened at that very moment lets nobody in who is %s', async (_what, standing) => {
    const member = await aMember(site.deps)
    const theirs = await site.signedIn(member)
    const [session] = await site.deps.db.select().from(sessions).where(eq(sessions.userId, member.id))
    await site.deps.db.update(users).set(standing).where(eq(users.id, member.id))
    await site.deps.db.insert(sessions).values(session!).onConflictDoNothing()
    expect((await theirs.get('/api/accounts/me')).status).toBe(401)
  })

  test('neither applicants nor administrators are withdrawn', async () => {
    const applicant = await anApplicant(site.deps)
    const other = await anAdmin(site.deps)
    expect((await withdraw(admin, applicant.id, true)).status).toBe(404)
    expect((await withdraw(admin, other.id, true)).status).toBe(403)
    expect((await by.recordOf(applicant.id)).withdrawnAt).toBeNull()
  })

  // Shows audit-09
  test('a new card code replaces the old one', async () => {
    const { id } = await aMember(site.deps)
    const before = await by.recordOf(id)
    expect((await admin.post(`/api/members/${id}/card-code`)).status).toBe(200)
    const after = await by.recordOf(id)
    expect(after.cardToken).not.toBe(before.cardToken)
    expect(after.version).toBe(before.version + 1)
    expect(await by.logOf(id)).toMatchObject([{ action: 'card renewed' }])
  })

  // Shows audit-09
  test('consent to the blood type on the card is the member’s own to give and to take back', async () => {
    const member = await aMember(site.deps)
    const theirs = await site.signedIn(member)
    const say = (who: Visitor, consent: boolean) => who.post(`/api/members/${member.id}/health-consent`, { consent })
    expect((await say(admin, true)).status).toBe(403)
    expect((await by.recordOf(member.id)).healthConsentAt).toBeNull()
    expect((await say(theirs, true)).status).toBe(200)
    expect((await by.recordOf(member.id)).healthConsentAt).not.toBeNull()
    await say(theirs, true)
    await say(theirs, false)
    expect((await by.recordOf(member.id)).healthConsentAt).toBeNull()
    expect((await by.logOf(member.id)).map(({ detail }) => detail)).toEqual([{ consent: true }, { consent: false }])
  })

  test('whoever gives consent over and over is stopped, and never from taking it back', async () => {
    const member = await aMember(site.deps)
    const theirs = await site.signedIn(member)
    const say = (consent: boolean) => theirs.post(`/api/members/${member.id}/health-consent`, { consent })
    for (let n = 0; n < memberLimits.choicesPerDay; n++) expect((await say(true)).status).toBe(200)
    expect((await say(true)).status).toBe(429)
    expect((await say(false)).status).toBe(200)
    expect((await by.recordOf(member.id)).healthConsentAt).toBeNull()
    expect((await say(true)).status).toBe(429)
  })
})
