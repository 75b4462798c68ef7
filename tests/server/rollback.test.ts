import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addToBoardState, boardStateFile } from '#server/elections/board/board-state.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { keepHeadsComing } from '#server/elections/board/tree.ts'
import { purgeTraces } from '#server/elections/counting/close-count.ts'
import { queueVoterEmails } from '#server/elections/emails/queue-voter-emails.ts'
import { aClosingSite, type ClosingSite } from '#tests/support/closing.ts'
import { aSecret, choicesFrom, vote, votingCloses } from '#tests/support/election.ts'
import { testSite, type LoggedIn, type TestSite } from '#tests/support/site.ts'

/** A backup that is put back in the middle of an election: an honest site goes on, and everybody is told. */
let at: ClosingSite
let lost: LoggedIn
let abstainer: LoggedIn
let ballot: { choices: (string | null)[]; secret: string }
beforeEach(async () => {
  at = await aClosingSite()
  for (let n = 0; n < 3; n++) await at.cast()
  at.time.now += 61_000
  await keepHeadsComing(at.site, at.election)
  // From here on it is only in what the backup does not hold.
  lost = await at.site.asMember()
  abstainer = await at.site.asMember()
  ballot = { choices: choicesFrom(at.slate), secret: aSecret() }
  expect(await vote(lost, at.election, ballot)).toMatchObject({ status: 201 })
  at.time.now += 61_000
  await keepHeadsComing(at.site, at.election)
})
afterEach(() => at.stop())

/** As the database was before the last ballot. */
async function goBack(site: TestSite): Promise<void> {
  const client = await site.pool.connect()
  await client.query(`begin; set local session_replication_role = replica;
    delete from signed_statements where type = 'head/2' and number = (select max(number) from signed_statements where type = 'head/2');
    delete from ballots where voter_id = '${lost.id}'; update turnout set "cast" = "cast" - 1; commit`)
  client.release()
  await pause(1000)
}
const rollback = (site: TestSite, reason = 'The disk failed at nine') =>
  site.signedIn(at.admin).then((desk) => desk.post(`/api/elections/${at.election}/rollback`, { reason }))
const checksOf = async (site: TestSite) => (await site.status.checks()).filter(({ name }) => name === 'elections')

test('stops until an administrator says how it goes on; then who is gone votes again, and all is certified', async () => {
  await goBack(at.site)
  expect(await vote(abstainer, at.election, ballot)).toMatchObject({ status: 503, code: 'board-differs' })
  await expect.poll(() => checksOf(at.site), { timeout: 5000 }).toMatchObject([{ state: 'wrong' }])
  expect(await lost.post(`/api/elections/${at.election}/rollback`, { reason: 'I want it so' })).toMatchObject({
    status: 403,
  })
  expect(await rollback(at.site)).toMatchObject({ status: 200 })
  expect(await rollback(at.site)).toMatchObject({ status: 409, code: 'rollback-not-needed' })
  const signed = await lastStatement(at.site.pool, at.election, 'rollback/1')
  expect(signed?.content).toMatchObject({ by: expect.stringContaining('PILAR'), reason: 'The disk failed at nine' })
  expect(signed?.content.lost).toHaveLength(1)

  // The same ballot with the same secret.
  await expect.poll(() => vote(lost, at.election, ballot)).toMatchObject({ status: 201 })
  expect(await vote(abstainer, at.election, { choices: ballot.choices })).toMatchObject({ status: 201 })
  await queueVoterEmails(at.site, AbortSignal.timeout(5000))
  const { rows } = await at.site.pool.query(`select from emails where kind = 'rollback'`)
  expect(rows.length).toBeGreaterThanOrEqual(5)
  at.time.now = votingCloses + 60_000
  await at.site.countNow()
  await purgeTraces(at.site, at.election)
  expect(await at.desk.post(`/api/elections/${at.election}/certification`)).toMatchObject({ status: 201, ballots: 5 })
})

test('a node that has seen nothing of it goes on once another has said so; so does one with an old file', async () => {
  await goBack(at.site)
  expect(await rollback(at.site)).toMatchObject({ status: 200 })
  const there = await testSite({ clock: { now: () => at.time.now }, besides: at.site })
  try {
    expect(await there.signed.recent(at.election)).toMatchObject({ id: at.election })
    const voter = await there.signedIn(abstainer)
    expect(await vote(voter, at.election, { choices: ballot.choices })).toMatchObject({ status: 201 })
  } finally {
    await there.stop()
  }
})

/** A node that starts now takes nothing until the act, and then goes on. */
async function expectToWait(): Promise<void> {
  const there = await testSite({ clock: { now: () => at.time.now }, besides: at.site })
  try {
    await expect(there.signed.recent(at.election)).rejects.toThrow('restored')
    expect(await rollback(there)).toMatchObject({ status: 200 })
    await expect.poll(() => there.signed.recent(at.election)).toMatchObject({ id: at.election })
  } finally {
    await there.stop()
  }
}

test('after a restore every election under way waits for the act, also where nothing seems to be missing', async () => {
  await addToBoardState({ dataDir: at.site.dataDir }, { type: 'restored', at: new Date(at.time.now).toISOString() })
  await expectToWait()
})

test('a rollback that the backup holds is no word about its restore: the election waits again', async () => {
  await goBack(at.site)
  expect(await rollback(at.site)).toMatchObject({ status: 200 })
  const held = await lastStatement(at.site.pool, at.election, 'rollback/1')
  // On another machine, which has seen nothing.
  await rm(boardStateFile({ dataDir: at.site.dataDir }))
  const rollbacks = { [at.election]: held!.content.number }
  const restored = { type: 'restored', at: new Date(at.time.now).toISOString(), rollbacks } as const
  await addToBoardState({ dataDir: at.site.dataDir }, restored)
  await expectToWait()
})

test('a node that has lost its file says so and takes nothing, until it is begun anew', async () => {
  await rm(boardStateFile({ dataDir: at.site.dataDir }))
  const there = await testSite({ clock: { now: () => at.time.now }, besides: at.site })
  try {
    const voter = await there.signedIn(abstainer)
    expect(await vote(voter, at.election, ballot)).toMatchObject({ status: 503, code: 'board-differs' })
    await expect
      .poll(() => checksOf(there), { timeout: 5000 })
      .toMatchObject([{ state: 'wrong', whatToDo: expect.stringContaining('begin-board-state') }])
    expect(await rollback(there)).toMatchObject({ status: 503 })
    await addToBoardState({ dataDir: there.dataDir }, { type: 'begun', at: new Date().toISOString() })
    await pause(1000)
    expect(await there.signed.recent(at.election)).toMatchObject({ id: at.election })
  } finally {
    await there.stop()
  }
})

test('from before the freeze: the next record says that it takes the place of another', async () => {
  const client = await at.site.pool.connect()
  await client.query(`begin; set local session_replication_role = replica;
    delete from signed_statements; delete from ballots; delete from turnout; delete from roll;
    update elections set frozen_at = null, roll_frozen_at = null; commit`)
  client.release()
  at.site.elections.invalidate()
  await pause(1000)
  expect(await vote(lost, at.election, ballot)).toMatchObject({ status: 503, code: 'board-differs' })
  expect(await rollback(at.site)).toMatchObject({ status: 200 })
  const record = await lastStatement(at.site.pool, at.election, 'freeze/2')
  expect(record?.content.rollback).toMatchObject({ reason: 'The disk failed at nine', lost: [expect.any(String)] })
  expect(await vote(lost, at.election, ballot)).toMatchObject({ status: 201 })
})
