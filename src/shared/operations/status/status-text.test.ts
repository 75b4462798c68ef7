import { expect, test } from 'vitest'
import { worstFirst, worstOf, type Check } from './check.ts'
import { clockText } from './screen-text.ts'
import { headlineText, sizeText, spanText } from './status-text.ts'

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

test('what is worst comes first and decides', () => {
  const check = (name: Check['name'], state: Check['state']): Check => ({ name, state, sentence: '' })
  const checks = [check('disk', 'ok'), check('jobs', 'warning'), check('clock', 'wrong'), check('files', 'ok')]
  expect(worstFirst(checks).map(({ name }) => name)).toEqual(['clock', 'jobs', 'disk', 'files'])
  expect([worstOf(checks), worstOf(checks.slice(0, 2)), worstOf([])]).toEqual(['wrong', 'warning', 'ok'])
})
