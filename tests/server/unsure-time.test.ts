import { afterAll, expect, test, vi } from 'vitest'
import type { ClockHealth } from '#server/clock.ts'
import { elections, emails } from '#server/db/schema.ts'
import { queueVoterEmails } from '#server/elections/emails/queue-voter-emails.ts'
import { choicesFrom, vote, votingCloses, votingOpens } from '#tests/support/election.ts'
import { testSite } from '#tests/support/site.ts'

let now = votingOpens
const site = await testSite({
  clock: { now: () => now },
  holds: ['count ballots', 'queue voter emails', 'send emails'],
})
afterAll(() => site.stop())

const twoDays = 48 * 60 * 60_000
const steady = site.clock.health()
const leapt: ClockHealth = {
  ...steady,
  steadyMs: 0,
  problem: 'leapt over close',
  doubt: { why: 'leapt over close', shown: votingOpens + twoDays, lastSeen: votingOpens },
}

test('a clock that woke up after the close shows no result, turns nobody away and writes to nobody until it is confirmed', async () => {
  const slate = await site.aSlate()
  const id = await site.theElection()
  await site.update(elections, { id }, { resultsVisible: 'after close' })
  site.elections.invalidate()
  const [admin, voter, late] = [await site.asAdmin(), await site.asMember(), await site.asMember()]
  expect((await vote(voter, id, { choices: choicesFrom(slate) })).status).toBe(201)

  now = votingOpens + twoDays
  const health = vi.spyOn(site.clock, 'health').mockReturnValue(leapt)
  const requests = {
    ballot: () => vote(late, id, { choices: choicesFrom(slate) }),
    'own ballot': () => late.get(`/api/elections/${id}/my-ballot`),
    results: () => late.get(`/api/elections/${id}/results`),
    openings: () => site.visitor().get(`/api/elections/${id}/board/openings/0`),
    nomination: () => late.post(`/api/elections/${id}/nominations`, { idNumbers: ['ARRAPI-000-001'] }),
    'approval of a nominee': () => admin.put(`/api/nominees/${slate.PN[0]}/status`, { status: 'approved' }),
    'removal of a nominee': () => admin.send('DELETE', `/api/nominees/${slate.PN[0]}`, {}),
    'correction of a statement': () =>
      admin.put(`/api/nominees/${slate.PN[0]}/statement`, { statement: 'A', seen: '', reason: 'A slip' }),
    candidacy: () =>
      late.post(`/api/elections/${id}/candidacy`, { documentId: '00000000-0000-4000-8000-000000000000' }),
    reminders: () => admin.post(`/api/elections/${id}/reminders`, {}),
  }
  for (const [what, send] of Object.entries(requests)) {
    const reply = await send()
    expect(reply, what).toMatchObject({ status: 503, code: 'time-unsure' })
  }
  const strip = async () => (await site.visitor().get<{ strip: { sentence: string } }>('/api/site')).strip.sentence
  expect(await strip()).toBe('The site is checking its clock. Until that is done, nobody can vote or nominate.')
  await queueVoterEmails(site, new AbortController().signal)
  expect(await site.rowsOf(emails)).toEqual([])

  // It was two days ahead, and was set right.
  now = votingCloses - 60_000
  health.mockReturnValue(steady)
  expect((await requests.ballot()).status).toBe(201)
  expect(await requests.results()).toMatchObject({ status: 200, votes: null })
  expect(await strip()).toContain('Voting is open until')
})
