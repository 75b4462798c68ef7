import { eq } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { idNumbering, users } from '#server/db/schema.ts'
import { approvalDesk } from '#tests/support/approval-desk.ts'
import { aMember, anApplicant, saveSettings } from '#tests/support/factories.ts'

const desk = await approvalDesk()
afterEach(() => desk.clear())
afterAll(() => desk.site.stop())

describe('numbering', () => {
  const given = async () => (await desk.record(await approvedOne()))?.idNumber
  async function approvedOne() {
    const someone = await anApplicant(desk.deps)
    expect((await desk.approve(someone)).status).toBe(200)
    return someone
  }

  // Shows numbering-06
  test('begins after the highest in use with the prefix', async () => {
    await aMember(desk.deps, { idNumber: 'ARRAPI-000-998' })
    await aMember(desk.deps, { idNumber: 'OTHER-500-500' })
    expect((await desk.approvals()).nextIdNumber).toBe('ARRAPI-000-999')
    expect([await given(), await given()]).toEqual(['ARRAPI-000-999', 'ARRAPI-001-001'])
    expect((await desk.approvals()).nextIdNumber).toBe('ARRAPI-001-002')
  })

  test('passes over numbers that were set by hand or imported', async () => {
    await given()
    for (const n of [2, 3, 5]) await aMember(desk.deps, { idNumber: `ARRAPI-000-00${n}` })
    await aMember(desk.deps, { idNumber: 'ARRAPI-000-900' })
    expect((await desk.approvals()).nextIdNumber).toBe('ARRAPI-000-004')
    expect([await given(), await given(), await given()]).toEqual([
      'ARRAPI-000-004',
      'ARRAPI-000-006',
      'ARRAPI-000-007',
    ])
  })

  test('never gives a number again after somebody left', async () => {
    const someone = await approvedOne()
    await desk.deps.db.delete(users).where(eq(users.id, someone.id))
    expect(await given()).toBe('ARRAPI-000-002')
  })

  test('the prefix is a setting, and each has a numbering of its own', async () => {
    await given()
    await saveSettings(desk.deps, { idPrefix: 'RAP' })
    expect([await given(), await given()]).toEqual(['RAP-000-001', 'RAP-000-002'])
    await saveSettings(desk.deps, { idPrefix: 'ARRAPI' })
    expect(await given()).toBe('ARRAPI-000-002')
  })

  // Shows approval-12, numbering-09
  test('after ARRAPI-999-999: Failed to generate ID number, and nobody of that batch is approved', async () => {
    await aMember(desk.deps, { idNumber: 'ARRAPI-999-998' })
    const [one, two] = [await anApplicant(desk.deps), await anApplicant(desk.deps)]
    expect(await desk.approve(one, two)).toMatchObject({ status: 409, message: 'Failed to generate ID number' })
    expect((await desk.record(one))?.approved).toBe(false)
    expect(await desk.messages()).toEqual([])
    expect((await desk.approve(one)).approved).toMatchObject([{ idNumber: 'ARRAPI-999-999' }])
    expect((await desk.approvals()).nextIdNumber).toBeNull()
    expect(await desk.approve(two)).toMatchObject({ status: 409, message: 'Failed to generate ID number' })
  })

  // Shows numbering-10
  test('a last number that cannot be read: Invalid ID number format', async () => {
    await desk.deps.db.insert(idNumbering).values({ prefix: 'ARRAPI', last: 'spoilt' })
    const someone = await anApplicant(desk.deps)
    expect(await desk.approve(someone)).toMatchObject({ status: 400, message: 'Invalid ID number format' })
    expect((await desk.record(someone))?.approved).toBe(false)
  })

  test('a number typed into a profile at the same moment is passed over', async () => {
    const [typed, someone] = [await aMember(desk.deps, { idNumber: 'OTHER-000-001' }), await anApplicant(desk.deps)]
    const typing = await desk.deps.pool.connect()
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
