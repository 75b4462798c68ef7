import { randomBytes, randomUUID } from 'node:crypto'
import { ne, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { certainClock } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import { elections, nominees } from '#server/db/schema.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { closeCount } from '#server/elections/counting/close-count.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import { wipeRehearsal } from '#server/elections/settings/queries.ts'
import { insertBallots, type SealedBallot } from '#server/elections/voting/ballot-box.ts'
import { sealBallot } from '#server/elections/voting/vault.ts'
import { lastBallotsMs } from '#shared/elections/lifecycle.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { signCorrection } from '#tests/support/corrections.ts'
import {
  commitmentsOf,
  aSecret,
  aSnapshot,
  choicesFrom,
  votingCloses,
  votingOpens,
  beginRehearsal,
} from '#tests/support/election.ts'
import { testSite } from '#tests/support/site.ts'
import {
  booksOf,
  send,
  sendBallot,
  sendProxy,
  signedInPeople,
  type Reply,
  type SignedIn,
} from '#tests/support/voters.ts'

/** Two nodes on one database; the long runs of the same are in tests/faults. */
let now = votingOpens

/** A busy machine takes its time. */
const patient = { timeout: 10_000 }

const clock = { now: () => now }
const here = await testSite({ clock })
const there = await testSite({ clock, besides: here })
const election = await here.theElection()
const slate = await here.aSlate()
// The other node hears of them a little later.
await vi.waitFor(async () => expect((await there.elections.approved(election)).size).toBeGreaterThan(0), patient)
const admins = await signedInPeople(here, 2, { admins: true })
afterAll(async () => {
  await there.stop()
  await here.stop()
})
beforeEach(() => {
  now = votingOpens
})

const aVoter = async () => (await signedInPeople(here, 1))[0]!
const nodeOf = (n: number) => (n % 2 ? here : there).url

/** As an administrator saves it in the settings; told of their own last change a moment later, they try again. */
async function moveClosing(to: number): Promise<void> {
  await expect.poll(() => trySaving(to), patient).toMatchObject({ status: 200 })
}

async function trySaving(to: number): Promise<Reply> {
  const admin = admins[0]!
  const { elections: all } = await send<{ elections: { id: string; version: number }[] }>(
    here.url,
    admin,
    '/api/elections',
  )
  const before = all.find(({ id }) => id === election)
  const { version, ...form } = before!
  const body = {
    election: { ...form, votingCloses: to },
    version,
    movesConfirmed: ['votingCloses'],
    reason: 'the power was out',
  }
  return send(here.url, admin, `/api/elections/${election}`, { method: 'PUT', body })
}

/** Changes it and waits until both nodes were told. */
const changeAndTell = (changed: Partial<typeof elections.$inferInsert>) =>
  there.untilHeard(() => here.changeElection(changed))

/** One of the same times that is never the current one. */
async function anotherElection({ nomineesFrozen = true } = {}): Promise<string> {
  const opens = votingOpens + 1
  const frozen = { rollFrozenAt: opens, frozenAt: nomineesFrozen ? opens : null }
  const later = { ...defaultElection, ...frozen, title: randomUUID(), votingOpens: opens }
  let id = ''
  const insert = async () => {
    const [made] = await here.db.insert(elections).values(later).returning({ id: elections.id })
    id = made?.id ?? ''
  }
  await here.untilHeard(() => there.untilHeard(insert))
  now = votingOpens + 1
  return id
}

async function aSealed(electionId: string, voter: SignedIn): Promise<SealedBallot> {
  const whose = { electionId, voterId: voter.id, record: '0'.repeat(64), helped: false }
  return {
    electionId,
    voterId: voter.id,
    helped: false,
    revision: (await here.elections.byId(electionId))?.revision ?? '',
    proxyBy: null,
    confirmedBy: null,
    authority: null,
    authorityPath: null,
    region: voter.region,
    receiptMark: randomBytes(16),
    sealed: sealBallot(await here.vault.keyOf(electionId), whose, { secret: aSecret(), choices: Array(7).fill(null) }),
  }
}

async function waitingForLocks(statement = ''): Promise<number> {
  const { rows } = await here.pool.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
    [`%${statement}%`],
  )
  return rows[0].n
}

