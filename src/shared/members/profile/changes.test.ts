import { expect, test } from 'vitest'
import { changeFields, changeName, isChangeFile, isChangeText } from './changes.ts'

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
