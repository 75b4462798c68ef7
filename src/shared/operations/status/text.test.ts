import { expect, test } from 'vitest'
import { spanText } from './text.ts'

test.each([
  [-5000, '0 seconds'],
  [0, '0 seconds'],
  [1000, '1 second'],
  [59_999, '59 seconds'],
  [60_000, '1 minute'],
  [3_599_999, '59 minutes'],
  [3_600_000, '1 hour'],
  [48 * 3_600_000 - 1, '47 hours'],
  [48 * 3_600_000, '2 days'],
])('%i ms are %s', (ms, text) => expect(spanText(ms)).toBe(text))
