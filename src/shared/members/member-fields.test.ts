import { expect, test } from 'vitest'
import { memberFileKinds } from './files.ts'
import { fieldNames, memberFields, recordSections, registrationOrder } from './member-fields.ts'

test('every field has one place on a record', () => {
  expect(Object.values(recordSections).flat().toSorted()).toEqual(fieldNames.toSorted())
})

test('a registration asks for every field and every file once, but for the number that approval gives', () => {
  const names = [...fieldNames, ...memberFileKinds].filter((name) => name !== 'idNumber')
  expect(registrationOrder.toSorted()).toEqual(names.toSorted())
})

test('no two fields have the same label or column', () => {
  const lines = Object.values(memberFields)
  expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length)
  const columns = lines.flatMap((line) => ('column' in line ? [line.column] : []))
  expect(new Set(columns).size).toBe(columns.length)
})
