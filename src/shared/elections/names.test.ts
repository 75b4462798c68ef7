import { expect, test } from 'vitest'
import { abbreviate } from './names.ts'

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
