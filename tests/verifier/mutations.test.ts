import { expect, test } from 'vitest'
import { runMutations } from '#tests/support/audit-package/mutations.ts'

// Shows verifier-03
test(
  'a hundred random changes, by strangers and by the site itself, are each named by a check',
  { timeout: 120_000 },
  async () => {
    const { missed, caughtBy } = await runMutations(20250329, 100)
    expect(missed).toEqual([])
    // The changes are of many kinds: most of the checks that need nothing brought along have named some.
    expect(caughtBy.size).toBeGreaterThan(30)
  },
)
