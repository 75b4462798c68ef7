import { expect, test } from 'vitest'
import { playHistories } from '#tests/support/election-history.ts'

/** A thousand are played by `npm run test:faults`. */
test('ten elections made up at random go as the rules say', async () => {
  expect(await playHistories(10)).toBeGreaterThan(100)
}, 120_000)