// Shows voting-26
test('eight ballots of one voter at once over two nodes, some by proxy: one is accepted', async () => {
  const before = await booksOf(here.pool, election)
  const voters = await signedInPeople(here, 25)
  for (const voter of voters) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n < 6
          ? sendBallot(nodeOf(n), voter, election, { choices: choicesFrom(slate, n) })
          : sendProxy(nodeOf(n), admins[n - 6]!, election, voter.id, { choices: choicesFrom(slate, n) }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.flatMap(({ code }) => code ?? [])).toEqual(Array(7).fill('already-voted'))
  }
  expect(await booksOf(here.pool, election)).toMatchObject({
    ballots: before.ballots + voters.length,
    cast: before.cast + voters.length,
  })
})

// Shows privacy-26
test('the log says of nobody what they chose: no entry holds a commitment, or names a nominee beside a voter', async () => {
  const [voter, other] = [await aVoter(), await aVoter()]
  const ballot = { choices: choicesFrom(slate), secret: aSecret() }
  const cast = await sendBallot(here.url, voter, election, ballot)
  await sendProxy(here.url, admins[0]!, election, other.id, { choices: choicesFrom(slate) })
  const { rows } = await here.pool.query<{ entry: string }>('select entry from audit_log')
  const log = rows.map(({ entry }) => entry)
  const telling = [ballot.secret, cast.ballot ?? '', ...commitmentsOf(election, ballot), ...Object.values(slate).flat()]
  expect([cast.status, log.some((entry) => entry.includes(other.id))]).toEqual([201, true])
  expect(log.filter((entry) => telling.some((secret) => entry.includes(secret)))).toEqual([])
})

describe('a reply that got lost', () => {
  test.each([0, 1, 3, 6, 10])(
    'the same request again, on either node, gets one receipt (cut after %i ms)',
    async (cutAfterMs) => {
      const voters = await signedInPeople(here, 20)
      const before = await booksOf(here.pool, election)
      for (const [n, voter] of voters.entries()) {
        const ballot = { choices: choicesFrom(slate, n), secret: aSecret() }
        const first = sendBallot(nodeOf(n), voter, election, ballot, { cutAfterMs }).catch(() => null)
        if (n % 3) await first
        const again = await sendBallot(nodeOf(n >> 1), voter, election, ballot)
        expect(again.status).toBe(201)
        const heard = await first
        if (heard) expect(heard.signature).toEqual(again.signature)
        expect((await sendBallot(nodeOf(n), voter, election, ballot)).signature).toEqual(again.signature)
      }
      expect((await booksOf(here.pool, election)).ballots).toBe(before.ballots + voters.length)
    },
  )

  // Shows voting-28
  test('also when voting has closed meanwhile; another ballot is too late', async () => {
    const [voter, late] = [await aVoter(), await aVoter()]
    const ballot = { choices: choicesFrom(slate), secret: aSecret() }
    now = votingCloses - 1
    const { signature } = await sendBallot(here.url, voter, election, ballot)
    now = votingCloses
    expect(await sendBallot(there.url, voter, election, ballot)).toMatchObject({ status: 201, signature })
    const refused = { status: 403, code: 'voting-not-open' }
    expect(await sendBallot(there.url, voter, election, { ...ballot, secret: aSecret() })).toMatchObject(refused)
    expect(await sendBallot(there.url, late, election, ballot)).toMatchObject(refused)
  })
})

