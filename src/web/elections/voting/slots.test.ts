import { describe, expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { byName } from '#web/elections/nominee-order.ts'
import {
  blankSeats,
  choicesWith,
  groupSeats,
  inWords,
  joinWords,
  candidatesForSeat,
  choiceAfterTap,
  type Candidate,
} from './slots.ts'

const { seats } = defaultElection
const blank = seats.map(() => null)
const somebody = (id: string, ms: Candidate['ms'], name = id): Candidate => ({
  id,
  ms,
  name,
  fullName: name,
  tellingNumber: '',
  rank: 'CPT',
  unit: '',
  hasPhoto: false,
  hasDocument: false,
})
const [ana, ben, cora] = [somebody('a', 'PA'), somebody('b', 'PA'), somebody('c', 'PA')]
const navy = somebody('n', 'PN')
const all = [navy, cora, ana, ben]
const offered = (place: number, choices: readonly (string | null)[]) =>
  candidatesForSeat(place, seats, all, choices).map(({ id }) => id)

describe('whom a seat offers', () => {
  // Shows voting-07
  test('its own service, in the order of the ballot', () => expect(offered(0, blank)).toEqual(['c', 'a', 'b']))
  // Shows voting-08
  test('nobody who has another seat', () => expect(offered(1, ['a', null, 'c', null, 'n', null, null])).toEqual(['b']))
  test('whoever has this very seat, still', () => expect(offered(0, choicesWith(blank, 0, 'a'))).toContain('a'))
  // Shows voting-08
  test('nobody when all have a seat', () => expect(offered(3, ['a', 'b', 'c', null, null, null, null])).toEqual([]))
  test('nobody where nobody stands', () => expect(offered(5, blank)).toEqual([]))
})

test.each([
  ['the first free seat of the service', ana, [null, 'b', null, null, null, null, null], { place: 0, chosen: 'a' }],
  ['the next one', ana, ['b', null, 'c', null, null, null, null], { place: 1, chosen: 'a' }],
  ['out again', ana, ['b', 'a', 'c', null, null, null, null], { place: 1, chosen: null }],
  ['nothing when the service is full', somebody('d', 'PN'), [null, null, null, null, 'n', null, null], null],
  [
    'a seat of its own service, whatever else is free',
    navy,
    ['a', 'b', 'c', 'x', null, null, null],
    { place: 4, chosen: 'n' },
  ],
])('a tap on a name: %s', (_what, candidate, choices, next) => {
  expect(choiceAfterTap(seats, choices, candidate)).toEqual(next)
})

test('two people of one name stand beside each other, always in the same order', () => {
  const twins = [somebody('2', 'PA', 'JUAN CRUZ'), somebody('1', 'PA', 'JUAN CRUZ'), somebody('0', 'PA', 'ÁNGEL CRUZ')]
  expect(byName(twins).map(({ id }) => id)).toEqual(['0', '1', '2'])
  expect(byName(twins.toReversed()).map(({ id }) => id)).toEqual(['0', '1', '2'])
})

// Shows voting-02
test('seats stand by service, and know their place on the ballot', () => {
  expect(groupSeats(seats).map(({ ms, seats: own }) => [ms, own.map(({ place }) => place)])).toEqual([
    ['PA', [0, 1, 2, 3]],
    ['PN', [4]],
    ['PAF', [5]],
    ['TAS', [6]],
  ])
  const mixed = [seats[4]!, seats[0]!, { slot: 'PN 2', ms: 'PN' as const }]
  expect(groupSeats(mixed)).toEqual([
    {
      ms: 'PN',
      seats: [
        { slot: 'PN', place: 0 },
        { slot: 'PN 2', place: 2 },
      ],
    },
    { ms: 'PA', seats: [{ slot: 'PA 1', place: 1 }] },
  ])
})

test('what is missing is said by name', () => {
  expect(blankSeats(seats, ['a', null, 'b', null, 'n', null, null])).toEqual(['2 of 4 Army seats', 'PAF', 'TAS'])
  expect(blankSeats(seats, ['a', 'b', null, 'c'])).toEqual(['PA 3', 'PN', 'PAF', 'TAS'])
  expect(blankSeats(seats, [])).toEqual(['all 4 Army seats', 'PN', 'PAF', 'TAS'])
})

test.each([
  [[], ''],
  [['PN'], 'PN'],
  [['PN', 'TAS'], 'PN and TAS'],
  [['PA 4', 'PN', 'TAS'], 'PA 4, PN and TAS'],
])('%j is read as “%s”', (words, sentence) => expect(joinWords(words)).toBe(sentence))

test.each([
  [7, 'seven'],
  [50, '50'],
])('%i is said as %s', (count, word) => expect(inWords(count)).toBe(word))
