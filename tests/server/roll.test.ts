import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { elections, roll, users } from '#server/db/schema.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { asStored, makeStatement } from '#server/elections/board/statements.ts'
import { readResults } from '#server/elections/results/results.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { removeSalts } from '#server/elections/roll/my-line.ts'
import type { ElectionState } from '#server/elections/settings/readiness.ts'
import { fromHex, toHex } from '#shared/elections/board/bytes.ts'
import type { RollCorrection, FreezeRecord, Head, Signed } from '#shared/elections/board/statements.ts'
import {
  rollLine,
  type PublicCorrection,
  saltsKeptMs,
  type MyLine,
  type RollPage,
  type RollState,
} from '#shared/elections/roll/roll.ts'
import type { ElectionForm } from '#shared/elections/settings/settings.ts'
import { notStated } from '#shared/members/enums.ts'
import { aSecret, vote, votingCloses, votingOpens } from '#tests/support/election.ts'
import type { Someone } from '#tests/support/factories.ts'
import { testSite, type TestSite, type Visitor } from '#tests/support/site.ts'
import { sendBallot, signedInPeople } from '#tests/support/voters.ts'

const hour = 60 * 60_000
const day = 24 * hour
const reason = 'Approved in time, but entered late.'

let site: TestSite
let clock = { now: votingOpens }
let election: string
let nominee: string
let admin: Someone
let desk: Visitor

/** A site of its own, before voting opens, on which nothing is frozen yet. */
async function start(now = votingOpens - 10 * day): Promise<void> {
  const own = { now }
  clock = own
  site = await testSite({ clock: { now: () => own.now } })
  election = await site.theElection()
  nominee = await site.aNominee({ lastName: 'NOMINEE' })
  admin = await site.anAdmin({ firstName: 'PILAR', lastName: 'PEÑA' })
  desk = await site.signedIn(admin)
}
beforeEach(() => start())
afterEach(() => site.stop())

async function freezeAt(now: number): Promise<void> {
  clock.now = now
  await site.untilHeard(() => freezeElections(site))
}
const openVoting = () => freezeAt(votingOpens)

/** Approved by an administrator now, as on any day. */
async function approvedNow(given: Parameters<TestSite['anApplicant']>[0] = {}): Promise<Someone> {
  const applicant = await site.anApplicant(given)
  const reply = await desk.post('/api/approvals', { applicants: [{ id: applicant.id, version: 1 }] })
  expect(reply.status).toBe(200)
  return applicant
}

const rowsOnRoll = async () =>
  (await site.rowsOf(roll, { electionId: election })).toSorted((a, b) => (a.voterId < b.voterId ? -1 : 1))
const rowOf = async ({ id }: Pick<Someone, 'id'>) => (await rowsOnRoll()).find(({ voterId }) => voterId === id)

const correct = (
  act: 'add' | 'strike',
  { id }: Pick<Someone, 'id'>,
  given: { who?: Visitor; reason?: string } = {},
) => {
  const { who = desk, ...rest } = given
  return who.post(`/api/elections/${election}/roll/corrections`, { act, memberId: id, reason, ...rest })
}
const ballot = () => ({
  choices: [nominee, null, null, null, null, null, null],
  blanksConfirmed: true,
  secret: aSecret(),
})
const votes = async (who: Someone) => vote(await site.signedIn(who), election, ballot())

interface BoardReply {
  record: Signed
  corrections: Signed[]
  head: Signed
  fingerprint: string
}
async function board() {
  const visitor = site.visitor()
  const reply = await visitor.get<BoardReply>(`/api/elections/${election}/board`)
  return {
    record: asStored<'freeze/2'>({ type: 'freeze/2', ...reply.record }),
    corrections: reply.corrections.map((one) => asStored<'correction/1'>({ type: 'correction/1', ...one })),
    head: asStored<'head/2'>({ type: 'head/2', ...reply.head }),
    reply,
  }
}
async function publicCorrections(): Promise<PublicCorrection[]> {
  const visitor = site.visitor()
  const path = `/api/elections/${election}/corrections`
  return (await visitor.get<{ corrections: PublicCorrection[] }>(path)).corrections
}
const publicRoll = async () => (await site.visitor().get(`/api/elections/${election}/board/roll.csv`)).text
const stateNow = () => desk.get<RollState>('/api/elections/current/roll')
const pageOf = (query = '') => desk.get<RollPage>(`/api/elections/${election}/roll/voters${query}`)
const loggedActs = async (action: string) =>
  (
    await site.pool.query<{ subject: string; detail: Record<string, unknown> }>(
      `select subject, entry::json -> 'detail' as detail from audit_log where action = $1 order by seq`,
      [action],
    )
  ).rows

