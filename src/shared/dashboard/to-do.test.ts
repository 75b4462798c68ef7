import { expect, test } from 'vitest'
import { statusCheck } from '#shared/operations/status/text.ts'
import { jobs, type Job } from '#shared/permissions.ts'
import { manila } from '#shared/time.ts'
import { urgentChecks, toDoList, waitingAt, type ToDoFacts, digestDay } from './to-do.ts'

const now = manila('2025-03-29', '15:00')
const day = 24 * 60 * 60 * 1000
const idle: ToDoFacts = { now, twoFactor: true }
const election = {
  title: 'BOT 2025',
  stage: 'voting',
  nobodyVoted: false,
  published: false,
  votingCloses: manila('2025-03-29', '17:00'),
  rehearsal: false,
  proxies: 0,
  awaitsCountersignature: false,
} as const
const everything: ToDoFacts = {
  now,
  twoFactor: false,
  applications: 12,
  requests: { open: 3, overdue: 1, nextDueAt: now - 2 * day },
  election: { ...election, proxies: 2 },
  lapsedInvitations: 1,
  checks: [
    statusCheck('emails', 'warning', '4 emails could not be sent after many tries.'),
    statusCheck('clock', 'ok', 'The clock of this server is right.'),
    statusCheck('backup', 'wrong', 'The last backup was made 9 days ago.'),
  ],
}
const kindsFor = (given: readonly Job[], facts = everything) =>
  toDoList(facts, { role: 'admin', jobs: given }).map(({ name }) => name)
const sentences = (facts: Partial<ToDoFacts>) =>
  toDoList({ ...idle, ...facts }, { role: 'admin', jobs }).map(({ sentence }) => sentence)

test('everything that waits is listed once, what is late or closes soon first', () => {
  expect(toDoList(everything, { role: 'admin', jobs }).map(({ name, state }) => [name, state])).toEqual([
    ['proxies', 'wrong'],
    ['requests', 'wrong'],
    ['backup', 'wrong'],
    ['applications', 'to do'],
    ['emails', 'warning'],
    ['invitations', 'to do'],
    ['two-step login', 'to do'],
  ])
})

test.each([
  [['membership'], ['requests', 'applications', 'two-step login']],
  [['elections'], ['proxies', 'two-step login']],
  [['settings'], ['backup', 'emails', 'two-step login']],
  [['content'], ['two-step login']],
  [
    ['membership', 'content', 'elections'],
    ['proxies', 'requests', 'applications', 'two-step login'],
  ],
] as const)('with the jobs %j there is %j to do', (given, kinds) => {
  expect(kindsFor(given)).toEqual(kinds)
})

test('nobody else has anything to do here', () => {
  for (const role of ['visitor', 'member', 'viewer', 'observer'] as const)
    expect(toDoList(everything, { role, jobs })).toEqual([])
})

test('with nothing to do the list is empty, also where something was counted as none', () => {
  const none = { open: 0, overdue: 0, nextDueAt: null }
  expect(sentences({})).toEqual([])
  expect(sentences({ applications: 0, requests: none, election: null, lapsedInvitations: 0, checks: [] })).toEqual([])
})

test.each([
  [1, '1 application is waiting for a decision.'],
  [1200, '1,200 applications are waiting for a decision.'],
])('%i applications: %s', (applications, sentence) => {
  expect(sentences({ applications })).toEqual([sentence])
})

test.each([
  [
    { open: 1, overdue: 0, nextDueAt: now + 3 * day },
    '1 request from a member about their data is open. Due in 3 days.',
  ],
  [{ open: 2, overdue: 1, nextDueAt: now }, '2 requests from members about their data are open. Overdue since today.'],
  [{ open: 9, overdue: 2, nextDueAt: now - day }, '9 requests from members about their data are open. 2 are overdue.'],
])('requests %j: %s', (requests, sentence) => {
  expect(sentences({ requests })).toEqual([sentence])
})

test.each([
  ['voting', { proxies: 1 }, 'proxies'],
  ['voting', {}, undefined],
  ['voting', { rehearsal: true, proxies: 1 }, 'rehearsal'],
  ['campaign', { rehearsal: true }, undefined],
  ['cancelled', { rehearsal: true }, undefined],
  // What was not confirmed by then is discarded, so nobody can do anything about it any more.
  ['counting', { proxies: 1 }, 'closing'],
  ['counting', { nobodyVoted: true, proxies: 1 }, undefined],
  ['counted', {}, 'closing'],
  ['counted', { nobodyVoted: true }, undefined],
  ['certified', {}, 'closing'],
  ['certified', { published: true }, undefined],
  ['certified', { published: true, awaitsCountersignature: true }, 'countersignature'],
  ['campaign', {}, undefined],
  ['nomination', {}, undefined],
] as const)('an election at %s with %j asks for: %s', (stage, more, name) => {
  const [first] = toDoList({ ...idle, election: { ...election, stage, ...more } }, { role: 'admin', jobs })
  expect(first?.name).toBe(name)
})

