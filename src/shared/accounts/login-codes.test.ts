import { expect, test } from 'vitest'
import { codeDigits, codesThereAre, findRecoveryCode, groupedCode, makeRecoveryCode } from './login-codes.ts'

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

test('a recovery code has no look-alikes, and is found however it was typed', () => {
  const code = makeRecoveryCode(Uint8Array.from([0, 1, 27, 31, 32, 33, 16, 17, 18, 255]))
  expect(code).toBe('01VZ0-1GHJZ')
  const codes = ['AAAAA-AAAAA', code]
  for (const typed of ['01vz01ghjz', ' OIUZO – LGHJZ ', 'ol u z o i g h j z'])
    expect(findRecoveryCode(codes, typed), typed).toBe(1)
  for (const typed of ['', '01VZ0-1GHJ', '11VZ0-1GHJZ']) expect(findRecoveryCode(codes, typed), typed).toBe(-1)
})
