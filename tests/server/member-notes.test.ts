import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { memberNotes, privacyRequests } from '#server/db/schema.ts'
import { aMember, anAdmin, anApplicant, aViewer } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'
import { heldData } from '#server/members/privacy/held-data.ts'

const site = await testSite()
const admin = await site.signedIn(await anAdmin(site.deps, { firstName: 'ROSA', lastName: 'SECRETARY' }))
afterAll(() => site.stop())

interface Notes {
  notes: { id: string; text: string; by: string | null; writtenAt: number }[]
}
const notesOf = (id: string, who = admin) => who.json<Notes & { status: number }>(who.get(`/api/members/${id}/notes`))
const write = (id: string, text: string, who = admin) => who.post(`/api/members/${id}/notes`, { text })

test('an administrator writes notes about a member, which only administrators read', async () => {
  const member = await aMember(site.deps)
  for (const text of ['', '   ', 'x'.repeat(2001), 'a\u0000b'])
    expect((await write(member.id, text)).status, JSON.stringify(text.slice(0, 5))).toBe(400)
  expect((await write(member.id, 'Calls on Mondays.\nSpeaks softly.')).status).toBe(201)
  expect((await write(member.id, '<b>Second</b>')).status).toBe(201)
  const { notes } = await notesOf(member.id)
  expect(notes.map(({ text, by }) => [text, by])).toEqual([
    ['<b>Second</b>', 'ROSA SECRETARY'],
    ['Calls on Mondays.\nSpeaks softly.', 'ROSA SECRETARY'],
  ])
  for (const who of [await site.signedIn(member), await site.signedIn(await aViewer(site.deps)), site.visitor()]) {
    expect((await notesOf(member.id, who)).status).toBeGreaterThanOrEqual(401)
    expect((await write(member.id, 'mine', who)).status).toBeGreaterThanOrEqual(401)
  }
  const gone = () => admin.send('DELETE', `/api/members/${member.id}/notes/${notes[0]!.id}`)
  expect([(await gone()).status, (await gone()).status]).toEqual([200, 200])
  expect((await notesOf(member.id)).notes).toHaveLength(1)
  expect((await write('00000000-0000-4000-8000-000000000000', 'nobody')).status).toBe(404)
})

test('the history of a member says who did what, and not what a note says', async () => {
  const member = await aMember(site.deps)
  await write(member.id, 'A private matter')
  await admin.post(`/api/members/${member.id}/withdrawal`, { withdrawn: true })
  const history = await admin.json<{ entries: { action: string; by: string }[] }>(
    admin.get(`/api/members/${member.id}/history`),
  )
  expect(history.entries.map(({ action, by }) => `${by.replace(/ \(.*/, '')} ${action}`)).toEqual([
    'ROSA SECRETARY member withdrawn',
    'ROSA SECRETARY member note added',
  ])
  expect(JSON.stringify(history)).not.toContain('private')
})

test('notes are in the member’s own data, and go with the member', async () => {
  const member = await aMember(site.deps)
  await write(member.id, 'Moved to Cebu')
  const held = await heldData(site.deps.db, member.id, [], Date.now())
  expect(held?.notes).toEqual([{ text: 'Moved to Cebu', writtenAt: expect.any(Number) }])
  const theirs = await site.signedIn(member)
  expect((await theirs.post('/api/privacy-requests', { kind: 'erasure', details: 'Please' })).status).toBe(201)
  const [request] = await site.deps.db
    .select({ id: privacyRequests.id })
    .from(privacyRequests)
    .where(eq(privacyRequests.memberId, member.id))
  const answered = await admin.post(`/api/privacy-requests/${request!.id}/answer`, { outcome: 'done', answer: 'Done' })
  expect(answered.status).toBe(200)
  const left = () =>
    site.deps.db.select({ id: memberNotes.id }).from(memberNotes).where(eq(memberNotes.memberId, member.id))
  expect(await left()).toEqual([])
  expect((await write(member.id, 'once more')).status).toBe(404)
  const applicant = await anApplicant(site.deps)
  await write(applicant.id, 'Sent twice')
  const { member: shown } = await admin.json<{ member: { version: number } }>(admin.get(`/api/members/${applicant.id}`))
  const rejected = await admin.post('/api/rejections', {
    applicants: [{ id: applicant.id, version: shown.version }],
    reason: 'No',
  })
  expect(rejected.status).toBe(200)
  const rows = await site.deps.db
    .select({ id: memberNotes.id })
    .from(memberNotes)
    .where(eq(memberNotes.memberId, applicant.id))
  expect(rows).toEqual([])
})
