import { expect, test } from 'vitest'
import type { Member } from '#web/members/api.ts'
import { changedNames, mergeValues, toForm, valuesOf } from './profile-values.ts'

const member = {
  idNumber: 'ARRAPI-000-001',
  rank: 'CPT',
  region: 'NCR',
  unitAssignment: null,
  rruChecked: true,
  aruChecked: false,
} as Member
const base = valuesOf(member)

test('what is not on record is an empty field', () => {
  expect([base.rank, base.unitAssignment, base.rruChecked]).toEqual(['CPT', '', true])
  expect(changedNames(base, { ...base, unitAssignment: 'HQ', aruChecked: true })).toEqual([
    'aruChecked',
    'unitAssignment',
  ])
})

test('an applicant sends no number, a member theirs', () => {
  expect(toForm(base, { approved: true }).idNumber).toBe('ARRAPI-000-001')
  expect(toForm(base, { approved: false }).idNumber).toBeNull()
})

test('two edits of one record: each keeps what only one of them changed, and what both changed is told', () => {
  const mine = { ...base, rank: 'MAJ', unitAssignment: 'HQ' }
  const theirs = { ...base, rank: 'LTC', region: 'Luzon' }
  const { values, both } = mergeValues(base, mine, theirs)
  expect(values).toMatchObject({ rank: 'MAJ', unitAssignment: 'HQ', region: 'Luzon' })
  expect(both).toEqual(['rank'])
})

test('the same change by both is no conflict', () => {
  const { both } = mergeValues(base, { ...base, rank: 'MAJ' }, { ...base, rank: 'MAJ' })
  expect(both).toEqual([])
})