// Shows dashboard-15
test('the menu shows how many wait behind each address', () => {
  const at = waitingAt(toDoList(everything, { role: 'admin', jobs }))
  expect(Object.fromEntries(at)).toEqual({
    '/members?approval=true': 12,
    '/admin/privacy-requests': 3,
    '/vote?proxy=1': 2,
    '/admin/administrators': 1,
    '/admin/status': 2,
    '/security': 1,
  })
})

test('a rehearsal that is on while voting is open is urgent, and leads those who run elections to it', () => {
  const facts: ToDoFacts = { ...idle, election: { ...election, rehearsal: true } }
  expect(toDoList(facts, { role: 'admin', jobs: ['elections'] })).toMatchObject([
    {
      state: 'wrong',
      sentence: expect.stringContaining('Turn it off now: a vote in the rehearsal does not count.'),
      where: { href: '/admin/elections?step=voting#rehearsal' },
    },
  ])
  expect(toDoList(facts, { role: 'admin', jobs: ['membership', 'content', 'settings'] })).toEqual([])
})

// Shows dashboard-18
test('countersigning is for those who run elections, says what it is, and counts at the election', () => {
  const facts: ToDoFacts = {
    ...idle,
    election: { ...election, stage: 'certified', published: true, awaitsCountersignature: true },
  }
  const found = toDoList(facts, { role: 'admin', jobs: ['elections'] })
  expect(found[0]?.sentence).toContain('shows that you have checked the result, too')
  expect(Object.fromEntries(waitingAt(found))).toEqual({ '/admin/elections': 1 })
  expect(toDoList(facts, { role: 'admin', jobs: ['membership', 'content', 'settings'] })).toEqual([])
})

// Shows dashboard-17
test('a site that is being set up is told what is wrong, and not twice what its first steps ask for', () => {
  const list = [
    statusCheck('disk', 'wrong', 'full'),
    statusCheck('emails', 'warning', 'no mail server'),
    statusCheck('backup', 'warning', 'none yet'),
    { name: 'two-step login', state: 'to do', sentence: 'turn it on' },
  ] as const
  const steps = (state: 'ok' | 'to do') =>
    (['mail', 'backup'] as const).map((name) => ({ name, state, sentence: '' }) as const)
  const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)
  expect(names(urgentChecks(list, steps('to do')))).toEqual(['disk'])
  expect(names(urgentChecks(list, steps('ok')))).toEqual(['disk', 'emails', 'backup'])
  expect(names(urgentChecks(list, []))).toEqual(['disk', 'emails', 'backup'])
})

test('an earlier election that nobody certified is not forgotten when the next begins', () => {
  const uncertified = [
    { id: 'e1', title: 'BOT 2024', stage: 'counted' },
    { id: 'e2', title: 'BOT 2023', stage: 'counting' },
  ] as const
  const current = { ...election, stage: 'nomination' } as const
  const found = toDoList({ ...idle, election: current, uncertified }, { role: 'admin', jobs })
  expect(found.map(({ sentence, where }) => [sentence, where?.href])).toEqual([
    [
      'The ballots of “BOT 2024” are counted. The result is not certified yet.',
      '/admin/elections?election=e1&step=closing',
    ],
    [
      'Voting in “BOT 2023” is over. The ballots are being counted. Then you can certify the result.',
      '/admin/elections?election=e2&step=closing',
    ],
  ])
  expect(waitingAt(found).get('/admin/elections')).toBe(2)
  const doubted = toDoList({ ...idle, election: current, uncertified, clockInDoubt: true }, { role: 'admin', jobs })
  expect(doubted.map(({ sentence }) => sentence)).toContain(
    'Voting in “BOT 2023” is over. The count waits until somebody confirms the server’s clock. Then you can certify the result.',
  )
})

test.each([
  ['06:59', null, null],
  ['07:00', null, '2025-03-29'],
  ['07:00', '2025-03-28', '2025-03-29'],
  ['07:00', '2025-03-29', null],
  ['23:59', '2025-03-28', '2025-03-29'],
  ['06:59', '2025-03-27', null],
  // A clock that was ahead and was put right: the day it named is not gone over again.
  ['08:00', '2025-03-30', null],
])('at %s, after the one of %s, the email of %s is due', (time, last, due) => {
  expect(digestDay(manila('2025-03-29', time), last)).toBe(due)
})
