import { expect, test } from 'vitest'
import { givenName } from './record-columns.ts'

test.each([
  ['JUAN', 'Juan'],
  [' JUAN CARLOS ', 'Juan Carlos'],
  ['MA. TERESA', 'Ma. Teresa'],
  ['JEAN-LUC', 'Jean-Luc'],
  ['ÑOÑA', 'Ñoña'],
  ["D'ANGELO", "D'angelo"],
  ['Juan McArthur', 'Juan McArthur'],
  ['', ''],
])('%s is greeted as %s', (recorded, greeted) => {
  expect(givenName(recorded)).toBe(greeted)
})