describe('who is on the roll', () => {
  // Shows roll-01, roll-02
  test('whoever is a member when it is frozen, whatever is missing in their record, and nobody else', async () => {
    const early = await site.aMember()
    const nowhere = await site.aMember({ region: null })
    const left = await site.aMember({ withdrawnAt: clock.now })
    const waiting = await site.anApplicant()
    await openVoting()
    const late = await approvedNow()
    expect(await rowOf(early)).toMatchObject({ region: 'NCR', serial: early.serial, added: null, struck: null })
    expect(await rowOf(nowhere)).toMatchObject({ region: notStated })
    for (const nobody of [left, waiting, admin, late]) expect(await rowOf(nobody)).toBeUndefined()
    expect((await votes(nowhere)).status).toBe(201)
    expect(await votes(late)).toMatchObject({ status: 403, code: 'not-on-roll' })
  })

  // Shows roll-03
  test('13 applicants approved after the close do not change a turnout of 40.3 %', async () => {
    const people = await signedInPeople(
      { pool: site.pool, siteKey: site.siteKey },
      // The nominee is a member, too.
      299,
    )
    await openVoting()
    for (let first = 0; first < 121; first += 20)
      await Promise.all(
        people.slice(first, Math.min(first + 20, 121)).map((who) => sendBallot(site.url, who, election, ballot())),
      )
    clock.now = votingCloses + 2 * hour
    const share = async () => {
      // Another node has counted nothing before.
      const node = await testSite({ besides: site, clock: { now: () => clock.now } })
      const { cast, turnout } = await readResults(node, election)
      await node.stop()
      const eligible = turnout.reduce((sum, one) => sum + (one.eligible ?? 0), 0)
      return { cast, eligible, share: `${((100 * cast) / eligible).toFixed(1)} %` }
    }
    expect(await share()).toEqual({ cast: 121, eligible: 300, share: '40.3 %' })
    for (let n = 0; n < 13; n++) await approvedNow()
    expect(await share()).toEqual({ cast: 121, eligible: 300, share: '40.3 %' })
  })

  test('nobody is withdrawn before the close; who leaves then stays on it', async () => {
    const visitor = await site.asMember()
    await openVoting()
    const withdraw = () => desk.post(`/api/members/${visitor.id}/withdrawal`, { withdrawn: true })
    expect(await withdraw()).toMatchObject({ status: 409, code: 'on-open-roll' })
    expect((await vote(visitor, election, ballot())).status).toBe(201)
    clock.now = votingCloses
    expect((await withdraw()).status).toBe(200)
    expect(await rowOf(visitor)).toMatchObject({ struck: null })
    expect((await pageOf(`?q=${visitor.serial}`)).voters).toMatchObject([{ id: visitor.id, withdrawn: true }])
  })

  test('a serial number or region changed later changes neither the line nor where the vote counts', async () => {
    const member = await site.aMember({ region: 'Luzon' })
    await openVoting()
    const before = await rowOf(member)
    await site.update(users, { id: member.id }, { militarySerial: 'O-777777', region: 'Visayas' })
    expect((await votes({ ...member, serial: 'O-777777' })).status).toBe(201)
    expect(await rowOf(member)).toEqual(before)
    expect((await stateNow()).counts.find(({ region }) => region === 'Luzon')).toMatchObject({ onRoll: 1, voted: 1 })
  })
})

