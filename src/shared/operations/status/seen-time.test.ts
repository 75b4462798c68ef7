import { expect, test } from 'vitest'
import { hourMs } from '#shared/time.ts'
import { laterSeen, whyDoubtTime } from './seen-time.ts'

const seen = 1_000_000_000
const opens = { at: seen + hourMs, closesVoting: false }
const closes = { at: seen + 2 * hourMs, closesVoting: true }

test.each([
  ['five seconds back', -5_000, null],
  ['more than that', -5_001, 'behind'],
  ['two days back', -48 * hourMs, 'behind'],
  ['an hour, at whose end voting opens', hourMs, null],
  ['a moment more', hourMs + 1, 'leapt'],
  ['until just before the close', 2 * hourMs - 1, 'leapt'],
  ['until the close', 2 * hourMs, 'leapt over close'],
  ['two days', 48 * hourMs, 'leapt over close'],
] as const)('%s', (_what, by, doubt) => {
  expect(whyDoubtTime(seen, seen + by, [opens, closes])).toBe(doubt)
})

test('a leap over nothing that matters is no doubt: what was before it, or at it, is done', () => {
  const before = [-hourMs, 0].map((by) => ({ at: seen + by, closesVoting: true }))
  expect(whyDoubtTime(seen, seen + 48 * hourMs, before)).toBeNull()
  expect(whyDoubtTime(seen, seen + 48 * hourMs, [])).toBeNull()
})

test('what was confirmed counts more than a later time that was seen before', () => {
  const [early, late, confirmed] = [
    { at: 1, confirmed: 0 },
    { at: 2, confirmed: 0 },
    { at: 1, confirmed: 1 },
  ]
  expect(laterSeen(early, late)).toBe(late)
  expect(laterSeen(late, early)).toBe(late)
  expect(laterSeen(late, confirmed)).toBe(confirmed)
  expect(laterSeen(confirmed, late)).toBe(confirmed)
})
