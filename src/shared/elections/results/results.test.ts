import { describe, expect, test } from 'vitest'
import { defaultElection } from '../settings/defaults.ts'
import type { Stage } from '../lifecycle.ts'
import { eachTime } from '../schedule.ts'
import { figuresText, isLive, pollIntervalMs, showShare, votesShown } from './results.ts'

const schedule = eachTime((field) => defaultElection[field].getTime())
const { votingOpens, votingCloses } = schedule

describe('votes are shown', () => {
  test.each([
    ['while voting', false, votingCloses - 1, true],
    ['after close', false, votingOpens - 1, false],
    ['after close', false, votingCloses - 1, false],
    ['after close', false, votingCloses, true],
    ['after close', true, votingOpens, true],
  ] as const)('%s, rehearsal %s, at %i: %s', (resultsVisible, rehearsal, now, shown) => {
    expect(votesShown({ ...schedule, resultsVisible, cancelledAt: null }, rehearsal, now)).toBe(shown)
  })
})

describe('an open page', () => {
  test.each<[Stage, boolean, number | null]>([
    ['announced', false, 60_000],
    ['nomination', false, 60_000],
    ['campaign', false, 60_000],
    ['campaign', true, 5000],
    ['voting', false, 5000],
    ['counting', false, 5000],
    ['counted', false, 60_000],
    ['certified', false, null],
    ['cancelled', false, null],
  ])('%s, rehearsal %s: asked again after %s ms', (stage, rehearsal, after) => {
    expect(pollIntervalMs(stage, rehearsal)).toBe(after)
  })
})

test.each<[Stage, boolean, boolean, boolean, string]>([
  ['campaign', true, false, false, 'Figures'],
  ['campaign', true, true, false, 'Trial figures'],
  ['voting', true, false, true, 'Live figures'],
  ['voting', false, false, false, 'Figures'],
  ['voting', true, true, false, 'Trial figures'],
  ['counting', true, false, false, 'Figures'],
  ['counted', true, false, false, 'Figures'],
  ['certified', true, false, false, 'Final figures'],
])('%s, votes shown %s, rehearsal %s: live %s, %s', (stage, shown, rehearsal, live, said) => {
  expect([isLive(stage, shown, rehearsal), figuresText(stage, shown, rehearsal)]).toEqual([live, said])
})

test.each([
  [0, 0, '–'],
  [0, 5, '0.0%'],
  [1, 100_000, '0.1%'],
  [1, 7, '14.3%'],
  [3412, 5520, '61.8%'],
  [9999, 10_000, '99.9%'],
  [5, 5, '100.0%'],
  [6, 5, '100.0%'],
])('%i of %i voted: %s', (cast, eligible, share) => {
  expect(showShare(cast, eligible)).toBe(share)
})
