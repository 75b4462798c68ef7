import { expect, test } from 'vitest'
import { showBytes, showCount } from './figures.ts'

test.each([
  [0, '0 ballots'],
  [1, '1 ballot'],
  [2000, '2,000 ballots'],
])('%i is %s', (value, shown) => expect(showCount(value, 'ballot')).toBe(shown))

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [5_242_880, '5.0 MB'],
  [20_971_520, '20 MB'],
  [300 * 1024 ** 2, '300 MB'],
  [3.42 * 1024 ** 3, '3.4 GB'],
  [77 * 1024 ** 3, '77 GB'],
  [2000 * 1024 ** 4, '2000 TB'],
])('%i bytes are %s', (bytes, text) => expect(showBytes(bytes)).toBe(text))
