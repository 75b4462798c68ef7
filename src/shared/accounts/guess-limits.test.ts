import { expect, test } from 'vitest'
import { paceOf, triesLeftToTell } from './guess-limits.ts'

// Shows login-41
test.each([
  [0, 10, 600],
  [99, 10, 600],
  [100, 3, 3600],
  [100_000, 3, 3600],
])('after %i failures in a day an address has %i tries in %i seconds', (failures, tries, seconds) => {
  expect(paceOf(failures)).toEqual({ tries, seconds })
})

test.each([
  [5, undefined],
  [3, undefined],
  [2, 2],
  [1, 1],
  [0, 0],
  [-1, undefined],
  [Number.NaN, undefined],
])('with %i tries left, %s is told', (left, told) => {
  expect(triesLeftToTell(left)).toBe(told)
})
