import { expect, test } from 'vitest'
import { manila } from '../time.ts'
import { inOrderOfDate, isOver, showEventTimes, whyNotEvent } from './events.ts'

const morning = manila('2025-03-29', '08:00')
const evening = manila('2025-03-29', '17:00')
const midnight = manila('2025-03-30')

test.each([
  ['Events', null, null, '', null],
  ['Events', morning, null, '', null],
  ['Events', morning, evening, 'Camp Aguinaldo', null],
  ['Events', null, evening, '', 'event-start-required'],
  ['Events', null, null, 'Camp Aguinaldo', 'event-start-required'],
  ['Events', morning, morning, '', 'event-end-before-start'],
  ['Events', evening, morning, '', 'event-end-before-start'],
  ['Whats New', null, null, ' ', null],
  ['Whats New', morning, null, '', 'event-only'],
  ['Legalities', null, null, 'Cebu', 'event-only'],
] as const)('%s from %s to %s at %j -> %s', (section, startsAt, endsAt, place, refusal) => {
  expect(whyNotEvent({ section, startsAt, endsAt, place })).toBe(refusal)
})

// Shows content-45
test.each([
  [{ startsAt: null, endsAt: null }, midnight, false],
  [{ startsAt: morning, endsAt: null }, morning - 1, false],
  [{ startsAt: morning, endsAt: null }, midnight - 1, false],
  [{ startsAt: morning, endsAt: null }, midnight, true],
  [{ startsAt: morning, endsAt: evening }, evening - 1, false],
  [{ startsAt: morning, endsAt: evening }, evening, true],
  [{ startsAt: morning, endsAt: midnight + 1 }, midnight, false],
])('%j at %d is over: %s', (event, now, over) => {
  expect(isOver(event, now)).toBe(over)
})

// Shows content-45
test('the next event comes first, undated ones keep their place, past ones follow, the latest first', () => {
  const event = (title: string, startsAt: number | null) => ({ title, startsAt, endsAt: null })
  const listed = [
    event('undated, newer', null),
    event('long past', manila('2024-06-12', '08:00')),
    event('in June', manila('2025-06-20', '08:00')),
    event('undated, older', null),
    event('today', morning),
    event('yesterday', manila('2025-03-28', '08:00')),
  ]
  expect(inOrderOfDate(listed, evening).map(({ title, over }) => [title, over])).toEqual([
    ['today', false],
    ['in June', false],
    ['undated, newer', false],
    ['undated, older', false],
    ['yesterday', true],
    ['long past', true],
  ])
})

test.each([
  [null, null, null],
  [morning, null, 'Sat 29 March 2025, 8:00 AM (Manila)'],
  [morning, evening, 'Sat 29 March 2025, 8:00 AM to 5:00 PM (Manila)'],
  [morning, midnight, 'Sat 29 March 2025, 8:00 AM to Sun 30 March 2025, 12:00 AM (Manila)'],
])('from %s to %s: %s', (startsAt, endsAt, shown) => {
  expect(showEventTimes({ startsAt, endsAt })).toBe(shown)
})