describe('the date of eligibility', () => {
  const eligible = votingOpens - 5 * day
  beforeEach(() => site.changeElection({ eligibilityDate: eligible }))

  // Shows roll-06
  test('freezes the roll on that day; the freeze record is signed when voting opens', async () => {
    const early = await site.aMember()
    clock.now = eligible - 1
    await freezeElections(site)
    expect((await stateNow()).frozenAt).toBeNull()
    await freezeAt(eligible)
    const late = await approvedNow()
    expect(await stateNow()).toMatchObject({ frozenAt: eligible, recordSigned: false })
    await openVoting()
    expect((await board()).record.content).toMatchObject({ rollFrozenAt: new Date(eligible).toISOString() })
    expect((await votes(early)).status).toBe(201)
    expect((await votes(late)).code).toBe('not-on-roll')
  })

  test('between the two, a correction becomes part of the freeze record, and everybody can read it', async () => {
    const wrong = await site.aMember({ region: 'Mindanao' })
    await freezeAt(eligible)
    const late = await approvedNow({ region: 'Visayas' })
    expect(await correct('add', late)).toMatchObject({ status: 201, number: null })
    expect(await correct('strike', wrong)).toMatchObject({ status: 201, number: null })
    expect(await rowOf(late)).toMatchObject({ added: null })
    expect(await rowOf(wrong)).toBeUndefined()
    await openVoting()
    const { record, corrections } = await board()
    expect(corrections).toEqual([])
    expect(record.content.roll.byRegion).toMatchObject({ Visayas: 1, Mindanao: 0 })
    const by = 'PILAR PEÑA'
    expect(await publicCorrections()).toMatchObject([
      { number: null, by, reason, added: { Visayas: 1 }, struck: {} },
      { number: null, by, reason, added: {}, struck: { Mindanao: 1 } },
    ])
    expect((await votes(late)).status).toBe(201)
  })
})

