import { expect, test } from 'vitest'
import { betterExample, asIsoDate, needsOrder } from './member-file.ts'

test.each([
  ['12/05/1964', 'day first', '1964-05-12'],
  ['12/05/1964', 'month first', '1964-12-05'],
  ['5.12.1964', 'day first', '1964-12-05'],
  ['25-12-1964', 'month first', '1964-25-12'],
  ['12/05/1964', undefined, '12/05/1964'],
  ['1964-05-12', 'month first', '1964-05-12'],
  ['12 May 1964', 'month first', '12 May 1964'],
  ['12/05/64', 'day first', '12/05/64'],
] as const)('%s with the %s is %s', (typed, order, read) => {
  expect(asIsoDate(typed, order)).toBe(read)
})

test.each([
  ['12/05/1964', true],
  ['12/05/64', false],
  ['1964-05-12', false],
  ['', false],
])('%s has to be asked about: %s', (typed, asked) => {
  expect(needsOrder(typed)).toBe(asked)
})

test('a date that could be either shows best what is asked', () => {
  expect(betterExample(undefined, '25/12/1964')).toBe('25/12/1964')
  expect(betterExample('25/12/1964', '12/05/1964')).toBe('12/05/1964')
  expect(betterExample('12/05/1964', '01/02/1970')).toBe('12/05/1964')
  expect(betterExample('25/12/1964', '26/12/1964')).toBe('25/12/1964')
})
