import { expect, test } from 'vitest'
import type { Member } from '#web/members/api.ts'
import { changedNames, toForm, valuesOf } from './profile-fields.tsx'

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
