import { expect, test } from 'vitest'
import { withCapitals } from './fields.tsx'

// Shows registration-31
test.each([
  ['juan', 2, 'JUAN', 2],
  ['peña', 3, 'PEÑA', 3],
  ['de la cruz-niño', 15, 'DE LA CRUZ-NIÑO', 15],
  ['straße', 6, 'STRASSE', 7],
  ['', 0, '', 0],
])('%j with the caret at %i becomes %j with the caret at %i', (typed, at, value, caret) => {
  expect(withCapitals(typed, at)).toEqual({ value, caret })
})
