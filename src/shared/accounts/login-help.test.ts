import { expect, test } from 'vitest'
import { codeDigits, codesThereAre, groupedCode, isHelped } from './login-help.ts'

test.each([
  [0, '0000 0000 0000'],
  [12_345_678, '0000 1234 5678'],
  [codesThereAre - 1, '9999 9999 9999'],
])('%i is read out as %s, and typed back', (number, code) => {
  expect(groupedCode(number)).toBe(code)
  expect(codeDigits(code)).toBe(code.replaceAll(' ', ''))
})

test.each([
  ['123456789012', '123456789012'],
  ['1234-5678-9012', '123456789012'],
  [' 1234 5678 9012 ', '123456789012'],
  ['1234–5678–9012', '123456789012'],
  ['1234-5678-901', null],
  ['1234-5678-9012-3', null],
  ['05Oct1964', null],
  ['１２３４５６７８９０１２', null],
  ['', null],
])('%j is %j', (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits)
})

// Shows login-42
test.each([
  ['nobody helped', null, null, false],
  ['nobody helped, and the password is their own', null, 5, false],
  ['helped, and still on the birthday', 5, null, true],
  ['helped after a password of their own', 5, 4, true],
  ['both at one moment: the help may have come last', 5, 5, true],
  ['a password of their own after the help', 5, 6, false],
])('%s', (_what, helpedAt, ownPasswordAt, helped) => {
  expect(isHelped({ helpedAt, ownPasswordAt })).toBe(helped)
})
