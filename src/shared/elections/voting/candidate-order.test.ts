import { expect, test } from 'vitest'
import { drawOrder } from './candidate-order.ts'

const people = ['ana', 'ben', 'carla', 'dan', 'eva'].map((id) => ({ id }))
/** Seeds that are as alike as can be: the site's own are not. */
const seedOf = (voter: number) => voter.toString(16).padStart(32, '0')
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join(' ')

// Shows voting-46
test('a voter sees one order, however the candidates come, and everybody is in it once', () => {
  const drawn = drawOrder(people, seedOf(1))
  expect(ids(drawOrder(people.toReversed(), seedOf(1)))).toBe(ids(drawn))
  expect(drawn.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(people)
  expect(ids(people)).toBe('ana ben carla dan eva')
  expect(drawOrder([], seedOf(1))).toEqual([])
  expect(drawOrder(people.slice(0, 1), seedOf(1))).toEqual(people.slice(0, 1))
})

test.each([
  ['0123456789abcdeffedcba9876543210', 'ana eva ben dan carla'],
  ['00000000000000000000000000000001', 'ben eva ana carla dan'],
  ['deadbeef00112233445566778899aabb', 'ben dan eva carla ana'],
])(
  'seed %s gives this order in every version: a voter who comes back after an update finds it again',
  (seed, order) => {
    expect(ids(drawOrder(people, seed))).toBe(order)
  },
)

test('nobody is favoured: each is in every place as often as the others, and every order comes up', () => {
  const voters = 12_000
  const times = new Map<string, number>()
  const orders = new Map<string, number>()
  for (let voter = 0; voter < voters; voter++) {
    const drawn = drawOrder(people, seedOf(voter))
    orders.set(ids(drawn), (orders.get(ids(drawn)) ?? 0) + 1)
    for (const [place, { id }] of drawn.entries()) times.set(`${id} ${place}`, (times.get(`${id} ${place}`) ?? 0) + 1)
  }
  // 2,400 of each are expected, 44 more or less are usual.
  for (const count of times.values()) expect(Math.abs(count - voters / 5)).toBeLessThan(220)
  expect(times.size).toBe(25)
  // 120 orders, 100 of each.
  expect(orders.size).toBe(120)
  for (const count of orders.values()) expect(Math.abs(count - 100)).toBeLessThan(50)
})

test.each(['', '0', 'not a seed', '0'.repeat(32)])('even %j gives an order of everybody', (seed) => {
  expect(new Set(drawOrder(people, seed))).toEqual(new Set(people))
})
