import { expect, test } from 'vitest'
import { showAge } from './text.ts'

test.each([
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [47 * 3_600_000, '47 hours ago'],
  [48 * 3_600_000, '2 days ago'],
])('%i milliseconds are %s', (age, shown) => expect(showAge(0, age)).toBe(shown))
