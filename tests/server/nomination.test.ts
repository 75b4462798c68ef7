import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/defaults.ts'
import { nominees, users } from '#server/db/schema.ts'
import { theElection } from '#tests/support/election.ts'
import { aMember, anAdmin, anApplicant, type Someone } from '#tests/support/factories.ts'
import { testSite, type TestSite } from '#tests/support/test-site.ts'
import type { Visitor } from '#tests/support/visitor.ts'

const opens = defaultElection.nominationOpens.getTime()
const closes = defaultElection.nominationCloses.getTime()
const adminCloses = defaultElection.adminNominationCloses.getTime()
const votingOpens = defaultElection.votingOpens.getTime()

let site: TestSite
let now = opens
let election: string
let admin: Visitor
let member: Visitor
let nominator: Someone

beforeAll(async () => {
  site = await testSite({ clock: { now: () => now } })
  election = await theElection(site.deps)
  nominator = await aMember(site.deps)
  member = await site.signedIn(nominator)
  admin = await site.signedIn(await anAdmin(site.deps))
})
afterAll(() => site.stop())

async function numberOf({ id }: Someone): Promise<string> {
  const [found] = await site.deps.db.select({ idNumber: users.idNumber }).from(users).where(eq(users.id, id))
  return found?.idNumber ?? ''
}
interface Listed {
  id: string
  name: string
  status: string
  nominatedBy: string | null
  removable: boolean
}
const nomineesFor = async (visitor: Visitor) =>
  (await visitor.json<{ nominees: Listed[] }>(visitor.get(`/api/elections/${election}/nominees`))).nominees
const nominate = (visitor: Visitor, idNumbers: string[]) =>
  visitor.json(visitor.post(`/api/elections/${election}/nominations`, { idNumbers }))

