import { expect, test } from 'vitest'
import { readPesos, showPesos } from './pesos.ts'

test.each([
  [50000, '₱500'],
  [125050, '₱1,250.50'],
  [1, '₱0.01'],
  [-50000, '-₱500'],
  [100_000_000, '₱1,000,000'],
])('%d centavos are %s', (amount, shown) => {
  expect(showPesos(amount)).toBe(shown)
})

test.each<[string, number | null]>([
  ['500', 500_00],
  ['₱1,250.50', 1_250_50],
  [' PHP 0.01 ', 1],
  [' P 500.00', 500_00],
  ['₱250.00', 250_00],
  ['19.9', 19_90],
  ['1.005', Number.NaN],
  ['-5', Number.NaN],
  ['', null],
  [' ', null],
  ['500 pesos', Number.NaN],
  ['5e3', Number.NaN],
  ['five', Number.NaN],
  ['5p0', Number.NaN],
])('%s is typed for %s centavos', (typed, centavos) => expect(readPesos(typed)).toBe(centavos))
