import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import type { Seat } from './ballot.ts'
import { namedSeats } from './seats.ts'

const { seats } = defaultElection

test.each<[Seat[], string[]]>([
  [
    seats.slice(2),
    ['Army, seat 1 of 2', 'Army, seat 2 of 2', 'Navy', 'Air Force', 'Technical and Administrative Service'],
  ],
  [[{ slot: 'PA 3', ms: 'PA' }], ['Army']],
  // What the association calls a seat, it is called.
  [
    [{ slot: 'Chair', ms: 'PA' }, seats[0]!],
    ['Chair', 'Army, seat 2 of 2'],
  ],
  [[{ slot: 'PN 1', ms: 'PA' }], ['PN 1']],
])('seats are read by name: %j as %j', (some, names) => {
  expect(namedSeats(some).map(({ slot }) => slot)).toEqual(names)
})
