import { expect, test } from 'vitest'
import { manila } from '../time.ts'
import { digestDay } from './digest.ts'

test.each([
  ['06:59', null, null],
  ['07:00', null, '2025-03-29'],
  ['07:00', '2025-03-28', '2025-03-29'],
  ['07:00', '2025-03-29', null],
  ['23:59', '2025-03-28', '2025-03-29'],
  ['06:59', '2025-03-27', null],
  // A clock that was ahead and was put right: the day it named is not gone over again.
  ['08:00', '2025-03-30', null],
])('at %s, after the one of %s, the email of %s is due', (time, last, due) => {
  expect(digestDay(manila('2025-03-29', time), last)).toBe(due)
})
