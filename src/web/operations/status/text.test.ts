import { expect, test } from 'vitest'
import { clockText, headlineText } from './text.ts'

test.each([
  [0, 'All is well'],
  [1, '1 thing needs attention'],
  [2, '2 things need attention'],
])('%i: %s', (attention, text) => expect(headlineText(attention)).toBe(text))

test.each([
  [null, 'not measured'],
  [99, 'right'],
  [-400, '0.4 s behind'],
  [1200, '1.2 s ahead'],
])('a clock off by %j is %s', (offset, text) => expect(clockText(offset)).toBe(text))
