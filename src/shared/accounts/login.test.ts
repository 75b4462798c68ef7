import { expect, test } from 'vitest'
import {
  codeDigits,
  codesThereAre,
  findRecoveryCode,
  firstStepOf,
  groupedCode,
  isHelped,
  makeRecoveryCode,
  paceOf,
  triesLeftToTell,
  whyCannotLogIn,
} from './login.ts'
import { roles } from '../permissions.ts'

// Shows login-11
test.each([
  [null, 'user-not-found'],
  [{ approved: false, withdrawn: false }, 'account-pending'],
  [{ approved: false, withdrawn: true }, 'account-pending'],
  [{ approved: true, withdrawn: true }, 'membership-withdrawn'],
  [{ approved: true, withdrawn: false }, null],
])('%j logs in: %s', (account, why) => {
  expect(whyCannotLogIn(account)).toBe(why)
})

// Shows administrators-13
test.each([
  [{ named: true, twoFactor: false, secure: true }, 'two-step login'],
  [{ named: false, twoFactor: false, secure: true }, 'two-step login'],
  [{ named: false, twoFactor: true, secure: true }, 'name'],
  [{ named: true, twoFactor: true, secure: true }, null],
  [{ named: true, twoFactor: false, secure: false }, null],
  [{ named: false, twoFactor: false, secure: false }, 'name'],
] as const)('an administrator with %j first does: %s', ({ named, twoFactor, secure }, step) => {
  expect(firstStepOf({ role: 'admin', named, twoFactor }, { secure })).toBe(step)
  for (const role of roles.filter((one) => one !== 'admin'))
    expect(firstStepOf({ role, named, twoFactor }, { secure }), role).toBeNull()
})

// Shows login-41
test.each([
  [0, 10, 600],
  [99, 10, 600],
  [100, 3, 3600],
  [100_000, 3, 3600],
])('after %i failures in a day an address has %i tries in %i seconds', (failures, tries, seconds) => {
  expect(paceOf(failures)).toEqual({ tries, seconds })
})

test.each([
  [5, undefined],
  [3, undefined],
  [2, 2],
  [1, 1],
  [0, 0],
  [-1, undefined],
  [Number.NaN, undefined],
])('with %i tries left, %s is told', (left, told) => {
  expect(triesLeftToTell(left)).toBe(told)
})

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
