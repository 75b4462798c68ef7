import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { certainClock } from '#server/clock.ts'
import { elections, nominees, users } from '#server/db/schema.ts'
import { createBoardKey } from '#server/elections/board/board-key.ts'
import type { SignedElections } from '#server/elections/board/signed-election.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { createBallotBox, type SealedBallot } from '#server/elections/voting/ballot-box.ts'
import { sealBallot } from '#server/elections/voting/vault.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { regions, services, type Service } from '#shared/members/enums.ts'
import { openScratchDatabase } from '#tests/support/database.ts'
import { seededNumbers } from '#tests/support/election-mutations.ts'
import { aSnapshot, votingOpens, beginRehearsal } from '#tests/support/election.ts'
import { enrolUnsigned } from '#tests/support/factories.ts'
import { batchSize, countedOf, minBatchSize, countBatch, countWaits, type CountTask } from './count-ballots.ts'

const key = randomBytes(32)
const { seats } = defaultElection
let electionId: string
let revision: string
let standing: Record<string, string[]>

const database = await openScratchDatabase()
const people = Array.from({ length: 60 }, (_, n) => ({
  firstName: 'VOTER',
  lastName: `NUMBER ${n}`,
  militarySerial: `V-${n}`,
  birthday: '1970-01-01',
  approved: true,
  idNumber: `ARRAPI-000-${String(n + 1).padStart(3, '0')}`,
}))
const voters = (await database.db.insert(users).values(people).returning({ id: users.id })).map(({ id }) => id)
afterAll(() => database.close())

beforeEach(async () => {
  const [election] = await database.db
    .insert(elections)
    .values({ ...defaultElection, title: randomUUID(), rollFrozenAt: votingOpens })
    .returning({ id: elections.id, revision: sql<string>`xmin::text` })
  electionId = election!.id
  revision = election!.revision
  await enrolUnsigned(database.pool, voters)
  standing = {}
  for (const [n, ms] of services.entries()) {
    const rows = Array.from({ length: 5 }, (_, m) => ({
      electionId,
      userId: voters[n * 5 + m]!,
      nominatedBy: voters[0]!,
      data: aSnapshot({ ms, first_name: 'VOTER', last_name: `NUMBER ${n * 5 + m}` }),
    }))
    standing[ms] = (await database.db.insert(nominees).values(rows).returning({ id: nominees.id })).map(({ id }) => id)
  }
})

function ballotOf(voterId: string, more: Partial<SealedBallot> = {}): SealedBallot {
  const choices = seats.map(({ ms }, place) => standing[ms]![place % 5]!)
  const whose = { electionId, voterId, record, helped: false }
  return {
    electionId,
    voterId,
    helped: false,
    revision,
    proxyBy: null,
    confirmedBy: null,
    authority: null,
    authorityPath: null,
    region: regions[voters.indexOf(voterId) % 4]!,
    receiptMark: randomBytes(16),
    sealed: sealBallot(key, whose, { secret: randomBytes(16).toString('hex'), choices }),
    ...more,
  }
}
const task = (all: boolean): CountTask => ({ election: { id: electionId, kind: 'election' }, all })
const record = '0'.repeat(64)
/** As a signed record would name seats and nominees. */
const signed: SignedElections = {
  key: createBoardKey(randomBytes(32)),
  state: {
    of: () => Promise.reject(new Error('not asked')),
    note: () => Promise.reject(new Error('not asked')),
    frozen: async () => [],
  },
  read: async (db, id) => ({
    id,
    record: null,
    recordHash: record,
    chain: [],
    hashes: [],
    seats,
    hours: null,
    serviceOf: (nominee) => Object.entries(standing).find(([, ids]) => ids.includes(nominee))?.[0] as Service,
    head: await lastStatement(db, id, 'head/2'),
  }),
  verify: () => Promise.reject(new Error('not asked')),
  listDiffering: async () => [],
  isEnded: async () => false,
  readNow: () => Promise.reject(new Error('not asked')),
  recent: () => Promise.reject(new Error('not asked')),
}
const countWith = (ballotKey: Buffer, how: CountTask) =>
  countBatch({ db: database.db, signed, clock: certainClock({ now: () => votingOpens }) }, ballotKey, how)
const counted = async (how: CountTask) => (await countWith(key, how)).counted
async function ask<Row extends object>(text: string): Promise<Row[]> {
  return (await database.pool.query<Row>(text.replaceAll('$election', `'${electionId}'`))).rows
}

