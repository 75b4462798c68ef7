import { expect, test } from 'vitest'
import { normaliseSerial } from './serial.ts'

// Shows login-05
test.each([
  [' o-123456 ', 'O-123456'],
  ['O 12 34 56', 'O123456'],
  ['af-98\t765\n', 'AF-98765'],
  ['ñ-1', 'Ñ-1'],
])('%j -> %j', (typed, stored) => {
  expect(normaliseSerial(typed)).toBe(stored)
})
