import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastStatement } from '#server/elections/board/statements.ts'
import { keepHeadsComing } from '#server/elections/board/tree.ts'
import { aClosingSite, type ClosingSite } from '#tests/support/closing.ts'
import { aSecret, choicesFrom, vote, votingCloses } from '#tests/support/election.ts'

/** Somebody who can write to the database, and switch its triggers off, but has neither the ballots' key nor the board's. */
let at: ClosingSite
beforeEach(async () => {
  at = await aClosingSite()
  for (let n = 0; n < 12; n++) await at.cast()
})
afterEach(() => at.stop())

const bend = (text: string, values: unknown[] = []) => at.site.pool.query(text, values)
/** As who owns the database does it: no trigger says no, and no node is told. */
async function bendUnseen(text: string): Promise<void> {
  const client = await at.site.pool.connect()
  await client.query(`begin; set local session_replication_role = replica; ${text}; commit`)
  client.release()
  at.site.elections.invalidate()
}
const logged = (words: string) => at.site.logged.some((line) => line.includes(words))
const votes = async () => (await bend('select from votes')).rowCount

test('marks all other ballots as counted, so that one would be counted alone: nothing is counted', async () => {
  await bend('update ballots set counted = true where voter_id <> $1', [at.voters[0]!.id])
  at.time.now = votingCloses + 60_000
  await at.site.countNow()
  expect(await votes()).toBe(0)
  expect(logged('other ballots are marked as counted than the last head says')).toBe(true)
  await bend('update ballots set counted = false')
  await at.site.countNow()
  expect(await votes()).toBe(12 * 7)
})

test('takes ballots out of the box: nothing more is counted', async () => {
  at.time.now += 61_000
  await keepHeadsComing(at.site, at.election)
  await bend('delete from ballots where voter_id = $1', [at.voters[0]!.id])
  at.time.now = votingCloses + 60_000
  await at.site.countNow()
  expect(await votes()).toBe(0)
  expect(logged('fewer ballots are in the box than the last head says')).toBe(true)
})

test('writes leaves onto the board: the site signs no head over them', async () => {
  const before = await lastStatement(at.site.pool, { electionId: at.election }, 'head/1')
  await bend(`insert into board_trees (election_id, size, roots) values ($1, 1, sha256('made up'))`, [at.election])
  at.time.now += 61_000
  await expect(keepHeadsComing(at.site, at.election)).rejects.toThrow('the board is not as the last head says')
  expect(await lastStatement(at.site.pool, { electionId: at.election }, 'head/1')).toEqual(before)
})

test('exchanges two names while people vote: nobody is shown them, and no ballot is taken', async () => {
  const [a, b] = at.slate.PN
  await bendUnseen(`update nominees n set data = o.data from nominees o
    where n.id in ('${a}', '${b}') and o.id in ('${a}', '${b}') and n.id <> o.id`)
  const voter = await at.site.asMember()
  expect(await voter.get(`/api/elections/${at.election}/nominees`)).toMatchObject({
    status: 503,
    code: 'nominees-differ',
  })
  const ballot = { choices: choicesFrom(at.slate), secret: aSecret() }
  expect(await vote(voter, at.election, ballot)).toMatchObject({ status: 503, code: 'nominees-differ' })
})

test('turns a proxy that was refused into the voter’s own ballot, or asks what is in another: neither opens', async () => {
  await bendUnseen('update elections set proxy_needs_second_admin = true')
  const voter = await at.site.aMember()
  const second = await at.site.asAdmin()
  const path = `/api/elections/${at.election}/proxies`
  const proxy = { voterId: voter.id, choices: choicesFrom(at.slate), secret: aSecret(), authority: 'a signed letter' }
  expect(await at.desk.post(path, proxy)).toMatchObject({ status: 201, cast: false })
  // In the place of what waits, the ballot of somebody who has voted: confirming it tells nothing of it.
  const victim = at.voters[0]!.id
  await bend('update pending_proxies set sealed = (select sealed from ballots where voter_id = $1), voter_id = $1', [
    victim,
  ])
  expect(await second.post(`${path}/${victim}/confirmation`)).toMatchObject({ status: 404 })
  await bend('delete from pending_proxies')
  expect(await at.desk.post(path, { ...proxy, secret: aSecret() })).toMatchObject({ status: 201 })
  await bend(
    `insert into ballots (election_id, voter_id, voter_region, sealed) select election_id, voter_id, 'NCR', sealed from pending_proxies`,
  )
  at.time.now = votingCloses + 60_000
  await at.site.countNow()
  expect(await at.closing()).toMatchObject({ unopened: 1, obstacle: { code: 'ballots-unopened' } })
})
