import { describe, expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { manila } from '#shared/time.ts'
import { begunTimes, eachTime, scheduleProblems, type Schedule } from './schedule.ts'

const schedule = { ...eachTime((field) => defaultElection[field]), candidacyFiling: true }

test('what has begun cannot be moved in silence', () => {
  expect(begunTimes(schedule, manila('2025-02-28'))).toEqual([])
  expect(begunTimes(schedule, schedule.nominationCloses)).toEqual([
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
  test('takes no notice of candidacy where nobody may file', () => {
    const late = { ...schedule, candidacyCloses: schedule.votingOpens + 1 }
    expect(scheduleProblems(late)).toHaveProperty('votingOpens')
    expect(scheduleProblems({ ...late, candidacyFiling: false })).toEqual({})
  })
})
