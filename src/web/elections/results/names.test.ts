import { expect, test } from 'vitest'
import { abbreviate, inLines } from './names.ts'

// Shows results-16
test.each([
  ['JUAN DELA CRUZ', 'J. DELA CRUZ'],
  ['Ñoño  de la Peña', 'Ñ. de la Peña'],
  ['MARIA CONSUELO REYES', 'M. CONSUELO REYES'],
  ['  ANA SANTOS ', 'A. SANTOS'],
  ['ANTONIO M. LACSON', 'A. M. LACSON'],
  ['ANGELICA VALDEZ III', 'A. VALDEZ III'],
  ['PRINCE', 'PRINCE'],
  ['', ''],
])('%j is shown as %j', (name, shown) => {
  expect(abbreviate(name)).toBe(shown)
})

test.each([
  ['J. CRUZ', 11, ['J. CRUZ']],
  ['J. DE LA CRUZ', 11, ['J. DE LA', 'CRUZ']],
  ['F. OCAMPO-BUENAVENTURA', 11, ['F. OCAMPO-', 'BUENAVENTURA']],
  ['Ñ. PEÑA-ÑUÑEZ DE LA CRUZ', 11, ['Ñ. PEÑA-', 'ÑUÑEZ DE LA', 'CRUZ']],
  ['M. CONCEPCION ASUNCION VILLANUEVA-MACAPAGAL', 13, ['M. CONCEPCION', 'ASUNCION VILLANUEVA-', 'MACAPAGAL']],
  ['A'.repeat(20), 11, ['A'.repeat(20)]],
])('%j in lines of %i letters is %j: no letter is lost', (name, letters, shown) => {
  expect(inLines(name, letters)).toEqual(shown)
})
