import { describe, expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { manila } from '#shared/time.ts'
import {
  allBallotsAreIn,
  closingSteps,
  currentOf,
  hasReached,
  isFreezeDue,
  lastBallotsMs,
  nextStep,
  stageOf,
  stages,
  votingIsOver,
  type StageFacts,
  isWithin,
  voteLinkFor,
} from './lifecycle.ts'
import { eachTime } from './schedule.ts'

const election: StageFacts = {
  ...eachTime((field) => defaultElection[field]),
  countClosedAt: null,
  certifiedAt: null,
  kind: 'election' as const,
  draft: false,
  cancelledAt: null,
}

// Shows rehearsal-01
test('a rehearsal is open for voting at any hour', () => {
  for (const now of [0, election.votingOpens, election.votingCloses])
    expect(stageOf({ ...election, kind: 'rehearsal' }, now)).toBe('voting')
})

describe('where the default election stands', () => {
  // Shows time-10
  test.each([
    ['2025-03-01', '00:00', -1, 'announced'],
    ['2025-03-01', '00:00', 0, 'nomination'],
    ['2025-03-15', '00:00', -1, 'nomination'],
    ['2025-03-15', '00:00', 0, 'campaign'],
    ['2025-03-29', '00:00', -1, 'campaign'],
    ['2025-03-29', '00:00', 0, 'voting'],
    ['2025-03-29', '17:00', -1, 'voting'],
    ['2025-03-29', '17:00', 0, 'counting'],
  ] as const)('%s %s %i ms: %s', (date, time, ms, stage) => {
    expect(stageOf(election, manila(date, time) + ms)).toBe(stage)
  })

  test.each(['2025-02-01', '2025-03-05', '2025-03-20', '2025-03-29', '2025-03-30'])(
    'counted or certified it stays so, whatever its times say on %s',
    (date) => {
      const now = manila(date, '12:00')
      expect(stageOf({ ...election, countClosedAt: now }, now)).toBe('counted')
      expect(stageOf({ ...election, countClosedAt: now, certifiedAt: now }, now)).toBe('certified')
      expect(stageOf({ ...election, certifiedAt: now }, now)).toBe('certified')
    },
  )
})

test.each([
  ['announced', false],
  ['nomination', false],
  ['campaign', false],
  ['voting', false],
  ['counting', true],
  ['counted', true],
  ['certified', true],
] as const)('%s: voting is over: %s', (stage, over) => {
  expect(votingIsOver(stage)).toBe(over)
  expect(hasReached(stage, stage)).toBe(true)
  expect(hasReached('announced', stage)).toBe(stage === 'announced')
  expect(hasReached('certified', stage)).toBe(true)
})

test.each([
  ['a draft', { draft: true }, 'draft'],
  ['cancelled', { cancelledAt: 1 }, 'cancelled'],
] as const)('%s: whatever its times say, nothing of it has begun', (_what, given, stage) => {
  for (const now of [0, election.nominationOpens, election.votingOpens, election.votingCloses]) {
    expect(stageOf({ ...election, ...given }, now)).toBe(stage)
    expect(hasReached(stage, 'announced')).toBe(false)
    expect(votingIsOver(stage)).toBe(false)
  }
})

describe('what comes next', () => {
  test.each([
    ['announced', 0, false, 'voting'],
    ['nomination', 0, false, 'voting'],
    ['campaign', 0, false, 'voting'],
    ['voting', 0, false, 'voting'],
    ['counting', 0, false, 'count'],
    ['counting', 2, false, 'count'],
    ['counted', 1, false, 'ties'],
    ['counted', 0, false, 'certification'],
    ['certified', 0, false, 'publication'],
    ['certified', 0, true, null],
  ] as const)('%s with %i open ties, published: %s: %s', (stage, openTies, published, next) => {
    expect(nextStep(stage, { openTies, published })).toBe(next)
  })

  test('every step has its turn, in its order, and every stage was tried', () => {
    const turns = stages.flatMap((stage) => [1, 0].map((openTies) => nextStep(stage, { openTies, published: false })))
    expect([...new Set(turns)]).toEqual(closingSteps)
  })
})

/** Of elections written `name opens-certified`. */
test.each<[string, string, string | undefined]>([
  ['the one under way, whatever comes next', 'a 40, b 60', 'a'],
  ['one that waits to be certified, while the next is only announced', 'a 10, b 60', 'a'],
  ['the last, also when it is certified, until the next begins', 'a 10-30, c 70, b 60', 'a'],
  ['the next, once it has begun, though the last was never certified', 'a 10, b 50', 'b'],
  ['the last when all are certified', 'b 20-30, a 10-30', 'b'],
  ['the last, not one forgotten before it', 'a 10, b 20-30', 'b'],
  ['the next, when nobody voted in the last', 'empty 10, b 60', 'b'],
  ['one that nobody voted in, when there is no other', 'empty 10', 'empty'],
  ['none when there is none', '', undefined],
  ['none while there is only a draft', 'draft 40', undefined],
  ['the last, whatever is drafted', 'a 10-30, draft 45', 'a'],
  ['a cancelled one, so that people learn of it', 'a 10-30, cancelled 40', 'cancelled'],
  ['a cancelled one that was far off', 'a 10-30, cancelled 90', 'cancelled'],
  ['the next, once a cancelled one is replaced', 'cancelled 40, b 90', 'b'],
  ['the one under way, when the next is cancelled', 'a 42, cancelled 90', 'a'],
])('the current election is %s', (_which, all, id) => {
  const elections = [...all.matchAll(/(\w+) (\d+)(?:-(\d+))?/g)].map(([, one = '', opens, certified]) => ({
    nobodyVoted: one === 'empty',
    id: one,
    nominationOpens: Number(opens),
    votingOpens: Number(opens) + 5,
    votingCloses: Number(opens) + 6,
    certifiedAt: certified ? Number(certified) : null,
    draft: one === 'draft',
    cancelledAt: one === 'cancelled' ? 45 : null,
  }))
  expect(currentOf(elections, 50)?.id).toBe(id)
})

test.each([
  ['while voting is open', {}, -1, false],
  ['at its close', {}, 0, false],
  ['while a ballot may be on its way', {}, lastBallotsMs - 1, false],
  ['once none is', {}, lastBallotsMs, true],
  ['cancelled', { cancelledAt: 1 }, lastBallotsMs, false],
])('all ballots are in, %s', (_, changed, ms, are) => {
  expect(allBallotsAreIn({ ...election, ...changed }, election.votingCloses + ms)).toBe(are)
})

describe('freezing is due', () => {
  const { votingOpens } = election
  const unfrozen = { ...election, eligibilityDate: votingOpens - 1000, rollFrozenAt: null, frozenAt: null }
  test.each([
    ['before the roll is drawn up', {}, -1001, false],
    ['at the day of the roll', {}, -1000, true],
    ['with the roll drawn up', { rollFrozenAt: 1 }, -1, false],
    ['with the roll drawn up, at the opening', { rollFrozenAt: 1 }, 0, true],
    ['without a day of its own, before the opening', { eligibilityDate: null }, -1, false],
    ['without a day of its own, at the opening', { eligibilityDate: null }, 0, true],
    ['with both done', { rollFrozenAt: 1, frozenAt: 1 }, 0, false],
    ['of a draft', { draft: true }, 0, false],
    ['of a rehearsal', { kind: 'rehearsal' as const }, 0, false],
    ['cancelled', { cancelledAt: 1 }, 0, false],
    ['counted', { countClosedAt: 1 }, 0, false],
    ['certified', { certifiedAt: 1 }, 0, false],
  ])('%s', (_, changed, ms, due) => {
    expect(isFreezeDue({ ...unfrozen, ...changed }, votingOpens + ms)).toBe(due)
  })
})

// Shows time-10
test.each([
  ['before', 9, false],
  ['at the opening instant', 10, true],
  ['inside', 15, true],
  ['at the last millisecond', 19, true],
  ['at the closing instant', 20, false],
])('a window %s', (_when, now, inside) => {
  expect(isWithin({ opens: 10, closes: 20 }, now)).toBe(inside)
})

const lastMoment = (date: string) => manila(date) - 1

const course = {
  ...eachTime((field) => defaultElection[field]),
  countClosedAt: null,
  certifiedAt: null,
  kind: 'election' as const,
  draft: false,
  cancelledAt: null,
}
const member = { role: 'member', onRoll: true, voted: false } as const

// Shows profile-24
test.each([
  [lastMoment('2025-03-29'), null, null],
  [manila('2025-03-29'), 'vote', 'see'],
  [manila('2025-03-29', '17:00') - 1, 'vote', 'see'],
  // The link's day is not over, but voting is.
  [manila('2025-03-29', '17:00'), 'why not', 'see'],
  [lastMoment('2025-03-30'), 'why not', 'see'],
  [manila('2025-03-30'), null, null],
])('the Vote link at %d: %s, and %s for whoever has voted', (now, toVoter, afterwards) => {
  expect(voteLinkFor(course, member, now)).toBe(toVoter)
  expect(voteLinkFor(course, { ...member, role: 'viewer' }, now)).toBe(toVoter)
  expect(voteLinkFor(course, { ...member, voted: true }, now)).toBe(afterwards)
  expect(voteLinkFor(course, { ...member, onRoll: false }, now)).toBe(toVoter && 'why not')
  for (const role of ['admin', 'observer', 'visitor'] as const)
    expect(voteLinkFor(course, { role, onRoll: true, voted: true }, now)).toBe(null)
})

test('the Vote link outside the hours of voting, and after a count that was closed early', () => {
  const earlier = { ...course, voteLinkOpens: manila('2025-03-28') }
  expect(voteLinkFor(earlier, member, manila('2025-03-28'))).toBe('why not')
  expect(voteLinkFor({ ...course, countClosedAt: 1 }, member, manila('2025-03-29', '16:00'))).toBe('why not')
  const shorter = { ...course, voteLinkCloses: manila('2025-03-29', '12:00') }
  expect(voteLinkFor(shorter, member, manila('2025-03-29', '12:00'))).toBe(null)
})
