import { afterAll, expect, test } from 'vitest'
import { playHistories } from '#tests/support/election-history.ts'
import { testSite } from '#tests/support/site.ts'

const clock = { now: 0 }
const site = await testSite({ clock: { now: () => clock.now } })
afterAll(() => site.stop())

/** A thousand are played by `npm run test:faults`. */
test('ten elections made up at random go as the rules say', async () => {
  const seed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 2 ** 31)
  process.stdout.write(`histories with HISTORY_SEED=${seed}\n`)
  expect(await playHistories(site, clock, 10, seed)).toBeGreaterThan(100)
}, 120_000)