describe('a correction', () => {
  // Shows roll-08, roll-09, administrators-17
  test('adds somebody by a signed record that heads name at once, and they vote', async () => {
    await openVoting()
    const before = await board()
    const late = await approvedNow({ region: 'Luzon' })
    clock.now += hour
    expect(await correct('add', late)).toMatchObject({ status: 201, number: 1 })
    const { record, corrections, head } = await board()
    const row = await rowOf(late)
    const line = row?.line.toString('hex') ?? ''
    expect(corrections.map(({ content }) => content)).toEqual([
      {
        type: 'correction/1',
        election,
        number: 1,
        previous: record.hash,
        at: new Date(clock.now).toISOString(),
        by: 'PILAR PEÑA',
        reason,
        added: [{ line, region: 'Luzon' }],
        struck: [],
        changes: [],
      } satisfies RollCorrection,
    ])
    expect(site.boardKey.isSigned('correction/1', corrections[0]!.signed)).toBe(true)
    expect(row).toMatchObject({ added: 1, struck: null, serial: late.serial })
    expect(head.content).toMatchObject({
      record: corrections[0]!.hash,
      previous: before.head.hash,
    } satisfies Partial<Head>)
    expect(record.content).toEqual(before.record.content satisfies FreezeRecord)
    expect(await publicRoll()).toContain(`${line},Luzon,1,\n`)
    expect((await votes(late)).status).toBe(201)
    expect(await loggedActs('roll corrected')).toEqual([
      { subject: late.id, detail: { election, act: 'add', reason, region: 'Luzon', number: 1 } },
    ])
  })

  // Shows roll-08
  test('strikes somebody who has not voted, for good, chained to the one before', async () => {
    const wrong = await site.aMember({ region: 'Visayas' })
    await openVoting()
    const late = await approvedNow()
    await correct('add', late)
    expect(await correct('strike', wrong)).toMatchObject({ status: 201, number: 2 })
    const { corrections, head } = await board()
    const line = (await rowOf(wrong))!.line.toString('hex')
    expect(corrections[1]!.content).toMatchObject({
      number: 2,
      previous: corrections[0]!.hash,
      struck: [line],
      added: [],
    })
    expect(head.content.record).toBe(corrections[1]!.hash)
    expect(await publicRoll()).toContain(`${line},Visayas,,2\n`)
    expect((await votes(wrong)).code).toBe('not-on-roll')
    expect(await correct('strike', wrong)).toMatchObject({ status: 409, code: 'roll-struck-member' })
    expect(await correct('add', wrong)).toMatchObject({ status: 409, code: 'roll-struck-member' })
    expect((await stateNow()).counts.find(({ region }) => region === 'Visayas')).toBeUndefined()
  })

  test('strikes nobody who has a ballot, their own or by proxy, nor for whom a proxy waits', async () => {
    const [voter, proxied, asked] = [await site.aMember(), await site.aMember(), await site.aMember()]
    await site.changeElection({ proxyNeedsSecondAdmin: true })
    await openVoting()
    const second = await site.asAdmin()
    await votes(voter)
    for (const one of [proxied, asked])
      expect(
        (await desk.post(`/api/elections/${election}/proxies`, { ...ballot(), voterId: one.id, authority: 'a letter' }))
          .status,
      ).toBe(201)
    await second.post(`/api/elections/${election}/proxies/${proxied.id}/confirmation`, {})
    expect(await correct('strike', voter)).toMatchObject({ status: 409, code: 'roll-member-voted' })
    expect(await correct('strike', proxied)).toMatchObject({ status: 409, code: 'roll-member-voted' })
    expect(await correct('strike', asked)).toMatchObject({ status: 409, code: 'roll-proxy-waits' })
    await desk.delete(`/api/elections/${election}/proxies/${asked.id}`)
    expect(await correct('strike', asked)).toMatchObject({ status: 201 })
  })

  test('sent twice at once is made once; the second finds the first', async () => {
    const wrong = await site.aMember()
    await openVoting()
    const late = await approvedNow()
    for (const [act, who, code] of [
      ['add', late, 'roll-has-member'],
      ['strike', wrong, 'roll-struck-member'],
    ] as const) {
      const replies = await Promise.all([correct(act, who), correct(act, who)])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(replies.find(({ status }) => status === 409)?.code).toBe(code)
    }
    expect((await board()).corrections.map(({ content }) => content.number)).toEqual([1, 2])
  })

  test('and a ballot of the struck at the same moment: one of them comes first, never both', async () => {
    const people = await signedInPeople({ pool: site.pool, siteKey: site.siteKey }, 12)
    await openVoting()
    for (const who of people) {
      const [struck, cast] = await Promise.all([correct('strike', who), sendBallot(site.url, who, election, ballot())])
      expect([struck.status, cast.status].toSorted(), `${struck.code} ${cast.code}`).toEqual(
        struck.status === 201 ? [201, 403] : [201, 409],
      )
    }
    const { rowCount } = await site.pool.query(
      `select from ballots b join roll r using (election_id, voter_id) where r.struck is not null`,
    )
    expect(rowCount).toBe(0)
  })

  // Shows roll-08
  test('is for members in good standing, by administrators, with a reason of a few words', async () => {
    await openVoting()
    const applicant = await site.anApplicant()
    const member = await site.aMember()
    expect(await correct('add', applicant)).toMatchObject({ status: 409, code: 'roll-needs-member' })
    expect(await correct('add', admin)).toMatchObject({ status: 409, code: 'roll-needs-member' })
    expect(await correct('strike', applicant)).toMatchObject({ status: 409, code: 'roll-lacks-member' })
    expect(await correct('strike', member, { who: await site.signedIn(member) })).toMatchObject({ status: 403 })
    expect(await correct('strike', member, { who: site.visitor() })).toMatchObject({ status: 401 })
    const short = await correct('strike', member, { reason: 'wrong ' })
    expect(short).toMatchObject({ status: 400, fields: { reason: 'Please give the reason in a few words' } })
    expect((await rowOf(member))?.struck).toBeNull()
  })

  test('is made from the freezing of the roll until voting closes', async () => {
    const member = await site.aMember()
    expect(await correct('strike', member)).toMatchObject({ status: 409, code: 'roll-not-frozen' })
    expect((await site.visitor().get(`/api/elections/${election}/board/roll.csv`)).status).toBe(409)
    await openVoting()
    clock.now = votingCloses
    expect(await correct('strike', member)).toMatchObject({ status: 409, code: 'roll-closed' })
    clock.now = votingCloses - 1
    expect(await correct('strike', member)).toMatchObject({ status: 201 })
  })

  // Shows roll-09
  test('is read by everybody with number, time, administrator, reason and regions, and names no voter', async () => {
    const wrong = await site.aMember({ region: 'Mindanao', lastName: 'ZZYZX' })
    await openVoting()
    await correct('add', await approvedNow({ region: null, lastName: 'QWERTZ' }))
    await correct('strike', wrong)
    const at = clock.now
    const by = 'PILAR PEÑA'
    expect(await publicCorrections()).toEqual([
      { number: 1, at, by, reason, added: { [notStated]: 1 }, struck: {}, changes: [] },
      { number: 2, at, by, reason, added: {}, struck: { Mindanao: 1 }, changes: [] },
    ])
    const visitor = site.visitor()
    for (const path of ['corrections', 'board', 'schedule'])
      expect((await visitor.get(`/api/elections/${election}/${path}`)).text).not.toMatch(/ZZYZX|QWERTZ/)
    expect((await visitor.get('/election')).text).toContain(reason)
  })
})

