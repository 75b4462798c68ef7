import { describe, expect, test } from 'vitest'
import { eachTime } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { clockOffset, closesInMinutes, hoursAt, nextClockLookMs } from './server-clock.ts'

const times = eachTime((field) => defaultElection[field])
const course = { countClosedAt: null, certifiedAt: null, draft: false, cancelledAt: null }
const election = { ...times, kind: 'election' as const, ...course }
const { votingOpens: opens, votingCloses: closes } = election
const minute = 60_000

describe('the voting hours', () => {
  test.each([
    [opens - 1, 'before'],
    [opens, 'open'],
    [closes - 1, 'open'],
    [closes, 'after'],
  ] as const)('at %i: %s', (now, hours) => {
    expect(hoursAt(election, now)).toBe(hours)
    expect(hoursAt({ ...election, kind: 'rehearsal' }, now)).toBe('open')
    expect(hoursAt({ ...election, countClosedAt: closes }, now)).toBe('after')
    expect(hoursAt({ ...election, certifiedAt: closes }, now)).toBe('after')
  })
})

// Shows voting-11
test('a phone that is a day ahead, or behind, reads the server’s time', () => {
  for (const wrong of [24 * 60 * minute, -24 * 60 * minute]) {
    const fetchedAt = opens + wrong
    expect(fetchedAt + 5000 + clockOffset(opens, fetchedAt)).toBe(opens + 5000)
  }
})

test.each([
  [opens - 5 * minute, 30_000],
  [opens - 1200, 1200],
  [opens, 30_000],
  [closes - 1, 1],
  [closes, 30_000],
])('at %i the screen looks again in %i ms', (now, ms) => expect(nextClockLookMs(election, now)).toBe(ms))

test.each([
  [closes - 15 * minute - 1, null],
  [closes - 15 * minute, 15],
  [closes - 1, 1],
  [closes, null],
])('at %i it closes in %s minutes', (now, minutes) => expect(closesInMinutes(election, now)).toBe(minutes))
