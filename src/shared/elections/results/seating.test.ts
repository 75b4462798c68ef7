import { expect, test } from 'vitest'
import type { Service } from '../../members/enums.ts'
import { outcomeOf, type Standing } from '../counting/standings.ts'
import { seatName, seatsFilled } from './seating.ts'

const seats = ['PA 1', 'PA 2', 'PN'].map((slot) => ({ slot, ms: slot.split(' ')[0] as Service }))
const one = (nomineeId: string, ms: Service, votes: number): Standing => ({
  nomineeId,
  name: nomineeId,
  ms,
  region: 'NCR',
  votes,
})
const filled = (standings: Standing[], certified = false, decided: Partial<Record<Service, string[]>> = {}) => {
  const { elected, ties } = outcomeOf(seats, standings, decided)
  const leading = elected.map(({ nomineeId }) => nomineeId)
  return seatsFilled(seats, standings, { leading, ties }, certified).map(
    ({ candidate, seat, state }) => `${candidate.nomineeId} ${seat.slot} ${state}`,
  )
}

const clear = [one('a', 'PA', 9), one('b', 'PA', 7), one('c', 'PA', 5), one('n', 'PN', 8)]
const tied = [one('a', 'PA', 9), one('b', 'PA', 7), one('c', 'PA', 7), one('n', 'PN', 0)]

test.each([
  ['leading while votes come in', filled(clear), ['a PA 1 leading', 'n PN leading', 'b PA 2 leading']],
  ['elected once certified', filled(clear, true), ['a PA 1 elected', 'n PN elected', 'b PA 2 elected']],
  ['tied, and nobody without a vote', filled(tied), ['a PA 1 leading', 'b PA 2 tied']],
  ['chosen by a decision, not by the name', filled(tied, false, { PA: ['c'] }), ['a PA 1 leading', 'c PA 2 leading']],
  ['chosen and certified', filled(tied, true, { PA: ['c'] }), ['a PA 1 elected', 'c PA 2 elected']],
])('seats are named: %s', (_what, found, expected) => {
  expect(found).toEqual(expected)
})

test('a service with several seats numbers them', () => {
  expect(seats.map((seat) => seatName(seat, seats))).toEqual([
    'Philippine Army, seat 1',
    'Philippine Army, seat 2',
    'Philippine Navy',
  ])
})
