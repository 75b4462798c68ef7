import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { approvalDesk } from '#tests/support/approval-desk.ts'

const desk = await approvalDesk()
afterEach(() => desk.clear())
afterAll(() => desk.site.stop())

describe('how many there are', () => {
  const counted = async () => {
    const { rows } = await desk.site.db.execute<{ state: string; people: number }>(
      sql`select state, people from member_counts order by state`,
    )
    return rows.map(({ people }) => people)
  }
  /** approved, pending, withdrawn */
  const expectCounts = async (...expected: number[]) => expect(await counted()).toEqual(expected)

  test('is kept through insert, approval, withdrawal, return, erasure and deletion', async () => {
    await expectCounts(0, 0, 0)
    const [one, two] = [await desk.site.anApplicant(), await desk.site.anApplicant()]
    await expectCounts(0, 2, 0)
    await desk.approve(one, two)
    await expectCounts(2, 0, 0)
    const set = (values: Partial<typeof users.$inferInsert>) => desk.site.update(users, { id: one.id }, values)
    await set({ withdrawnAt: Date.now() })
    await expectCounts(1, 0, 1)
    await set({ withdrawnAt: null })
    await expectCounts(2, 0, 0)
    await set({ withdrawnAt: Date.now() })
    await set({ erasedAt: Date.now(), militarySerial: null, birthday: null })
    await expectCounts(1, 0, 0)
    await desk.site.db.update(users).set({ rank: 'MAJ' })
    await expectCounts(1, 0, 0)
    await desk.site.db.delete(users).where(inArray(users.id, [one.id, two.id]))
    await expectCounts(0, 0, 0)
    const applicant = await desk.site.anApplicant()
    await desk.reject('No', applicant)
    await expectCounts(0, 0, 0)
  })

  test('a transaction that is undone counts nothing, and an edit waits for nobody', async () => {
    const [someone, other] = [await desk.site.anApplicant(), await desk.site.aMember()]
    const undone = inTransaction(desk.site, async (tx) => {
      await tx.update(users).set({ approved: true, idNumber: 'ARRAPI-000-077' }).where(eq(users.id, someone.id))
      await desk.site.update(users, { id: other.id }, { rank: 'MAJ' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await expectCounts(1, 1, 0)
  })

  test('people who come, are approved, leave and go at once never wait in a circle', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => desk.site.aMember()))
    const applicants = await Promise.all(Array.from({ length: 12 }, () => desk.site.anApplicant()))
    const withdrawn = (n: number, withdrawnAt: number | null) =>
      desk.site.update(users, { id: members[n]?.id ?? '' }, { withdrawnAt })
    await Promise.all([
      ...applicants.slice(0, 6).map((someone) => desk.approve(someone)),
      ...applicants.slice(6).map((someone) => desk.reject('No', someone)),
      ...members.map((_, n) => withdrawn(n, Date.now())),
      ...members.map((_, n) => withdrawn(n, null)),
      ...Array.from({ length: 6 }, () => desk.site.anApplicant()),
    ])
    const { rows } = await desk.site.db.execute(
      sql`select count(*) filter (where member_state(approved, withdrawn_at, military_serial) = 'approved') as a,
            count(*) filter (where member_state(approved, withdrawn_at, military_serial) = 'pending') as p,
            count(*) filter (where member_state(approved, withdrawn_at, military_serial) = 'withdrawn') as w from users`,
    )
    await expectCounts(...(Object.values(rows[0] ?? {}) as number[]))
  })
})
