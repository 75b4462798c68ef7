import { expect, test } from 'vitest'
import { changeFields, changeName, isChangeFile, isChangeText, whyNotChange } from './changes.ts'

test.each(['militarySerial', 'birthday', 'ms', 'idNumber'])('%s is asked for in words', (field) => {
  expect([isChangeFile(field), isChangeText(field)]).toEqual([false, false])
})

test('whatever can be asked for is a picture or a text, and once', () => {
  expect(changeFields.filter((field) => isChangeFile(field) === isChangeText(field))).toEqual([])
  expect(new Set(changeFields).size).toBe(changeFields.length)
})

test.each([
  ['cellphoneNumber', 'cellphone number'],
  ['philhealthNumber', 'PhilHealth number'],
] as const)('%s is %j within a sentence', (field, name) => {
  expect(changeName(field)).toBe(name)
})

test.each([
  ['personnelAddress', '', '12 Rizal St', 'Please enter the new address'],
  ['unitAddress', ' \n', '12 Rizal St', 'Please enter the new unit address'],
  ['unitAddress', '', null, 'Please enter the new unit address'],
  ['unitAddress', ' 12 Rizal St ', '12 Rizal St', 'This is what we already have'],
  ['unitAddress', '13 Rizal St', '12 Rizal St', null],
  ['suffix', '', 'JR', null],
  ['middleName', ' ', null, 'This is what we already have'],
] as const)('the %s %j instead of %j is refused: %s', (field, value, present, why) => {
  expect(whyNotChange(field, value, present)).toBe(why)
})