describe('once the freeze record is signed', () => {
  type Listed = ElectionForm & { id: string; version: number }
  async function change(part: Partial<ElectionForm>, more: object = {}) {
    const { elections: all } = await desk.get<{ elections: Listed[] }>('/api/elections')
    const { id, version, ...form } = all.find((one) => one.id === election)!
    return desk.put(`/api/elections/${id}`, { election: { ...form, ...part }, version, ...more })
  }

  test.each<[keyof ElectionForm, Partial<ElectionForm>]>([
    ['title', { title: 'ANOTHER TITLE' }],
    ['seats', { seats: [{ slot: 'PA 1', ms: 'PA' }] }],
    ['resultsVisible', { resultsVisible: 'after close' }],
    ['proxyNeedsSecondAdmin', { proxyNeedsSecondAdmin: true }],
    ['eligibilityDate', { eligibilityDate: votingOpens - day }],
    ['packagePublic', { packagePublic: false }],
  ])('its %s stays, with a sentence beside the field', async (field, part) => {
    await openVoting()
    const refused = await change(part)
    expect(refused).toMatchObject({ status: 409, fields: { [field]: expect.any(String) } })
    expect((await board()).corrections).toEqual([])
  })

  test('also when nobody voted and voting is over; its times begin it anew, by a correction', async () => {
    await openVoting()
    clock.now = votingCloses + hour
    expect(await change({ title: 'ANOTHER TITLE' })).toMatchObject({
      status: 409,
      fields: { title: expect.any(String) },
    })
    const later = { votingCloses: votingCloses + 2 * hour, voteLinkCloses: votingCloses + 2 * hour }
    const moves = { movesConfirmed: ['votingCloses', 'voteLinkCloses'], reason: 'The power was out all day.' }
    expect(await change(later, moves)).toMatchObject({ status: 200 })
    site.elections.invalidate()
    expect((await votes(await site.aMember())).status).toBe(201)
  })

  test('a moved time needs a reason and is a signed correction, named by the next head', async () => {
    await openVoting()
    const later = { votingCloses: votingCloses + hour }
    const movesConfirmed = ['votingCloses']
    expect(await change(later, { movesConfirmed })).toMatchObject({
      status: 400,
      code: 'reason-required',
      fields: { reason: expect.any(String) },
    })
    expect(await change(later, { movesConfirmed, reason: 'late' })).toMatchObject({ status: 400 })
    expect((await board()).corrections).toEqual([])
    const why = 'The power was out\nin Mindanao.'
    expect(await change(later, { movesConfirmed, reason: why })).toMatchObject({ status: 200 })
    const { record, corrections, head } = await board()
    expect(corrections[0]!.content).toMatchObject({
      number: 1,
      previous: record.hash,
      by: 'PILAR PEÑA',
      reason: why,
      added: [],
      struck: [],
      changes: [
        {
          field: 'times.votingCloses',
          before: new Date(votingCloses).toISOString(),
          after: new Date(votingCloses + hour).toISOString(),
        },
      ],
    })
    expect(head.content.record).toBe(corrections[0]!.hash)
    expect(await publicCorrections()).toMatchObject([
      { number: 1, changes: [{ field: 'votingCloses', before: votingCloses, after: votingCloses + hour }] },
    ])
  })

  test('what the record does not name is changed without a reason', async () => {
    await site.changeElection({ rehearsal: true })
    await openVoting()
    expect(await change({ rehearsal: false })).toMatchObject({ status: 200 })
    expect((await board()).corrections).toEqual([])
  })

  test('before, a date of eligibility can be chosen that is still to come, and not after voting opens', async () => {
    expect(await change({ eligibilityDate: clock.now })).toMatchObject({ status: 409 })
    expect(await change({ eligibilityDate: votingOpens + 1 })).toMatchObject({
      status: 400,
      fields: { 'election.eligibilityDate': expect.stringContaining('must not be later') },
    })
    expect(await change({ eligibilityDate: votingOpens })).toMatchObject({ status: 200 })
    const [row] = await site.rowsOf(elections, { id: election })
    expect(row?.eligibilityDate).toBe(votingOpens)
  })
})

