import { expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { timeAgo } from './text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = manila('2025-03-29', '09:00')

test.each([
  [-5 * minute, 'just now'],
  [0, 'just now'],
  [minute - 1, 'just now'],
  [minute, '1 min ago'],
  [hour - 1, '59 min ago'],
  [hour, '1 h ago'],
  [day - 1, '23 h ago'],
  [day, 'yesterday'],
  [2 * day - 1, 'yesterday'],
  [2 * day, '2 days ago'],
  [30 * day - 1, '29 days ago'],
  [30 * day, '27 Feb 2025'],
])('%i ms back is %s', (past, words) => {
  expect(timeAgo(now - past, now)).toBe(words)
})
