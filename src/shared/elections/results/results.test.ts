import { describe, expect, test } from 'vitest'
import { defaultElection } from '../settings/defaults.ts'
import type { ElectionKind, Stage } from '../lifecycle.ts'
import { eachTime } from '../schedule.ts'
import { figuresText, isLive, pollIntervalMs, showShare, votesShown } from './results.ts'

const schedule = eachTime((field) => defaultElection[field])
const { votingOpens, votingCloses } = schedule

describe('votes are shown', () => {
  test.each([
    ['while voting', 'election', votingCloses - 1, true],
    ['after close', 'election', votingOpens - 1, false],
    ['after close', 'election', votingCloses - 1, false],
    ['after close', 'election', votingCloses, true],
    ['after close', 'rehearsal', votingOpens, true],
  ] as const)('%s, %s, at %i: %s', (resultsVisible, kind, now, shown) => {
    expect(votesShown({ ...schedule, kind, resultsVisible, cancelledAt: null }, now)).toBe(shown)
  })
})

describe('an open page', () => {
  test.each<[Stage, number | null]>([
    ['announced', 60_000],
    ['nomination', 60_000],
    ['campaign', 60_000],
    ['voting', 5000],
    ['counting', 5000],
    ['counted', 60_000],
    ['certified', null],
    ['cancelled', null],
  ])('%s: asked again after %s ms', (stage, after) => {
    expect(pollIntervalMs(stage)).toBe(after)
  })
})

test.each<[Stage, boolean, ElectionKind, boolean, string]>([
  ['campaign', true, 'election', false, 'Figures'],
  ['campaign', true, 'rehearsal', false, 'Trial figures'],
  ['voting', true, 'election', true, 'Live figures'],
  ['voting', false, 'election', false, 'Figures'],
  ['voting', true, 'rehearsal', false, 'Trial figures'],
  ['counting', true, 'election', false, 'Figures'],
  ['counted', true, 'election', false, 'Figures'],
  ['certified', true, 'election', false, 'Final figures'],
])('%s, votes shown %s, %s: live %s, %s', (stage, shown, kind, live, said) => {
  expect([isLive(stage, shown, kind), figuresText(stage, shown, kind)]).toEqual([live, said])
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
