import { expect, test } from 'vitest'
import { sizeText, spanText } from './text.ts'

test.each([
  [0, '0 seconds'],
  [1000, '1 second'],
  [59_999, '59 seconds'],
  [60_000, '1 minute'],
  [3_599_999, '59 minutes'],
  [3_600_000, '1 hour'],
  [48 * 3_600_000 - 1, '47 hours'],
  [48 * 3_600_000, '2 days'],
])('%i ms are %s', (ms, text) => expect(spanText(ms)).toBe(text))

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [300 * 1024 ** 2, '300 MB'],
  [3.42 * 1024 ** 3, '3.4 GB'],
  [77 * 1024 ** 3, '77 GB'],
  [2000 * 1024 ** 4, '2000 TB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))
