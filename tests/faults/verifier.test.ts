import { expect, test } from 'vitest'
import { runMutations } from '../support/audit-package/mutation-run.ts'

// Shows verifier-03
test('twenty thousand random changes to a package are each named by a check', { timeout: 1_800_000 }, async () => {
  expect((await runMutations(Date.now() | 0, 20_000)).missed).toEqual([])
})
