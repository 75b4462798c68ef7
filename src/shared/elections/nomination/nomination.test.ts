import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { nominationClosedText, nominationSpan, savedText } from './nomination.ts'

describe('when nomination runs', () => {
  // Shows nomination-02
  test.each([
    [
      'whole days',
      '2025-03-01',
      '00:00',
      '2025-03-15',
      '00:00',
      'from 1 March 2025 to the end of 14 March 2025 (Manila)',
    ],
    [
      'hours',
      '2025-03-01',
      '08:30',
      '2025-03-14',
      '17:00',
      'from 1 March 2025, 8:30 AM to 14 March 2025, 5:00 PM (Manila)',
    ],
    [
      'into a new year',
      '2025-12-31',
      '00:00',
      '2026-01-01',
      '00:00',
      'from 31 December 2025 to the end of 31 December 2025 (Manila)',
    ],
  ])('%s', (_what, opensOn, opensAt, closesOn, closesAt, words) => {
    const window = { nominationOpens: manila(opensOn, opensAt), nominationCloses: manila(closesOn, closesAt) }
    expect(nominationSpan(window)).toBe(words)
  })
})

test('when it closed', () => {
  expect(nominationClosedText(manila('2025-03-15'))).toBe('closed at the end of 14 March 2025 (Manila)')
  expect(nominationClosedText(manila('2025-03-14', '17:00'))).toBe('closed on 14 March 2025, 5:00 PM (Manila)')
})

test.each([
  [2, 0, 'Nominees Saved Successfully'],
  [1, 1, 'Nominees Saved Successfully. One of them was already nominated.'],
  [1, 3, 'Nominees Saved Successfully. 3 of them were already nominated.'],
  [0, 2, 'Nominees Saved Successfully. All of them were already nominated.'],
])('%i saved and %i skipped is told as a success', (saved, skipped, words) => {
  expect(savedText({ saved, skipped })).toBe(words)
})
