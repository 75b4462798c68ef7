import { expect, test } from 'vitest'
import { playHistories } from '#tests/support/election-history.ts'
import { testSite } from '#tests/support/site.ts'

test('a thousand elections made up at random go as the rules say', async () => {
  const clock = { now: 0 }
  const site = await testSite({ clock: { now: () => clock.now } })
  const seed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 2 ** 31)
  process.stdout.write(`histories with HISTORY_SEED=${seed}\n`)
  try {
    expect(await playHistories(site, clock, 1000, seed)).toBeGreaterThan(10_000)
  } finally {
    await site.stop()
  }
}, 1_800_000)