describe('the closing instant', () => {
  test('what counts is when the server reads the ballot: taken a millisecond before, wherever the clock is by the commit', async () => {
    const [early, late] = [await aVoter(), await aVoter()]
    const held = await here.pool.connect()
    await held.query('begin')
    await held.query('lock table ballots in exclusive mode')
    now = votingCloses - 1
    const waiting = sendBallot(here.url, early, election, { choices: choicesFrom(slate) })
    // The ballot, that is: the job that counts may be waiting, too.
    await expect.poll(() => waitingForLocks('insert into ballots'), patient).toBeGreaterThan(0)
    now = votingCloses
    const tooLate = sendBallot(there.url, late, election, { choices: choicesFrom(slate) })
    expect(await tooLate).toMatchObject({ status: 403, code: 'voting-not-open' })
    await held.query('commit')
    held.release()
    expect((await waiting).status).toBe(201)
  })

  test('whatever a browser says of its own time', async () => {
    const voter = await aVoter()
    now = votingCloses
    const sent = { choices: choicesFrom(slate), secret: aSecret(), now: votingOpens, sentAt: votingOpens }
    expect(await sendBallot(here.url, voter, election, sent)).toMatchObject({ status: 403, code: 'voting-not-open' })
  })

  test('moved by an administrator: a node that has not heard of it yet refuses all the same', async () => {
    now = votingOpens + 1000
    const voter = await aVoter()
    await there.elections.byId(election)
    await here.changeUnheard(election, { votingCloses: now })
    expect(await sendBallot(there.url, voter, election, { choices: choicesFrom(slate) })).toMatchObject({
      status: 403,
      code: 'voting-not-open',
    })
    await changeAndTell({ votingCloses })
    expect((await sendBallot(there.url, voter, election, { choices: choicesFrom(slate) })).status).toBe(201)
  })

  test('moved again and again while ballots come in, and then reached: each is taken or refused, never both, never an error', async () => {
    // Saving refuses times that meet another election's.
    await here.pool.query('update elections set frozen_at = null where id <> $1', [election])
    for (const table of ['ballots', 'turnout', 'nominees', 'roll'])
      await here.pool.query(`delete from ${table} where election_id <> $1`, [election])
    await here.db.delete(elections).where(ne(elections.id, election))
    now = votingOpens + 1000
    const voters = await signedInPeople(here, 120)
    const before = await booksOf(here.pool, election)
    const moveAgainAndAgain = async () => {
      // Once it is signed, voting closes later than announced or as announced, never earlier.
      for (let n = 1; n < 10; n++) await moveClosing(votingCloses + n * 60_000)
      now = votingCloses + 9 * 60_000
    }
    const [replies] = await Promise.all([
      Promise.all(
        voters.map(async (voter, n) => {
          await new Promise((resolve) => setTimeout(resolve, n * 2))
          return sendBallot(nodeOf(n), voter, election, { choices: choicesFrom(slate, n) })
        }),
      ),
      moveAgainAndAgain(),
    ])
    const taken = replies.filter(({ status }) => status === 201).length
    expect(replies.filter(({ status, code }) => status !== 201 && code !== 'voting-not-open')).toEqual([])
    expect((await booksOf(here.pool, election)).ballots).toBe(before.ballots + taken)
    await changeAndTell({ votingCloses })
  })
})

describe('what a ballot was checked against', () => {
  test('seats changed meanwhile: a node that has not heard of it takes no ballot of the old ones', async () => {
    const other = await anotherElection({ nomineesFrozen: false })
    await standsIn(other)
    const voter = await aVoter()
    const seats = defaultElection.seats.slice(1)
    await there.elections.byId(other)
    await here.changeUnheard(other, { seats })
    const cast = await sendBallot(there.url, voter, other, { choices: Array(7).fill(null), blanksConfirmed: true })
    expect(cast).toMatchObject({ status: 400, code: 'no-nominee-for-vote' })
    const right = await sendBallot(there.url, voter, other, { choices: Array(6).fill(null), blanksConfirmed: true })
    expect(right.status).toBe(201)
  })

  test('frozen by another node meanwhile: one that has not heard of it reads the election anew, instead of missing candidates', async () => {
    const other = await anotherElection({ nomineesFrozen: false })
    await standsIn(other)
    const unheard = await there.elections.byId(other)
    await ensureFrozen(here, unheard!)
    let readAnew = 0
    const elections = { ...there.elections, invalidate: () => void readAnew++ }
    await ensureFrozen({ ...there, elections }, unheard!)
    expect([unheard?.frozenAt, readAnew]).toEqual([null, 1])
  })

  test('a rehearsal that ended meanwhile keeps no ballot', async () => {
    await here.untilHeard(async () => {
      const [row] = await here.rowsOf(elections, { id: election })
      await beginRehearsal(here.db, row!)
    })
    const rehearsal = await here.rehearsalId(election)
    await expect.poll(() => there.elections.byIdOrRehearsal(rehearsal)).not.toBeNull()
    now = votingOpens - 1
    const voter = await aVoter()
    await inTransaction(here, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await wipeRehearsal(tx, election)
    })
    const cast = await sendBallot(there.url, voter, rehearsal, { choices: choicesFrom(slate) })
    expect(cast).toMatchObject({ status: 404, code: 'not-found' })
    expect((await booksOf(here.pool, rehearsal)).ballots).toBe(0)
  })

  test('a ballot under way when the close of the count begins is waited for, and counted', async () => {
    const other = await anotherElection()
    const voter = await aVoter()
    const client = await here.pool.connect()
    await client.query('begin')
    const put = await insertBallots(client, [await aSealed(other, voter)])
    expect(put.size).toBe(1)
    let done = false
    const closed = closeCount(
      { ...there, clock: certainClock({ now: () => votingCloses + lastBallotsMs }) },
      other,
    ).then((did) => ((done = true), did))
    await expect.poll(() => waitingForLocks(), patient).toBeGreaterThan(0)
    expect(done).toBe(false)
    await client.query('commit')
    client.release()
    expect(await closed).toBe(false)
  })
})

