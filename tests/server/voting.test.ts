import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nominees } from '#server/db/schema.ts'
import { readResults } from '#server/elections/results/results.ts'
import {
  aSecret,
  choicesFrom,
  vote,
  votingCloses,
  votingOpens,
  type Slate,
  commitmentsOf,
} from '#tests/support/election.ts'
import { untilHeard } from '#tests/support/factories.ts'
import { testSite, type TestSite, type Visitor } from '#tests/support/site.ts'

let site: TestSite
/** What the site's clock shows. */
let clock = { now: votingOpens }
let election: string
let slate: Slate

async function start(): Promise<void> {
  const own = { now: votingOpens }
  clock = own
  site = await testSite({ clock: { now: () => own.now } })
  election = await site.theElection()
  slate = await site.aSlate()
}
beforeAll(start)
afterAll(() => site.stop())

/** A count that is closed stays closed: who closes it has a site of their own, in the place of the others'. */
async function onOwnSite(work: () => Promise<void>): Promise<void> {
  const others = { site, clock, election, slate }
  await start()
  try {
    await work()
  } finally {
    await site.stop()
    ;({ site, clock, election, slate } = others)
  }
}

async function countAfterTheClose(): Promise<void> {
  clock.now = votingCloses + 60_000
  await site.countNow()
}

const aVoter = async () => site.asMember()
/** As their own profile tells it. */
const toldVoted = async (who: Visitor) =>
  (await who.get<{ election: { voted: boolean } }>('/api/elections/current')).election.voted
/** As they are at this moment; what a watcher gets may be a second old. */
const results = (id = election) => readResults(site, id)