describe('nominating', () => {
  test('takes a snapshot, approved at once, once per person', async () => {
    const ana = await aMember(site.deps, { firstName: 'ANA', lastName: 'SANTOS', ms: 'PN', region: 'Visayas' })
    const number = await numberOf(ana)
    expect(await nominate(member, [number])).toMatchObject({ status: 201, saved: 1, skipped: 0 })
    expect(await nominate(admin, [number])).toMatchObject({ status: 201, saved: 0, skipped: 1 })
    const [row] = await site.deps.db.select().from(nominees).where(eq(nominees.userId, ana.id))
    expect(row).toMatchObject({ status: 'approved', nominatedBy: nominator.serial })
    expect(row?.data).toMatchObject({ first_name: 'ANA', last_name: 'SANTOS', ms: 'PN', region: 'Visayas' })
  })

  test('many at once: each person ends up nominated once', async () => {
    const number = await numberOf(await aMember(site.deps))
    const answers = await Promise.all(Array.from({ length: 8 }, () => nominate(member, [number])))
    expect(answers.map((one) => one['saved']).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  })

  test.each([
    ['member', opens - 1, 403],
    ['member', opens, 201],
    ['member', closes - 1, 201],
    ['member', closes, 403],
    ['admin', closes, 201],
    ['admin', adminCloses - 1, 201],
    ['admin', adminCloses, 403],
  ])('%s at %i: %i', async (who, at, status) => {
    const number = await numberOf(await aMember(site.deps))
    now = at
    const answer = await nominate(who === 'admin' ? admin : member, [number])
    now = opens
    expect(answer.status).toBe(status)
  })

  test('of people without service or region is refused by their names', async () => {
    const without = await aMember(site.deps, { firstName: 'BEN', lastName: 'REYES', ms: null })
    const other = await aMember(site.deps, { firstName: 'CORA', lastName: 'DIAZ', region: null })
    expect(await nominate(member, [await numberOf(without)])).toMatchObject({
      status: 400,
      fields: { idNumbers: "Cannot nominate: BEN REYES missing 'ms'" },
    })
    expect(await nominate(member, [await numberOf(other)])).toMatchObject({
      fields: { idNumbers: "Cannot nominate: CORA DIAZ missing 'region'" },
    })
  })

  test('of oneself, of applicants, of withdrawn members and of nobody is refused', async () => {
    const withdrawn = await aMember(site.deps, { withdrawnAt: new Date() })
    await anApplicant(site.deps)
    expect(await nominate(member, [await numberOf(nominator)])).toMatchObject({ code: 'own-nomination' })
    expect(await nominate(member, [await numberOf(withdrawn)])).toMatchObject({ code: 'nominee-unknown' })
    expect(await nominate(member, ['ARRAPI-999-123'])).toMatchObject({ code: 'nominee-unknown' })
  })
})

describe('searching whom to nominate', () => {
  const search = async (q: string) =>
    (
      await member.json<{ members: Record<string, unknown>[] }>(
        member.get(`/api/elections/${election}/nominatable?q=${encodeURIComponent(q)}`),
      )
    ).members

  test('needs three letters, folds accents, leaves out the nominated, and shows what a member may see', async () => {
    const muñoz = await aMember(site.deps, { firstName: 'JOSEFINA', lastName: 'MUÑOZ' })
    expect(await search('mu')).toEqual([])
    const [found] = await search('munoz')
    expect(Object.keys(found ?? {}).toSorted()).toEqual(['idNumber', 'ms', 'name', 'rank', 'region', 'unit'])
    expect(found).toMatchObject({ name: 'JOSEFINA MUÑOZ', idNumber: await numberOf(muñoz) })
    await nominate(member, [await numberOf(muñoz)])
    expect(await search('munoz')).toEqual([])
  })
})

describe('managing nominees', () => {
  async function aNomination(by: Visitor = member): Promise<string> {
    const someone = await aMember(site.deps)
    await nominate(by, [await numberOf(someone)])
    const [row] = await site.deps.db.select({ id: nominees.id }).from(nominees).where(eq(nominees.userId, someone.id))
    return row?.id ?? ''
  }

  test('rejecting sends back to pending, which only administrators see; approving brings it back', async () => {
    const id = await aNomination()
    const setTo = (visitor: Visitor, status: string) =>
      visitor.send('PUT', `/api/nominees/${id}/status`, { status }).then((answer) => answer.status)
    expect(await setTo(member, 'pending')).toBe(403)
    expect(await setTo(admin, 'pending')).toBe(200)
    expect((await nomineesFor(member)).some((one) => one.id === id)).toBe(false)
    expect((await nomineesFor(admin)).find((one) => one.id === id)).toMatchObject({ status: 'pending' })
    expect(await setTo(admin, 'approved')).toBe(200)
    expect((await nomineesFor(member)).some((one) => one.id === id)).toBe(true)
  })

  test('a member deletes what they nominated and nothing else; an administrator anything, until voting opens', async () => {
    const mine = await aNomination()
    const others = await aNomination(admin)
    const remove = (visitor: Visitor, id: string) => visitor.send('DELETE', `/api/nominees/${id}`).then((a) => a.status)
    expect(await remove(member, others)).toBe(403)
    expect(await remove(member, mine)).toBe(200)
    now = votingOpens
    expect(await remove(admin, others)).toBe(409)
    now = votingOpens - 1
    expect(await remove(admin, others)).toBe(200)
    now = opens
  })

  test('who nominated whom is shown to administrators and to the nominator', async () => {
    const id = await aNomination()
    const stranger = await site.signedIn(await aMember(site.deps))
    const seen = async (visitor: Visitor) => (await nomineesFor(visitor)).find((one) => one.id === id)
    expect(await seen(stranger)).toMatchObject({ nominatedBy: null, removable: false })
    expect(await seen(member)).toMatchObject({ nominatedBy: nominator.serial, removable: true })
    expect(await seen(admin)).toMatchObject({ nominatedBy: nominator.serial, removable: true })
  })
})
