import { expect, test } from 'vitest'
import { recordOf } from '#shared/objects.ts'
import { memberFileKinds } from './files.ts'
import {
  askedLabel,
  fieldNames,
  isInCapitals,
  memberFields,
  missingFields,
  recordSections,
  registrationOrder,
  shortLabel,
  type StoredRecord,
} from './member-fields.ts'

test('every field has one place on a record', () => {
  expect(Object.values(recordSections).flat().toSorted()).toEqual(fieldNames.toSorted())
})

test('a registration asks for every field and every file once, but for what approval gives', () => {
  const names = [...fieldNames, ...memberFileKinds].filter((name) => name !== 'idNumber' && name !== 'memberSince')
  expect(registrationOrder.toSorted()).toEqual(names.toSorted())
})

test('no two fields have the same label or column', () => {
  const lines = Object.values(memberFields)
  expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length)
  const columns = lines.flatMap((line) => ('column' in line ? [line.column] : []))
  expect(new Set(columns).size).toBe(columns.length)
})

test.each([
  ['militarySerial', 'Military serial', 'Serial', true],
  ['personnelAddress', 'Personnel address', 'Address', false],
  ['rank', 'Rank', 'Rank', true],
] as const)('%s is asked for as %s and short for %s; in capitals: %s', (name, asked, short, capitals) => {
  expect([askedLabel(name), shortLabel(name), isInCapitals(name)]).toEqual([asked, short, capitals])
})

test('a record lacks what a profile must have; an applicant has no number yet', () => {
  const lacking = (changed: Partial<StoredRecord>) =>
    missingFields({ ...recordOf(fieldNames, () => 'x'), approved: true, ...changed })
  expect(lacking({})).toEqual([])
  expect(lacking({ region: null, email: '', suffix: null, idNumber: null })).toEqual(['idNumber', 'email', 'region'])
  expect(lacking({ approved: false, idNumber: null })).toEqual([])
})
