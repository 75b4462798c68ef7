import { expect, test } from 'vitest'
import { unbrokenName } from './unbroken-name.ts'

test.each([
  ['Association of the Philippines, Inc.', 'Association of the Philippines,\u00a0Inc.'],
  ['ASSOCIATION OF THE PHILIPPINES INC', 'ASSOCIATION OF THE PHILIPPINES\u00a0INC'],
  ['Incorporated Reservists', 'Incorporated Reservists'],
  ['', ''],
])('%j is written %j', (name, written) => {
  expect(unbrokenName(name)).toBe(written)
})
