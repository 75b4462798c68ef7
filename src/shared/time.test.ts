import { expect, test } from 'vitest'
import { dayInManila, manila, showInstant } from './time.ts'

// Shows time-01
test('a day begins when Manila’s clock says so', () => {
  expect(new Date(manila('2025-03-29')).toISOString()).toBe('2025-03-28T16:00:00.000Z')
  expect(new Date(manila('2025-03-29', '17:00')).toISOString()).toBe('2025-03-29T09:00:00.000Z')
})

test('the day changes at midnight in Manila', () => {
  expect(dayInManila(manila('2025-03-29') - 1)).toBe('2025-03-28')
  expect(dayInManila(manila('2025-03-29'))).toBe('2025-03-29')
  expect(dayInManila(Date.parse('2025-12-31T16:00:00Z'))).toBe('2026-01-01')
})

// Shows time-02
test.each([
  [manila('2025-03-29', '17:00'), '29 March 2025, 5:00 PM (Manila)'],
  [manila('2025-03-29'), '29 March 2025, 12:00 AM (Manila)'],
  [manila('2030-12-01', '09:05'), '1 December 2030, 9:05 AM (Manila)'],
])('%d is shown as %s', (instant, shown) => {
  expect(showInstant(instant)).toBe(shown)
})
