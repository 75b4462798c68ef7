import { expect, test } from 'vitest'
import { numberAfter } from './number-after.ts'

test.each([
  ['ARRAPI-000-001', 0, 'ARRAPI-000-001'],
  ['ARRAPI-000-001', 2, 'ARRAPI-000-003'],
  ['ARRAPI-000-998', 2, 'ARRAPI-001-001'],
  ['ARRAPI-999-999', 0, 'ARRAPI-999-999'],
  ['ARRAPI-999-999', 1, null],
  [null, 1, null],
])('%s and %i more is %s', (number, steps, expected) => {
  expect(numberAfter(number, steps)).toBe(expected)
})