test('a nominee goes only while no ballot is under way, and no ballot checked before it is taken afterwards', async () => {
  const [first, second] = [
    await anotherElection({ nomineesFrozen: false }),
    await anotherElection({ nomineesFrozen: false }),
  ]
  const [voter, late] = await signedInPeople(here, 2)
  const standing = await Promise.all([first, second].map(standsIn))
  const remove = (id: string) => send(there.url, admins[0]!, `/api/nominees/${id}`, { method: 'DELETE' })
  const client = await here.pool.connect()
  await client.query('begin')
  expect((await insertBallots(client, [await aSealed(first, voter!)])).size).toBe(1)
  const stale = await aSealed(second, late!)
  now = votingOpens - 1
  const removing = remove(standing[0]!)
  await expect.poll(() => waitingForLocks(), patient).toBeGreaterThan(0)
  await client.query('commit')
  client.release()
  expect(await removing).toMatchObject({ status: 409, code: 'nominees-settled' })
  expect((await remove(standing[1]!)).status).toBe(200)
  expect((await insertBallots(here.pool, [stale])).size).toBe(0)
})

test('a head that is signed and noted while somebody reads what was signed before it differs from nothing', async () => {
  const voter = await aVoter()
  await sendBallot(here.url, voter, election, { choices: choicesFrom(slate) })
  const release = await here.holdJob('count ballots')
  const client = await here.pool.connect()
  await client.query('begin')
  await client.query('lock table signed_statements in access exclusive mode')
  const reading = here.signed.readNow(election, async ({ head }) => head?.content.number)
  await expect.poll(() => waitingForLocks('from signed_statements'), patient).toBeGreaterThan(0)
  const before = await lastStatement(client, election, 'head/2')
  await signCorrection(client, here.boardKey, election, now, {})
  const after = await lastStatement(client, election, 'head/2')
  // Another request on this node has read it already.
  await here.signed.state.note({ type: 'head', election, number: after!.content.number, hash: after!.hash })
  await client.query('commit')
  client.release()
  expect(await reading).toBe(before!.content.number)
  expect(await here.signed.readNow(election, async ({ head }) => head?.hash)).toBe(after!.hash)
  await release()
})

async function standsIn(electionId: string): Promise<string> {
  const [person] = await signedInPeople(here, 1)
  const [nominee] = await here.db
    .insert(nominees)
    .values({ electionId, userId: person!.id, nominatedBy: person!.id, data: aSnapshot({ id: person!.id }) })
    .returning({ id: nominees.id })
  return nominee!.id
}

test('two nodes that put the same voters in opposite order do not wait for each other in vain', async () => {
  const other = await anotherElection()
  const voters = await signedInPeople(here, 40)
  const sealed = await Promise.all(voters.map((voter) => aSealed(other, voter)))
  const put = await Promise.allSettled([
    insertBallots(here.pool, sealed),
    insertBallots(there.pool, sealed.toReversed()),
    insertBallots(here.pool, sealed.toReversed()),
    insertBallots(there.pool, sealed),
  ])
  // Of statements that wait for each other in a circle PostgreSQL fails one (40P01).
  expect(put.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(put.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.size : 0), 0)).toBe(40)
})
