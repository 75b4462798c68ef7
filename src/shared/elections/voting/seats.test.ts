import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import type { Seat } from './ballot.ts'
import { namedSeats, trusteesText } from './seats.ts'

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

test.each<[Seat[], string]>([
  [
    seats,
    'Members elect 7 trustees to the Board of Trustees (BOT): 4 for the Army, 1 for the Navy, 1 for the Air Force, 1 for the Technical and Administrative Service.',
  ],
  [seats.slice(3, 5), 'Members elect 2 trustees to the Board of Trustees (BOT): 1 for the Army, 1 for the Navy.'],
  [seats.slice(0, 1), 'Members elect 1 trustee to the Board of Trustees (BOT): 1 for the Army.'],
])('what the seats %j are for', (some, words) => {
  expect(trusteesText(some)).toBe(words)
})
