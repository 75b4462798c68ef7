import { expect, test } from 'vitest'
import { abbreviate, shorten } from './names.ts'

// Shows results-16
test.each([
  ['JUAN DELA CRUZ', 'J. DELA CRUZ'],
  ['Ñoño  de la Peña', 'Ñ. de la Peña'],
  ['MARIA CONSUELO REYES', 'M. CONSUELO REYES'],
  ['  ANA SANTOS ', 'A. SANTOS'],
  ['PRINCE', 'PRINCE'],
  ['', ''],
])('%j is shown as %j', (name, shown) => {
  expect(abbreviate(name)).toBe(shown)
})

test.each([
  ['J. CRUZ', 7, 'J. CRUZ'],
  ['J. DE LA CRUZ', 7, 'J. DE…'],
  ['Ñ. PEÑA-ÑUÑEZ', 8, 'Ñ. PEÑA…'],
])('%j in %i letters is %j', (name, letters, shown) => {
  expect(shorten(name, letters)).toBe(shown)
})