describe('casting a ballot', () => {
  // Shows receipt-01
  test('gives a signed promise that the voter can check', async () => {
    const voter = await aVoter()
    const secret = aSecret()
    const choices = choicesFrom(slate)
    const cast = await vote(voter, election, { choices, secret })
    expect(cast.status).toBe(201)
    const commitments = commitmentsOf(election, { choices, secret })
    const sorted = commitments.toSorted().map((commitment) => Buffer.from(commitment, 'hex'))
    const ballot = createHash('sha256').update('ballot/1\0').update(Buffer.concat(sorted)).digest('hex')
    expect(cast.ballot).toBe(ballot)
    const { boardKey } = site
    const statement = `{"ballot":"${ballot}","election":"${election}","type":"promise/1"}`
    expect(boardKey.isSigned('promise/1', { statement, signature: cast.signature ?? '' })).toBe(true)
    expect(boardKey.isSigned('head/2', { statement, signature: cast.signature ?? '' })).toBe(false)
  })

  // Shows receipt-01, voting-26, voting-28
  test('the same request again gets the same receipt; another one is refused', async () => {
    const voter = await aVoter()
    const ballot = { choices: choicesFrom(slate), secret: aSecret() }
    const first = await vote(voter, election, ballot)
    expect(await vote(voter, election, ballot)).toEqual(first)
    const refused = { status: 409, message: 'User have already voted.' }
    expect(await vote(voter, election, { choices: choicesFrom(slate) })).toMatchObject(refused)
    expect(await vote(voter, election, { ...ballot, choices: choicesFrom(slate, 1) })).toMatchObject(refused)
  })

  // Shows voting-37
  test('is told to have been cast, and shown again to nobody, whoever is logged in', async () => {
    const voter = await aVoter()
    const choices = choicesFrom(slate, 2)
    await vote(voter, election, { choices })
    const told = await voter.get(`/api/elections/${election}/my-ballot`)
    expect(told).toEqual({ status: 200, voted: true, whyNot: null, joinedLater: false, lot: null })
    const other = await aVoter()
    expect(await other.get(`/api/elections/${election}/my-ballot`)).toMatchObject({ voted: false })
    expect(await toldVoted(voter)).toBe(true)
    expect(await toldVoted(other)).toBe(false)
    expect(await toldVoted(await site.asAdmin())).toBe(false)
  })

  // Shows time-09, voting-10, voting-14
  test.each([
    [votingOpens - 1, 403],
    [votingCloses, 403],
    [votingCloses - 1, 201],
  ])('by the server’s clock alone: %i', async (at, status) => {
    const voter = await aVoter()
    clock.now = at
    const cast = await vote(voter, election, { choices: choicesFrom(slate) })
    clock.now = votingOpens
    expect(cast.status).toBe(status)
    if (status === 403) expect(cast.message).toBe('Voting is not available at this time')
  })

  // Shows voting-23, voting-24
  test.each<[string, (choices: (string | null)[]) => (string | null)[], number]>([
    ['a stranger', (c) => [...c.slice(0, 6), '00000000-0000-4000-8000-000000000000'], 6],
    ['somebody of another service', (c) => [c[4] ?? null, ...c.slice(1)], 0],
    ['one nominee twice', (c) => [c[0] ?? null, c[0] ?? null, ...c.slice(2)], 1],
  ])('naming %s refuses the whole of it', async (_who, change, index) => {
    const voter = await aVoter()
    const cast = await vote(voter, election, { choices: change(choicesFrom(slate)), blanksConfirmed: true })
    expect(cast).toMatchObject({ status: 400, message: `No nominee found for vote at index ${index}` })
    expect(await voter.get(`/api/elections/${election}/my-ballot`)).toMatchObject({ voted: false })
  })

  // Shows voting-25
  test('naming somebody who was pending when voting opened refuses the whole of it', () =>
    onOwnSite(async () => {
      const { deps } = site
      const byId = eq(nominees.id, slate.TAS[0]!)
      await untilHeard(deps, () => deps.db.update(nominees).set({ status: 'pending' }).where(byId))
      const cast = await vote(await aVoter(), election, { choices: choicesFrom(slate) })
      expect(cast).toMatchObject({ status: 400, message: 'No nominee found for vote at index 6' })
    }))

  // Shows voting-22
  test('a blank seat has to be meant', async () => {
    const voter = await aVoter()
    const choices = [...choicesFrom(slate).slice(0, 6), null]
    expect(await vote(voter, election, { choices })).toMatchObject({ status: 400, code: 'blanks-unconfirmed' })
    const cast = await vote(voter, election, { choices, blanksConfirmed: true })
    expect(cast.status).toBe(201)
  })

  // Shows password-02, voting-39, voting-40
  test('is not for administrators, nor for those who must choose a password first', async () => {
    const admin = await site.asAdmin()
    expect(await vote(admin, election, { choices: choicesFrom(slate) })).toMatchObject({
      status: 403,
      message: 'You are not allowed to vote',
    })
    await site.saveSettings({ ownPasswordToVote: true })
    const onBirthdate = await aVoter()
    const careful = await site.asMember({}, 'a password of my own')
    expect(await vote(onBirthdate, election, { choices: choicesFrom(slate) })).toMatchObject({
      code: 'own-password-first',
    })
    expect((await vote(careful, election, { choices: choicesFrom(slate) })).status).toBe(201)
    await site.saveSettings({ ownPasswordToVote: false })
  })

  // Shows voting-20
  test('is for members without a region, too, who stand under Not stated', async () => {
    const nowhere = await site.asMember({ region: null })
    expect((await vote(nowhere, election, { choices: choicesFrom(slate) })).status).toBe(201)
    const { turnout } = await results()
    expect(turnout.find(({ region }) => region === 'Not stated')?.cast).toBe(1)
  })

  // Shows voting-20
  test('is not for whoever is not on the roll, and they are told before they fill it in', async () => {
    const member = await site.aMember()
    await site.pool.query('update roll set struck = 1 where voter_id = $1', [member.id])
    const late = await site.signedIn(member)
    const lack = 'not-on-roll'
    expect(await late.get(`/api/elections/${election}/my-ballot`)).toMatchObject({ whyNot: lack, joinedLater: false })
    expect(await vote(late, election, { choices: choicesFrom(slate) })).toMatchObject({ status: 403, code: lack })
    expect(await late.get(`/api/elections/${election}/my-ballot`)).toMatchObject({ voted: false })
  })

  test('with the secret of another ballot is refused: the two would share their leaves', async () => {
    const ballot = { choices: choicesFrom(slate), secret: aSecret() }
    expect((await vote(await aVoter(), election, ballot)).status).toBe(201)
    expect(await vote(await aVoter(), election, ballot)).toMatchObject({ status: 409, code: 'secret-used' })
  })
})

test('while voting is open, nobody changes whether a password of one’s own is needed', async () => {
  const admin = await site.asAdmin()
  const { settings, version } = await admin.get<{ settings: Record<string, unknown>; version: number }>('/api/settings')
  const changed = { settings: { ...settings, ownPasswordToVote: !settings['ownPasswordToVote'] }, version }
  const put = () => admin.put('/api/settings', changed)
  expect(await put()).toMatchObject({ status: 409, code: 'setting-settled' })
  clock.now = votingOpens - 1
  expect(await put()).toMatchObject({ status: 200 })
  await site.saveSettings({ ownPasswordToVote: false })
  clock.now = votingOpens
})

