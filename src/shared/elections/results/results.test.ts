import { describe, expect, test } from 'vitest'
import { outcomeOf, type VoteCount } from '#shared/elections/counting/standings.ts'
import type { ElectionKind, Stage } from '#shared/elections/lifecycle.ts'
import { eachTime } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import type { Service } from '#shared/members/enums.ts'
import {
  figuresText,
  isLive,
  pollIntervalMs,
  showShare,
  tieNote,
  vacantText,
  votesShown,
  seatsFilled,
} from './results.ts'

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
])('%s, votes shown %s, %s: live %s, %s', (stage, shown, kind, live, content) => {
  expect([isLive(stage, shown, kind), figuresText(stage, shown, kind)]).toEqual([live, content])
})

test.each([
  [0, 0, '–'],
  [0, 5, '0.0%'],
  [1, 100_000, 'under 0.1%'],
  [2, 20_464, 'under 0.1%'],
  [49, 100_000, 'under 0.1%'],
  [50, 100_000, '0.1%'],
  [1, 7, '14.3%'],
  [3412, 5520, '61.8%'],
  [9994, 10_000, '99.9%'],
  [9995, 10_000, 'over 99.9%'],
  [5, 5, '100.0%'],
  [6, 5, '100.0%'],
])('%i of %i voted: %s', (cast, eligible, share) => {
  expect(showShare(cast, eligible)).toBe(share)
})

const seats = ['PA 1', 'PA 2', 'PN'].map((slot) => ({ slot, ms: slot.split(' ')[0] as Service }))
const one = (nomineeId: string, ms: Service, votes: number): VoteCount => ({
  nomineeId,
  name: nomineeId,
  ms,
  region: 'NCR',
  votes,
})
const filled = (standings: VoteCount[], certified = false, decided: Partial<Record<Service, string[]>> = {}) => {
  const { elected, ties } = outcomeOf(seats, standings, decided)
  const leading = elected.map(({ nomineeId }) => nomineeId)
  return seatsFilled(seats, standings, { leading, ties }, certified).map(
    ({ candidate, seat, state }) => `${candidate.nomineeId} ${seat.slot} ${state}`,
  )
}

const clear = [one('a', 'PA', 9), one('b', 'PA', 7), one('c', 'PA', 5), one('n', 'PN', 8)]
const tied = [one('a', 'PA', 9), one('b', 'PA', 7), one('c', 'PA', 7), one('n', 'PN', 0)]

test.each([
  [1, [], '1 seat stays vacant: nobody stood for it.'],
  [2, [one('a', 'PA', 9)], '2 seats stay vacant: nobody stood for them.'],
  [1, [one('n', 'PN', 9)], '1 seat stays vacant: nobody else stood.'],
  [1, [one('n', 'PN', 9), one('m', 'PN', 0)], '1 seat stays vacant: nobody else got a vote.'],
  [1, [one('n', 'PN', 0)], '1 seat stays vacant: nobody got a vote.'],
])('%i vacant of %j: %s', (vacant, standings, sentence) => {
  expect(vacantText({ ms: 'PN', seats: vacant }, standings)).toBe(sentence)
})

test('votes that did not decide the seat alone have a note', () => {
  const decided = [{ chosen: [{ nomineeId: 'a', name: 'ANA' }] }]
  expect(['a', 'b'].map((id) => tieNote(decided, id))).toEqual([', tie decided', ''])
})

test.each([
  ['leading while votes come in', filled(clear), ['a PA 1 leading', 'n PN leading', 'b PA 2 leading']],
  ['elected once certified', filled(clear, true), ['a PA 1 elected', 'n PN elected', 'b PA 2 elected']],
  ['tied, and nobody without a vote', filled(tied), ['a PA 1 leading', 'b PA 2 tied']],
  ['chosen by a decision, not by the name', filled(tied, false, { PA: ['c'] }), ['a PA 1 leading', 'c PA 2 leading']],
  ['chosen and certified', filled(tied, true, { PA: ['c'] }), ['a PA 1 elected', 'c PA 2 elected']],
])('seats are named: %s', (_what, found, expected) => {
  expect(found).toEqual(expected)
})
