import { expect, test } from 'vitest'
import {
  dayInManila,
  daysInManila,
  isPlainDate,
  manila,
  showDay,
  showInstant,
  showPlainDate,
  weekdayOf,
  withWholeTimes,
} from './time.ts'

test('a time stays on one line', () =>
  expect(withWholeTimes('Until 8 May, 5:00 PM (Manila)')).toBe('Until 8 May, 5:00\u00a0PM (Manila)'))

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
  [manila('2025-03-29', '12:00'), '29 March 2025, 12:00 PM (Manila)'],
  [manila('2030-12-01', '09:05'), '1 December 2030, 9:05 AM (Manila)'],
])('%d is shown as %s', (instant, shown) => {
  expect(showInstant(instant)).toBe(shown)
})

test.each([
  ['2025-03-28T15:59:59.999Z', '28 Mar 2025'],
  ['2025-03-28T16:00:00.000Z', '29 Mar 2025'], // midnight in Manila
  ['2025-05-01T00:00:00.000Z', '1 May 2025'],
  ['2025-09-01T00:00:00.000Z', '1 Sep 2025'],
])('%s is %s in Manila', (instant, shown) => expect(showDay(Date.parse(instant))).toBe(shown))

// Shows login-08
test('a plain date has no zone', () => expect(showPlainDate('1964-10-05')).toBe('5 October 1964'))

test.each([
  [manila('2025-03-29'), manila('2025-03-29', '23:59'), 0, 'Saturday'],
  [manila('2025-03-29', '23:59'), manila('2025-03-30'), 1, 'Saturday'],
  [manila('2025-03-30'), manila('2025-03-29', '23:59'), -1, 'Sunday'],
])('from %d to %d there are %d midnights, from a %s', (from, to, midnights, weekday) => {
  expect([daysInManila(from, to), weekdayOf(from)]).toEqual([midnights, weekday])
})

test.each([
  ['1964-10-05', true],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['1999-02-29', false],
  ['1964-13-05', false],
  ['1964-00-05', false],
  ['1964-04-31', false],
  ['1899-12-31', false],
  ['64-10-05', false],
  ['05Oct1964', false],
  ['1964-10-05T00:00', false],
])('%s exists: %s', (typed, exists) => {
  expect(isPlainDate(typed)).toBe(exists)
})
