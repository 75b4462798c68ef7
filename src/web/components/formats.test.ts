import { describe, expect, test } from 'vitest'
import { showDay, showPlainDate } from './formats.ts'

describe('dates as people read them', () => {
  test.each([
    ['2025-03-28T15:59:59.999Z', '28 Mar 2025'],
    ['2025-03-28T16:00:00.000Z', '29 Mar 2025'], // midnight in Manila
    ['2025-09-01T00:00:00.000Z', '1 Sep 2025'],
  ])('%s is %s in Manila', (instant, shown) => expect(showDay(Date.parse(instant))).toBe(shown))

  // Shows login-08
  test('a plain date has no zone', () => expect(showPlainDate('1964-10-05')).toBe('5 October 1964'))
})
