import { describe, expect, test } from 'vitest'
import { manila } from '../time.ts'
import { defaultElection } from './defaults.ts'
import { begun, currentOf, eachTime, phaseAt, scheduleProblems, type Schedule } from './phases.ts'

const schedule: Schedule = eachTime((field) => defaultElection[field].getTime())

describe('where the default election stands', () => {
  test.each([
    ['2025-03-01', '00:00', -1, 'announced'],
    ['2025-03-01', '00:00', 0, 'nomination'],
    ['2025-03-15', '00:00', -1, 'nomination'],
    ['2025-03-15', '00:00', 0, 'campaign'],
    ['2025-03-29', '00:00', -1, 'campaign'],
    ['2025-03-29', '00:00', 0, 'voting'],
    ['2025-03-29', '17:00', -1, 'voting'],
    ['2025-03-29', '17:00', 0, 'closed'],
  ] as const)('%s %s %i ms: %s', (date, time, ms, phase) => {
    expect(phaseAt(schedule, manila(date, time) + ms)).toBe(phase)
  })
})

test('what has begun cannot be moved in silence', () => {
  expect(begun(schedule, manila('2025-02-28'))).toEqual([])
  expect(begun(schedule, schedule.nominationCloses)).toEqual([
    'nominationOpens',
    'nominationCloses',
    'candidacyOpens',
    'candidacyCloses',
  ])
})

describe('a schedule that can stand', () => {
  test('is the default one', () => {
    expect(scheduleProblems(schedule)).toEqual({})
  })
  test.each<[keyof Schedule, keyof Schedule]>([
    ['nominationCloses', 'nominationOpens'],
    ['candidacyCloses', 'candidacyOpens'],
    ['votingCloses', 'votingOpens'],
    ['voteLinkCloses', 'voteLinkOpens'],
  ])('has no window that closes as it opens: %s', (closes, opens) => {
    expect(scheduleProblems({ ...schedule, [closes]: schedule[opens] })).toHaveProperty(closes)
  })
  test('opens voting when the nominees are settled, at the earliest', () => {
    const settled = schedule.adminNominationCloses
    expect(scheduleProblems({ ...schedule, votingOpens: settled })).toEqual({})
    expect(scheduleProblems({ ...schedule, votingOpens: settled - 1 })).toHaveProperty('votingOpens')
  })
})

test.each<[string, [string, opens: number, certifiedAt: number | null][], string | undefined]>([
  [
    'the one under way, whatever comes next',
    [
      ['a', 40, null],
      ['b', 60, null],
    ],
    'a',
  ],
  [
    'one that waits to be certified, while the next is only announced',
    [
      ['a', 10, null],
      ['b', 60, null],
    ],
    'a',
  ],
  [
    'the last, also when it is certified, until the next begins',
    [
      ['a', 10, 30],
      ['c', 70, null],
      ['b', 60, null],
    ],
    'a',
  ],
  [
    'the next, once it has begun, though the last was never certified',
    [
      ['a', 10, null],
      ['b', 50, null],
    ],
    'b',
  ],
  [
    'the last when all are certified',
    [
      ['b', 20, 30],
      ['a', 10, 30],
    ],
    'b',
  ],
  [
    'the last, not one forgotten before it',
    [
      ['a', 10, null],
      ['b', 20, 30],
    ],
    'b',
  ],
  [
    'the next, when nobody voted in the last',
    [
      ['empty', 10, null],
      ['b', 60, null],
    ],
    'b',
  ],
  ['one that nobody voted in, when there is no other', [['empty', 10, null]], 'empty'],
  ['none when there is none', [], undefined],
])('the current election is %s', (_which, all, id) => {
  const elections = all.map(([one, nominationOpens, certifiedAt]) => ({
    nobodyVoted: one.startsWith('empty'),
    id: one,
    nominationOpens,
    votingOpens: nominationOpens + 5,
    certifiedAt,
  }))
  expect(currentOf(elections, 50)?.id).toBe(id)
})