describe('the box', () => {
  // Shows voting-26
  test('takes one ballot per voter, however many come at once and by whomever', async () => {
    const box = createBallotBox(database.pool)
    const proxies = { proxyBy: voters[59]!, authority: 'a signed letter' }
    const puts = voters
      .slice(0, 40)
      .flatMap((voter) => [ballotOf(voter), ballotOf(voter, proxies), ballotOf(voter)].map((ballot) => box.put(ballot)))
    const outcomes = await Promise.all(puts)
    expect(outcomes.filter((put) => put === 'taken')).toHaveLength(40)
    expect(await ask('select count(*) as n from ballots where election_id = $election')).toEqual([{ n: 40 }])
    expect(await ask('select sum("cast")::int as n from turnout where election_id = $election')).toEqual([{ n: 40 }])
  })

  test('one that cannot be stored does not take the others with it', async () => {
    const box = createBallotBox(database.pool)
    const stranger = box.put(ballotOf(voters[0]!, { proxyBy: randomUUID(), authority: 'a signed letter' }))
    const others = voters.slice(1, 9).map((voter) => box.put(ballotOf(voter)))
    await expect(stranger).rejects.toThrow()
    expect(new Set(await Promise.all(others))).toEqual(new Set(['taken']))
  })
})

describe('the count', () => {
  // Shows counting-05
  test.each([
    [0, false, 0],
    [19, false, 0],
    [20, false, 10],
    [57, false, 47],
    [1, true, 1],
    [9, true, 9],
    [5000, true, 5000],
    [5009, true, 5009],
    [5010, true, 5000],
    [5100, false, 5000],
  ])('of %i uncounted (last: %s) it counts %i together', (uncounted, all, together) => {
    expect(batchSize(uncounted, all)).toBe(together)
  })

  test.each([
    ['few come', { arrived: 299, waiting: 4000, counted: 0 }, false],
    ['many come', { arrived: 300, waiting: 4999, counted: 0 }, true],
    ['a batch is full', { arrived: 300, waiting: 5000, counted: 50_000 }, false],
    ['the box has grown', { arrived: 300, waiting: 5000, counted: 50_001 }, true],
  ])('it gives way while ballots come fast and few wait: %s', (_when, box, waits) => {
    expect(countWaits(box)).toBe(waits)
  })

  // Shows counting-05
  test('whenever voting ends, nobody is counted among fewer than ten, if so many voted', () => {
    const below = seededNumbers(20250329)
    for (let round = 0; round < 2000; round++) {
      const most = [9, 25, 60, 5500, 17_500][round % 5] ?? 0
      const batches = batchesOfElection(below, 1 + below(most))
      const total = batches.reduce((sum, batch) => sum + batch, 0)
      expect(batches.every((batch) => batch >= minBatchSize || batch === total)).toBe(true)
    }
  })

  /** Ballots come in, some are damaged and mended, and batches are counted in between; then voting ends. Returns the batches. */
  function batchesOfElection(below: (most: number) => number, total: number): number[] {
    const box = { whole: 0, damaged: 0 }
    const batches: number[] = []
    const countOnce = (all: boolean): boolean => {
      let unopened = 0
      const size = batchSize(box.whole + box.damaged, all)
      for (let n = 0; n < size; n++) if (below(box.whole + box.damaged - n) < box.damaged - unopened) unopened++
      const counted = size === 0 ? 0 : countedOf(size - unopened, unopened)
      box.whole -= counted
      if (counted > 0) batches.push(counted)
      return counted > 0
    }
    for (let left = total; left > 0;) {
      const come = Math.min(left, 1 + below(below(4) === 0 ? 7500 : 12))
      left -= come
      box.whole += come
      const damaged = below(3) === 0 ? Math.min(box.whole, below(5)) : 0
      const mended = below(3) === 0 ? box.damaged : 0
      box.whole += mended - damaged
      box.damaged += damaged - mended
      countOnce(false)
    }
    while (countOnce(true));
    box.whole += box.damaged
    box.damaged = 0
    while (countOnce(true));
    expect(box.whole).toBe(0)
    return batches
  }

  // Shows counting-09
  test('counts each ballot once: votes, tallies and turnout agree', async () => {
    const box = createBallotBox(database.pool)
    await Promise.all(voters.slice(0, 35).map((voter) => box.put(ballotOf(voter))))
    expect(await counted(task(false))).toBe(25)
    expect(await counted(task(false))).toBe(0)
    expect(await counted(task(true))).toBe(10)
    expect(await counted(task(true))).toBe(0)
    const [sums] = await ask<{ votes: number; tallied: number; counted: number }>(
      `select (select sum(length(leaves)) / 33 from board_tiles where election_id = $election)::int as votes,
              (select sum(votes) from tallies where election_id = $election)::int as tallied,
              (select sum(counted) from turnout where election_id = $election)::int as counted`,
    )
    expect(sums).toEqual({ votes: 35 * 7, tallied: 35 * 7, counted: 35 })
  })

  // Shows counting-09
  test('two nodes that count at once count nothing twice', async () => {
    const box = createBallotBox(database.pool)
    await Promise.all(voters.slice(0, 30).map((voter) => box.put(ballotOf(voter))))
    const times = await Promise.all([1, 2, 3, 4].map(() => counted(task(true))))
    expect(times.toSorted()).toEqual([0, 0, 0, 30])
    expect(await ask('select sum(votes)::int as n from tallies where election_id = $election')).toEqual([{ n: 210 }])
  })

  // Shows counting-01
  test('with another key it counts nothing, and nothing is lost', async () => {
    const box = createBallotBox(database.pool)
    await Promise.all(voters.slice(0, 12).map((voter) => box.put(ballotOf(voter))))
    expect(await countWith(randomBytes(32), task(true))).toEqual({ counted: 0, unopened: 12 })
    expect(await counted(task(true))).toBe(12)
  })

  describe('of thirty ballots one does not open', () => {
    const broken = () => voters[7]!
    const flip = () =>
      database.pool.query(
        'update ballots set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where election_id = $1 and voter_id = $2',
        [electionId, broken()],
      )
    const uncounted = async () =>
      (
        await ask<{ voter: string }>(
          'select voter_id as voter from ballots where election_id = $election and not counted',
        )
      ).map(({ voter }) => voter)
    beforeEach(async () => {
      const box = createBallotBox(database.pool)
      await Promise.all(voters.slice(0, 30).map((voter) => box.put(ballotOf(voter))))
    })

    test('the others are counted, as many as leave it company; mended, it is counted among them', async () => {
      await flip()
      expect(await countWith(key, task(true))).toEqual({ counted: 19, unopened: 1 })
      expect(await countWith(key, task(true))).toEqual({ counted: 0, unopened: 1 })
      expect(await uncounted()).toHaveLength(11)
      expect(await uncounted()).toContain(broken())
      expect(await ask('select sum(votes)::int as n from tallies where election_id = $election')).toEqual([
        { n: 19 * 7 },
      ])
      await flip()
      expect(await countWith(key, task(true))).toEqual({ counted: 11, unopened: 0 })
      expect(await ask('select sum(votes)::int as n from tallies where election_id = $election')).toEqual([{ n: 210 }])
      expect(await ask('select sum(counted)::int as n from turnout where election_id = $election')).toEqual([{ n: 30 }])
    })

    test('nor does one that was moved to another voter’s row, or emptied', async () => {
      await database.pool.query(
        `update ballots set sealed = case voter_id when $3 then '' else
           (select sealed from ballots where election_id = $1 and voter_id = $2) end
         where election_id = $1 and voter_id in ($3, $4)`,
        [electionId, voters[0], voters[1], broken()],
      )
      expect(await countWith(key, task(true))).toEqual({ counted: 18, unopened: 2 })
      expect(await uncounted()).toEqual(expect.arrayContaining([voters[1], broken()]))
    })

    test('damaging all but a few does not bring those few to light', async () => {
      await database.pool.query(
        `update ballots set sealed = '' where election_id = $1 and voter_id <> all($2::uuid[])`,
        [electionId, voters.slice(0, 12)],
      )
      expect(await countWith(key, task(true))).toEqual({ counted: 0, unopened: 18 })
      expect(await ask('select from board_tiles where election_id = $election')).toEqual([])
    })
  })

  test('of a rehearsal, which hides nothing, every ballot that opens is counted', async () => {
    const [row] = await database.db.select().from(elections).where(eq(elections.id, electionId))
    await beginRehearsal(database.db, row!)
    const [rehearsal] = await ask<{ id: string; revision: string }>(
      'select id, xmin::text as revision from elections where rehearsal_of = $election',
    )
    const { id, revision: asChecked } = rehearsal!
    const box = createBallotBox(database.pool)
    for (const voterId of voters.slice(0, 3)) {
      const whose = { electionId: id, voterId, record, helped: false }
      const choices = seats.map(({ ms }, place) => standing[ms]![place % 5]!)
      const sealed = sealBallot(key, whose, { secret: randomBytes(16).toString('hex'), choices })
      expect(await box.put(ballotOf(voterId, { electionId: id, revision: asChecked, sealed }))).toBe('taken')
    }
    await database.pool.query(`update ballots set sealed = '' where election_id = $1 and voter_id = $2`, [
      id,
      voters[0],
    ])
    const rehearsing: CountTask = { election: { id, kind: 'rehearsal' }, all: true }
    expect(await countWith(key, rehearsing)).toEqual({ counted: 2, unopened: 1 })
    expect(await ask('select from tallies where election_id = $election')).toEqual([])
  })

  test('from the first ballot on no nominee may go', async () => {
    await createBallotBox(database.pool).put(ballotOf(voters[0]!))
    const { pool } = database
    await expect(pool.query('delete from nominees where election_id = $1', [electionId])).rejects.toMatchObject({
      constraint: 'nominees_stay_once_voting_began',
    })
    for (const change of [`status = 'pending'`, 'election_id = gen_random_uuid()'])
      await expect(
        pool.query(`update nominees set ${change} where election_id = $1`, [electionId]),
      ).rejects.toMatchObject({ constraint: 'nominees_stay_once_voting_began' })
  })
})
