import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepHeadsComing } from '#server/elections/board/tree.ts'
import { countBatch } from '#server/elections/counting/count-ballots.ts'
import { readElection } from '#server/elections/election-cache.ts'
import { aClosingSite, type ClosingSite } from '#tests/support/closing.ts'
import { foundAfter } from '#tests/support/election-mutations.ts'
import { votingCloses, votingOpens } from '#tests/support/election.ts'

/** What somebody does who can write to the database while the site, with its keys, counts and signs. */

const minute = 60_000

let at: ClosingSite
beforeEach(async () => {
  at = await aClosingSite()
})
afterEach(() => at?.stop())

/** Past everything that guards the table. */
async function closeVotingAt(time: number): Promise<void> {
  const { pool, elections } = at.site
  const client = await pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query('update elections set voting_closes = $2 where id = $1', [at.election, new Date(time)])
    await client.query('commit')
  } finally {
    client.release()
  }
  elections.invalidate()
}

async function castMany(ballots: number): Promise<void> {
  for (let n = 0; n < ballots; n++) await at.cast()
}

async function finish(): Promise<string | null> {
  at.time.now = Math.max(at.time.now, votingCloses) + 2 * minute
  await at.site.countNow()
  return foundAfter(at, async () => true)
}

test('while voting is closed early nothing is counted or signed; put back, it goes on as announced', async () => {
  await castMany(12)
  at.time.now = votingOpens + 10 * minute
  await closeVotingAt(votingOpens + 5 * minute)
  await at.site.countNow()
  expect(await at.closing()).toMatchObject({ counted: 0 })
  expect(at.site.logged.join('')).toContain('nothing is counted or signed: the database is not as it was signed')
  await closeVotingAt(votingCloses)
  expect(await finish()).toBeNull()
})

test('voting that was opened again takes nothing', async () => {
  await castMany(12)
  at.time.now = votingCloses + 6 * minute
  await keepHeadsComing(at.site, at.election)
  await closeVotingAt(votingCloses + 60 * minute)
  await expect(castMany(1)).rejects.toThrow(/voting-not-open|election-changed/)
  await closeVotingAt(votingCloses)
  expect(await finish()).toBeNull()
})

test('a ballot that was on its way when voting closed is not held against anybody', async () => {
  await castMany(12)
  at.time.now = votingCloses - 1
  await castMany(1)
  at.time.now = votingCloses + minute / 2
  await keepHeadsComing(at.site, at.election)
  expect(await finish()).toBeNull()
})

async function countAll(): Promise<void> {
  const { deps } = at.site
  const election = (await readElection(deps.db, at.election))!
  await countBatch(deps, await deps.vault.keyOf(at.election), { election, all: true })
}

test.each([4, 12])('a ballot that was counted alone is named, with %i more', async (more) => {
  await castMany(1)
  await countAll()
  await castMany(more)
  expect(await finish()).toMatch(/^head 1 comes after a batch of so few ballots/)
})

test('an election of few ballots has one batch of them all', async () => {
  await castMany(3)
  expect(await finish()).toBeNull()
})
