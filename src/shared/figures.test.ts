import { expect, test } from 'vitest'
import { firstDigits, inGroups, showBytes, showCount, showNumber } from './figures.ts'

test.each([
  [0, '0 ballots'],
  [1, '1 ballot'],
  [2000, '2,000 ballots'],
])('%i is %s', (value, shown) => expect(showCount(value, 'ballot')).toBe(shown))

test.each([
  [999, '999'],
  [1000, '1,000'],
  [-1000, '-1,000'],
  [100_000, '100,000'],
  [1_234_567, '1,234,567'],
])('%i is written %s', (value, shown) => expect(showNumber(value)).toBe(shown))

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [5_242_880, '5.0 MB'],
  [10 * 1024 ** 2, '10 MB'],
  [20_971_520, '20 MB'],
  [300 * 1024 ** 2, '300 MB'],
  [3.42 * 1024 ** 3, '3.4 GB'],
  [77 * 1024 ** 3, '77 GB'],
  [2000 * 1024 ** 4, '2000 TB'],
])('%i bytes are %s', (bytes, text) => expect(showBytes(bytes)).toBe(text))

test('the digits of a hash are read in groups of four, and the first sixteen are compared', () => {
  expect(inGroups('0f3a9c2177de')).toBe('0f3a 9c21 77de')
  expect(inGroups('0f3a9c')).toBe('0f3a 9c')
  expect(firstDigits('0123456789abcdef0123')).toBe('0123 4567 89ab cdef')
})
