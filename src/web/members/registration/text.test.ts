import { expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { foundApplicationText } from './text.ts'

test.each([
  [manila('2026-03-01', '00:00'), manila('2026-03-01', '23:59'), 'today'],
  [manila('2026-03-01', '23:00'), manila('2026-03-02', '00:01'), '1 day ago'],
  [manila('2026-03-01', '23:00'), manila('2026-03-03', '08:00'), '2 days ago'],
  // Two nodes whose clocks differ a little, at midnight.
  [manila('2026-03-02', '00:00'), manila('2026-03-01', '23:59'), 'today'],
])('sent at %d, asked at %d: %s', (since, now, days) => {
  expect(foundApplicationText.waiting.message(since, now)).toContain(`your application ${days}.`)
  expect(foundApplicationText.waiting.corrected(since, now)).toContain(`your correction ${days}.`)
})