test('the readiness list says when the roll freezes, who is on it, and the key that signs', async () => {
  await site.aMember({ region: null })
  const readiness = async () => {
    const state = await desk.get<ElectionState>(`/api/elections/${election}/readiness`)
    return new Map(state.readiness.map((one) => [one.name, one]))
  }
  const before = await readiness()
  expect(before.get('roll')?.sentence).toBe(
    'The roll will be closed on 29 March 2025, 12:00 AM (Manila): 2 members would be on it now.',
  )
  expect(before.get('regions')).toMatchObject({ state: 'warning', sentence: expect.stringContaining('“Not stated”') })
  await openVoting()
  clock.now += 1
  await approvedNow()
  const after = await readiness()
  expect(after.get('roll')?.sentence).toBe(
    'The roll was closed on 29 March 2025, 12:00 AM (Manila): 2 members are on it.',
  )
  expect(after.get('birthdates')?.sentence).toBe('2 members on the roll still log in with their birthday.')
  const digits = (await board()).reply.fingerprint.slice(0, 4)
  expect(after.get('signing key')?.sentence).toMatch(new RegExp(`${digits} \\w{4} \\w{4} \\w{4}\\.$`))
})

describe('the list for the committee', () => {
  test('is paged in the order of numbers, searched and filtered', async () => {
    await signedInPeople({ pool: site.pool, siteKey: site.siteKey }, 120)
    const voter = await site.aMember({ firstName: 'TERESITA', lastName: 'MAGBANUA', region: 'Visayas' })
    await openVoting()
    await votes(voter)
    const seen: string[] = []
    let pages = 0
    for (let after: string | null = ''; after !== null; pages++) {
      const page: RollPage = await pageOf(after ? `?after=${after}` : '')
      seen.push(...page.voters.map(({ idNumber }) => idNumber))
      after = page.next
    }
    expect(pages).toBe(3)
    expect(seen).toHaveLength(122)
    expect(seen).toEqual(seen.toSorted())
    expect((await pageOf('?q=magbanua%20tere')).voters).toMatchObject([{ id: voter.id, voted: true, byProxy: false }])
    expect((await pageOf('?show=voted')).voters.map(({ id }) => id)).toEqual([voter.id])
    expect((await pageOf('?show=not%20voted&region=Visayas')).voters.every(({ voted }) => !voted)).toBe(true)
    expect((await pageOf('?show=by%20proxy')).voters).toEqual([])
    expect((await pageOf('?region=Visayas')).voters).toHaveLength(31)
    const state = await stateNow()
    expect(state.counts.reduce((sum, { onRoll }) => sum + onRoll, 0)).toBe(122)
    expect(JSON.stringify(await pageOf())).not.toMatch(/salt|serial/i)
  })

  test('is for administrators, and who opens, downloads or prints it is in the log', async () => {
    const member = await site.aMember({ lastName: 'Ñuñez', region: 'Luzon' })
    expect(await pageOf()).toMatchObject({ status: 409, code: 'roll-not-frozen' })
    await openVoting()
    await votes(member)
    const other = await site.signedIn(member)
    for (const path of ['roll', 'roll/voters', 'roll.csv', 'roll.pdf'])
      expect((await other.get(`/api/elections/${election}/${path}`)).status).toBe(403)
    expect(await loggedActs('roll list opened')).toEqual([])
    await pageOf()
    await pageOf('?region=Luzon')
    const csv = (await desk.get(`/api/elections/${election}/roll.csv`)).text
    expect(csv).toContain('"Ñuñez, JUAN"')
    expect(csv.split('\r\n')[1]).toMatch(/^NCR,/)
    expect(csv).toMatch(/^Luzon,.*,yes,no,\r$/m)
    const pdf = await desk.get(`/api/elections/${election}/roll.pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await loggedActs('roll list opened')).map(({ detail }) => detail['how'])).toEqual([
      'screen',
      'csv',
      'print',
    ])
  })
})

describe('one’s own line', () => {
  interface Mine {
    line: MyLine | null
    rollFrozenAt: number | null
    rollClosedAt: number
    joinedLater: boolean
  }
  const mine = async (who: Visitor) => who.get<Mine>('/api/elections/current/my-line')

  // Shows roll-20
  test('is shown with its salt, fits the public list, and says whether a ballot was cast', async () => {
    const visitor = await site.asMember()
    expect(await mine(visitor)).toMatchObject({ line: null, rollFrozenAt: null })
    await openVoting()
    const { line } = await mine(visitor)
    expect(line).toMatchObject({ serial: visitor.serial, region: 'NCR', voted: false, byProxy: false })
    expect(toHex(rollLine(sha256, election, fromHex(line!.salt!), visitor.serial))).toBe(line!.line)
    expect(await publicRoll()).toContain(`${line!.line},NCR,,\n`)
    await vote(visitor, election, ballot())
    expect((await mine(visitor)).line).toMatchObject({ voted: true })
    expect((await mine(desk)).line).toBeNull()
    expect((await site.visitor().get('/api/elections/current/my-line')).status).toBe(401)
  })

  test('is missing for whoever joined after the roll was closed, and they are told when that was', async () => {
    const early = await site.aMember({ lastName: 'EARLY' })
    await openVoting()
    clock.now += 1
    const late = await approvedNow()
    const told = { line: null, rollClosedAt: votingOpens, joinedLater: true }
    expect(await mine(await site.signedIn(late))).toMatchObject(told)
    const ballotOf = async (one: Someone) => (await site.signedIn(one)).get(`/api/elections/${election}/my-ballot`)
    expect(await ballotOf(late)).toMatchObject({ whyNot: 'not-on-roll', joinedLater: true })
    await site.db.delete(roll).where(eq(roll.voterId, early.id))
    expect(await mine(await site.signedIn(early))).toMatchObject({ ...told, joinedLater: false })
    expect(await ballotOf(early)).toMatchObject({ whyNot: 'not-on-roll', joinedLater: false })
  })

  // Shows roll-21
  test('loses salt and serial number 30 days after certification; line and region stay', async () => {
    const member = await site.aMember()
    await openVoting()
    const before = await rowOf(member)
    const certifiedAt = votingCloses + hour
    await site.pool.query(
      `update elections set certified_at = $2, certified_by = $3, certificate = '{}' where id = $1`,
      [election, new Date(certifiedAt), admin.id],
    )
    clock.now = certifiedAt + saltsKeptMs
    // Nothing that was signed says that it is over.
    await removeSalts(site)
    expect(await rowOf(member)).toEqual(before)
    const cancelled = { at: new Date(certifiedAt).toISOString(), by: 'PILAR PEÑA', reason: 'for the test', head: null }
    await makeStatement(site.pool, site.boardKey, { type: 'cancellation/1', election, ...cancelled })
    clock.now--
    await removeSalts(site)
    expect(await rowOf(member)).toEqual(before)
    clock.now++
    await removeSalts(site)
    await expect(site.vault.keyOf(election, 'roll')).rejects.toMatchObject({ code: 'vault-destroyed' })
    expect(await rowOf(member)).toEqual({ ...before, salt: null, serial: null })
  })

  test('of a member whose data is deleted stays as a line and a region', async () => {
    const member = await site.aMember()
    await openVoting()
    const before = await rowOf(member)
    const visitor = await site.signedIn(member)
    const { id } = await visitor.post('/api/privacy-requests', { kind: 'erasure' })
    clock.now = votingCloses
    const done = await desk.post(`/api/privacy-requests/${id}/answer`, {
      outcome: 'done',
      answer: 'Your data is deleted.',
    })
    expect(done.status).toBe(200)
    expect(await rowOf(member)).toEqual({ ...before, salt: null, serial: null })
  })
})
