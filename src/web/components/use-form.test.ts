import { expect, test } from 'vitest'
import { compareChanges } from './use-form.ts'

const base = { rank: 'CPT', region: 'NCR', unit: '', ready: false }

test('two edits of one record: what only one of them changed is kept, and what both changed is told', () => {
  const mine = { ...base, rank: 'MAJ', unit: 'HQ' }
  const theirs = { ...base, rank: 'LTC', region: 'Luzon' }
  expect(compareChanges(base, mine, theirs)).toEqual({ changed: ['rank', 'unit'], both: ['rank'] })
})

test('the same change by both is no conflict', () =>
  expect(compareChanges(base, { ...base, ready: true }, { ...base, ready: true }).both).toEqual([]))