describe('results', () => {
  // Shows counting-05, results-21
  test(
    'say how many are cast and counted, and the last are counted when voting is over',
    () =>
      onOwnSite(async () => {
        const blank = { choices: [...choicesFrom(slate).slice(0, 6), null], blanksConfirmed: true }
        await vote(await aVoter(), election, blank)
        for (let n = 0; n < 4; n++) await vote(await aVoter(), election, { choices: choicesFrom(slate, n) })
        expect(await results()).toMatchObject({ cast: 5, counted: 0 })
        for (let n = 5; n < 25; n++) await vote(await aVoter(), election, { choices: choicesFrom(slate, n) })
        await site.countNow()
        // The site's own job may have counted ten before the last came in; ten stay behind either way.
        const during = await results()
        expect(during.cast).toBe(25)
        expect([10, 11, 12, 13, 14, 15]).toContain(during.counted)
        clock.now = votingCloses + 59_000
        await site.countNow()
        expect(await results()).toMatchObject({ counted: during.counted, stage: 'counting' })
        await countAfterTheClose()
        const after = await results()
        expect(after).toMatchObject({ cast: 25, counted: 25 })
        const counted = after.votes?.standings.reduce((all, one) => all + one.votes, 0)
        expect(counted).toBe(25 * 7 - 1)
      }),
    30_000,
  )

  // Shows receipt-02
  test('every seat of a ballot is a leaf of the public board, for anybody to fetch', () =>
    onOwnSite(async () => {
      const blank = { choices: [...choicesFrom(slate).slice(0, 6), null], blanksConfirmed: true, secret: aSecret() }
      await vote(await aVoter(), election, blank)
      await countAfterTheClose()
      const visitor = site.visitor()
      const leaves = (await visitor.get(`/api/elections/${election}/board/leaves/0`)).bytes
      const found = Array.from({ length: leaves.length / 32 }, (_, n) => leaves.subarray(32 * n, 32 * n + 32))
      expect(found.map((leaf) => leaf.toString('hex'))).toEqual(commitmentsOf(election, blank).toSorted())
    }))

  // Shows results-36
  test('after close only: turnout is shown before, votes are not', () =>
    onOwnSite(async () => {
      await vote(await aVoter(), election, { choices: choicesFrom(slate) })
      await site.changeElection({ resultsVisible: 'after close' })
      clock.now = votingCloses - 1
      expect(await results()).toMatchObject({ votes: null, cast: 1 })
      clock.now = votingCloses
      expect((await results()).votes).not.toBeNull()
    }))
})

test('once all is counted, no ballot finds a place, whatever the times say', () =>
  onOwnSite(async () => {
    await vote(await aVoter(), election, { choices: choicesFrom(slate) })
    await countAfterTheClose()
    clock.now = votingCloses - 1
    const voter = await aVoter()
    const late = await vote(voter, election, { choices: choicesFrom(slate) })
    expect(late).toMatchObject({ status: 403, code: 'voting-not-open' })
    expect(await voter.get(`/api/elections/${election}/my-ballot`)).toMatchObject({ whyNot: late.code })
    expect((await results()).cast).toBe(1)
  }))

describe('a rehearsal', () => {
  // Shows rehearsal-01, rehearsal-03, rehearsal-07, counting-05, results-35
  test('is kept apart, counted one by one, and means nothing while it is off', async () => {
    clock.now = votingOpens - 1
    const { cast } = await results()
    const voter = await aVoter()
    const tested = async () => {
      const found = await voter.get<{ election: { id: string; kind: string } }>('/api/elections/current?test')
      return found.election
    }
    expect(await tested()).toMatchObject({ id: election, kind: 'election' })
    expect((await vote(voter, election, { choices: choicesFrom(slate) })).status).toBe(403)
    await site.changeElection({ rehearsal: true })
    const rehearsal = await tested()
    expect(rehearsal).toMatchObject({ kind: 'rehearsal', stage: 'voting', rehearsalOf: election, voted: false })
    expect((await vote(voter, rehearsal.id, { choices: choicesFrom(slate) })).status).toBe(201)
    expect([await toldVoted(voter), (await tested()) as object]).toMatchObject([false, { voted: true }])
    await site.countNow()
    expect(await results(rehearsal.id)).toMatchObject({ kind: 'rehearsal', cast: 1, counted: 1 })
    expect((await results()).cast).toBe(cast)
    await site.changeElection({ rehearsal: false })
    expect((await vote(voter, rehearsal.id, { choices: choicesFrom(slate) })).status).toBe(404)
    expect(await tested()).toMatchObject({ id: election, kind: 'election' })
  })

  test('is no election: nothing but the way of a ballot knows it', async () => {
    await site.changeElection({ rehearsal: true })
    const id = await site.rehearsalId(election)
    const admin = await site.asAdmin()
    expect((await admin.get(`/api/elections/${id}/board`)).status).toBe(200)
    for (const of of ['schedule', 'readiness', 'closing', 'roll', 'nominees', 'proxies', 'monitor'])
      expect([of, (await admin.get(`/api/elections/${id}/${of}`)).status]).toEqual([of, 404])
    for (const list of ['/api/elections', '/api/boards', '/api/schedule'])
      expect((await admin.get(list)).text).not.toContain(id)
    await site.changeElection({ rehearsal: false })
    clock.now = votingOpens
  })
})
