import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Alike } from '#shared/members/approval/approval.ts'
import type { ListedApplicant, MembersPage } from '#shared/members/listing/listing.ts'
import { rejectedApplicants, users } from '#server/db/schema.ts'
import { approvalDesk } from '#tests/support/approval-desk.ts'
import { aMember, anAdmin, anApplicant, documentsOf } from '#tests/support/factories.ts'

const desk = await approvalDesk()
afterAll(() => desk.site.stop())
beforeEach(() => desk.clear())

const alike = ({ id }: { id: string }) => desk.admin.json<Alike>(desk.admin.get(`/api/approvals/${id}/alike`))

async function concernsOf({ id }: { id: string }) {
  const { users: waiting } = await desk.admin.json<MembersPage>(desk.admin.get('/api/members?approved=false'))
  return (waiting as ListedApplicant[]).find((one) => one.id === id)?.concerns
}

describe('an application that looks like another record', () => {
  test('is shown beside it, with what they have in common and where the other one stands', async () => {
    const member = await aMember(desk.deps, { militarySerial: 'O-200270', firstName: 'JUAN', lastName: 'MUÑOZ' })
    const left = await aMember(desk.deps, { militarySerial: 'X-1', paymentReference: 'REF1', withdrawnAt: Date.now() })
    const applicant = await anApplicant(desk.deps, {
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
    const applicant = await anApplicant(desk.deps, { firstName: 'ONLY', lastName: 'ONE' })
    expect(await alike(applicant)).toMatchObject({ records: [], rejectedAt: null })
    const nobody = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await alike(nobody)).toMatchObject({ records: [], rejectedAt: null })
  })

  test('of a rejected person is recognised by a keyed hash alone, however the serial is written', async () => {
    const first = await anApplicant(desk.deps, {
      militarySerial: 'O-777001',
      birthday: '1970-02-03',
      firstName: 'REJECTED',
    })
    await desk.reject('No', first)
    const kept = await desk.deps.db.select().from(rejectedApplicants)
    expect(kept).toEqual([{ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/), rejectedAt: expect.any(Number) }])
    expect(JSON.stringify(kept)).not.toMatch(/777001|1970-02-03|REJECTED/)
    const again = await anApplicant(desk.deps, { militarySerial: '0777001', birthday: '1970-02-03' })
    const other = await anApplicant(desk.deps, { militarySerial: 'O777001X', birthday: '1970-02-03' })
    expect(await concernsOf(again)).toContain('person-rejected')
    expect(await concernsOf(other)).not.toContain('person-rejected')
    expect((await alike(again)).rejectedAt).toBe(kept[0]!.rejectedAt)
    // Under another key the same person leaves another hash: the table alone tells nobody who they were.
    await desk.reject('No', again)
    expect(await desk.deps.db.select().from(rejectedApplicants)).toHaveLength(1)
  })
})

describe('those without concerns', () => {
  /** With everything that is asked for. */
  async function complete(lastName: string) {
    const person = await anApplicant(desk.deps, { firstName: 'WHOLE', lastName })
    await documentsOf(desk.deps, person)
    return person
  }

  test('are approved together, and the others keep waiting', async () => {
    const [one, two] = [await complete('ONE'), await complete('TWO')]
    const lacking = await anApplicant(desk.deps)
    const { pendingCount, concerned, appliedUntil } = await desk.approvals()
    expect([pendingCount, concerned]).toEqual([3, 1])
    const answer = await desk.admin.json(desk.admin.post('/api/approvals/all', { appliedUntil, withoutConcerns: true }))
    expect(answer).toMatchObject({ approved: 2, remaining: 0 })
    for (const person of [one, two]) expect(await desk.record(person)).toMatchObject({ approved: true })
    expect(await desk.record(lacking)).toMatchObject({ approved: false })
  })

  test('of two administrators at once, each is numbered once and without gaps', async () => {
    const people = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => complete(name)))
    const other = await desk.site.signedIn(await anAdmin(desk.deps))
    const { appliedUntil } = await desk.approvals()
    const bulk = { appliedUntil, withoutConcerns: true }
    const one = { applicants: [{ id: people[3]!.id, version: 1 }] }
    const answers = await Promise.all([
      desk.admin.post('/api/approvals/all', bulk),
      other.post('/api/approvals/all', bulk),
      other.post('/api/approvals', one),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await desk.deps.db.select({ number: users.idNumber }).from(users).where(eq(users.firstName, 'WHOLE'))
    expect(rows.map(({ number }) => number).toSorted()).toEqual(people.map((_, n) => `ARRAPI-000-00${n + 1}`))
  })
})
