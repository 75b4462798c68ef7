import { expect, test } from 'vitest'
import { paceOf } from './guess-limits.ts'

// Shows login-41
test.each([
  [0, 10, 600],
  [99, 10, 600],
  [100, 3, 3600],
  [100_000, 3, 3600],
])('after %i failures in a day an address has %i tries in %i seconds', (failures, tries, seconds) => {
  expect(paceOf(failures)).toEqual({ tries, seconds })
})
