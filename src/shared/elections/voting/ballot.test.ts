import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultElection } from '../settings/offered-plan.ts'
import { whyRefuseBallot, type Choices } from './ballot.ts'
import type { Service } from '../../members/enums.ts'

const { seats } = defaultElection
const nominees: Record<string, Service> = {
  a1: 'PA',
  a2: 'PA',
  a3: 'PA',
  a4: 'PA',
  a5: 'PA',
  n1: 'PN',
  f1: 'PAF',
  t1: 'TAS',
}
const check = (choices: Choices, blanksConfirmed = false) =>
  whyRefuseBallot(seats, (id) => (Object.hasOwn(nominees, id) ? nominees[id] : undefined), choices, blanksConfirmed)

describe('a ballot', () => {
  test('with every seat filled is taken', () => {
    expect(check(['a5', 'a1', 'a3', 'a2', 'n1', 'f1', 't1'])).toBeNull()
  })

  // Shows voting-23, voting-24
  test.each<[string, Choices, number]>([
    ['an unknown nominee', ['a1', 'a2', 'a3', 'a4', 'nobody', 'f1', 't1'], 4],
    ['a nominee of another service', ['a1', 'a2', 'a3', 'n1', 'n1', 'f1', 't1'], 3],
    ['one nominee twice', ['a1', 'a2', 'a1', 'a4', 'n1', 'f1', 't1'], 2],
    ['a name every object has', ['toString', 'a2', 'a1', 'a4', 'n1', 'f1', 't1'], 0],
  ])('naming %s is refused whole', (_what, choices, index) => {
    expect(check(choices, true)).toEqual({ why: 'no-nominee', index })
  })

  test('of too few or too many lines is refused', () => {
    expect(check(['a1'], true)).toEqual({ why: 'wrong-length' })
    expect(check(['a1', 'a2', 'a3', 'a4', 'n1', 'f1', 't1', null], true)).toEqual({ why: 'wrong-length' })
  })

  // Shows voting-22
  test('may leave lines blank, once that is confirmed', () => {
    const choices = ['a1', null, null, 'a2', null, null, null]
    expect(check(choices)).toEqual({ why: 'blanks-unconfirmed' })
    expect(check(choices, true)).toBeNull()
    expect(
      check(
        seats.map(() => null),
        true,
      ),
    ).toBeNull()
  })

  test('whatever is sent, an accepted one has a choice of the right service, or a blank, for each seat, and nobody twice', () => {
    const choice = fc.constantFrom(null, 'nobody', ...Object.keys(nominees))
    fc.assert(
      fc.property(fc.array(choice, { minLength: 6, maxLength: 8 }), (choices) => {
        if (check(choices, true) !== null) return
        const chosen = choices.filter((one) => one !== null)
        expect(choices).toHaveLength(seats.length)
        expect(new Set(chosen).size).toBe(chosen.length)
        for (const [place, id] of choices.entries()) if (id !== null) expect(nominees[id]).toBe(seats[place]?.ms)
      }),
    )
  })
})
