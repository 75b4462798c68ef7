import { expect, test } from 'vitest'
import { playHistories } from '#tests/support/election-history.ts'

test('a thousand elections made up at random go as the rules say', async () => {
  expect(await playHistories(1000)).toBeGreaterThan(10_000)
}, 1_800_000)
