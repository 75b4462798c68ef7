import { describe, expect, test } from 'vitest'
import { showBytes, showDay, showPlainDate } from './formats.ts'

describe('dates and sizes as people read them', () => {
  test.each([
    ['2025-03-28T15:59:59.999Z', '28 Mar 2025'],
    ['2025-03-28T16:00:00.000Z', '29 Mar 2025'], // midnight in Manila
    ['2025-09-01T00:00:00.000Z', '1 Sep 2025'],
  ])('%s is %s in Manila', (instant, shown) => expect(showDay(Date.parse(instant))).toBe(shown))

  // Shows login-08
  test('a plain date has no zone', () => expect(showPlainDate('1964-10-05')).toBe('5 October 1964'))

  test.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [5_242_880, '5.0 MB'],
    [20_971_520, '20.0 MB'],
  ])('%i bytes are %s', (bytes, shown) => expect(showBytes(bytes)).toBe(shown))
})
