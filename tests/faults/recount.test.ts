import { expect, test } from 'vitest'
import { aFinishedElection } from '#tests/support/closing.ts'
import { dropConstraints, mutateMany } from '#tests/support/election-mutations.ts'

/** As `tests/server/recount.test.ts`, on a larger election, and many more times. */
test('whatever is changed without the keys is named by the recount', { timeout: 600_000 }, async () => {
  const seed = Number(process.env['RECOUNT_SEED'] ?? Date.now() % 2 ** 31)
  const wanted = Number(process.env['RECOUNT_MUTATIONS'] ?? 1200)
  const at = await aFinishedElection(90, 20)
  try {
    await at.site.pool.query(dropConstraints)
    const { unnamed, changed, never } = await mutateMany(at, seed, wanted)
    expect(unnamed, `RECOUNT_SEED=${seed}`).toEqual([])
    expect([changed, never], `RECOUNT_SEED=${seed}`).toEqual([wanted, []])
  } finally {
    await at.stop()
  }
})
