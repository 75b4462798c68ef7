import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastStatement } from '#server/elections/board/statements.ts'
import { keepHeadsComing } from '#server/elections/board/tree.ts'
import { purgeTraces } from '#server/elections/counting/close-count.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { countLeaves } from '#tests/support/board.ts'
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
  // What was read of the signed record serves for a second.
  await pause(1000)
}
const logged = (words: string) => at.site.logged.some((line) => line.includes(words))
const votes = () => countLeaves(at.site.pool)

test('marks all other ballots as counted, so that one would be counted alone: nothing is counted', async () => {
  await bend('update ballots set counted = true where voter_id <> $1', [at.voters[0]!.id])
  at.time.now = votingCloses + 60_000
  await at.site.countNow()
  expect(await votes()).toBe(0)
  expect(logged('other ballots are marked as counted than the last head states')).toBe(true)
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
  expect(logged('fewer ballots are in the box than the last head states')).toBe(true)
})

test('writes leaves onto the board: the site signs no head over them', async () => {
  const before = await lastStatement(at.site.pool, at.election, 'head/2')
  await bend(`insert into board_trees (election_id, size, roots) values ($1, 1, sha256('made up'))`, [at.election])
  at.time.now += 61_000
  await expect(keepHeadsComing(at.site, at.election)).rejects.toThrow('board-changed')
  expect(await lastStatement(at.site.pool, at.election, 'head/2')).toEqual(before)
})

test('exchanges two names while people vote: nobody is shown them, and no ballot is taken', async () => {
  const [a, b] = at.slate.PN
  await bendUnseen(`update nominees n set data = o.data from nominees o
    where n.id in ('${a}', '${b}') and o.id in ('${a}', '${b}') and n.id <> o.id`)
  const voter = await at.site.asMember()
  expect(await voter.get(`/api/elections/${at.election}/nominees`)).toMatchObject({
    status: 503,
    code: 'board-differs',
  })
  const ballot = { choices: choicesFrom(at.slate), secret: aSecret() }
  expect(await vote(voter, at.election, ballot)).toMatchObject({ status: 503, code: 'board-differs' })
})

test('turns a proxy that was refused into the voter’s own ballot, or asks what is in another: neither opens', async () => {
  await at.site.changeElection({ proxyNeedsSecondAdmin: true })
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
  expect(await at.closing()).toMatchObject({ unopened: true, obstacle: { code: 'ballots-unopened' } })
})

/** Two nominees exchanged, and everything that was signed about them gone. */
const frozenAnew = () => {
  const [a, b] = at.slate.PN
  return `delete from signed_statements; delete from board_trees; delete from board_tiles; delete from tallies;
    update ballots set counted = false; update elections set frozen_at = null;
    update nominees n set data = o.data from nominees o where n.id in ('${a}', '${b}') and o.id in ('${a}', '${b}') and n.id <> o.id`
}
const statements = async () => (await bend('select from signed_statements')).rowCount

test.each([
  ['while voting is open', 0],
  ['after the close', votingCloses + 60_000],
])('deletes all that was signed, %s, to have it signed anew with other names: nothing is', async (_when, now) => {
  await bendUnseen(frozenAnew())
  at.time.now = now || at.time.now
  await freezeElections(at.site)
  await at.site.countNow()
  expect(await statements()).toBe(0)
  const voter = await at.site.asMember()
  expect(await vote(voter, at.election, { choices: choicesFrom(at.slate) })).not.toMatchObject({ status: 201 })
  expect(await at.desk.post(`/api/elections/${at.election}/certification`)).not.toMatchObject({ status: 201 })
})

test('deletes ballots of the winner with the heads that counted them: nothing is certified', async () => {
  at.time.now = votingCloses + 60_000
  await at.site.countNow()
  await purgeTraces(at.site, at.election)
  await bendUnseen(`delete from signed_statements where type = 'head/2' and number > 0; delete from board_tiles; delete from tallies;
    delete from board_trees; update ballots set counted = false; delete from ballots where voter_id = '${at.voters[0]!.id}';
    update turnout set "cast" = 11, counted = 0; update elections set count_closed_at = null, traces_purged_at = null`)
  await at.site.countNow()
  expect(await votes()).toBe(0)
  expect(logged('which this server has seen, is missing or another one now')).toBe(true)
  expect(await at.desk.post(`/api/elections/${at.election}/certification`)).toMatchObject({ status: 503 })
})

test('asks which ballots open while a nominee is of another service: nothing is told, and no number', async () => {
  at.time.now = votingCloses + 1
  const closing = async () => (await at.closing()).obstacle
  const before = await at.closing()
  await bendUnseen(`update nominees set data = jsonb_set(data, '{ms}', '"TAS"') where id = '${at.slate.PN[0]}'`)
  expect(await closing()).toMatchObject({ code: 'board-differs' })
  expect(JSON.stringify(await at.closing())).not.toMatch(/"unopened":(true|\d)/)
  await bendUnseen(`update nominees set data = jsonb_set(data, '{ms}', '"PN"') where id = '${at.slate.PN[0]}'`)
  expect(await at.closing()).toMatchObject({ obstacle: before.obstacle, unopened: false })
})

test('raises the turnout for a while: the heads count the box, and the election is counted all the same', async () => {
  await bendUnseen('update turnout set "cast" = "cast" + 5')
  at.time.now += 61_000
  await keepHeadsComing(at.site, at.election)
  await bendUnseen('update turnout set "cast" = "cast" - 5')
  at.time.now = votingCloses + 60_000
  await at.site.countNow()
  expect(await votes()).toBe(12 * 7)
})

test('exchanges a statement while people vote: it is not shown', async () => {
  const [nominee] = at.slate.PN
  const voter = await at.site.asMember()
  expect(await voter.get(`/api/nominees/${nominee}`)).toMatchObject({ status: 200 })
  await bendUnseen(`insert into candidate_profiles (nominee_id, statement, photo, updated_at)
    values ('${nominee}', 'I WITHDRAW, VOTE FOR THE OTHER', 'profile picture', now())`)
  expect(await voter.get(`/api/nominees/${nominee}`)).toMatchObject({ status: 503, code: 'board-differs' })
})

test('marks the election as certified: its key stays, and no ballot is taken or told of', async () => {
  await bendUnseen(
    `update elections set certified_at = voting_opens - interval '1 day', certificate = '{}', certified_by = '${at.admin.id}'`,
  )
  await at.site.countNow()
  expect(at.keyFile()).toBe(true)
})
