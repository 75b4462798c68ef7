import { expect, test } from 'vitest'
import {
  codeDigits,
  codeCount,
  groupedCode,
  isHelped,
  isHelpedBallot,
  needsSecondAdmin,
  whyCannotConfirmCode,
  whyCannotGiveCode,
  whyCannotHelp,
} from './login-help.ts'

test.each([
  [0, '0000 0000 0000'],
  [12_345_678, '0000 1234 5678'],
  [codeCount - 1, '9999 9999 9999'],
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

test.each([
  ['nobody helped', null, 100, false],
  ['help before the roll was frozen', 99, 100, false],
  ['help as it was frozen', 100, 100, true],
  ['help after it, whatever password was chosen since', 101, 100, true],
  ['an election without a roll, as a rehearsal', 101, null, false],
])('a ballot after %s', (_what, helpedAt, rollFrozenAt, helped) => {
  expect(isHelpedBallot(helpedAt, rollFrozenAt)).toBe(helped)
})

test('help while people vote needs a second administrator where an election asks for one, and then only a code is given', () => {
  const [alone, together] = [{ proxyNeedsSecondAdmin: false }, { proxyNeedsSecondAdmin: true }]
  for (const rolls of [[], [alone]]) {
    expect(needsSecondAdmin(rolls)).toBe(false)
    expect(whyCannotHelp('birthday password', rolls)).toBeNull()
  }
  expect(needsSecondAdmin([alone, together])).toBe(true)
  expect(whyCannotHelp('one-time code', [together])).toBeNull()
  for (const act of ['birthday password', 'two-step login removed', 'details changed'] as const)
    expect(whyCannotHelp(act, [alone, together])).toBe('help-by-code-only')
})

test.each([
  [['membership'], 0, null],
  [['elections'], 1, null],
  [['elections'], 0, 'roll-lacks-member'],
] as const)('with the job %j, for somebody on %i open rolls, a code is refused: %s', (held, rolls, why) => {
  expect(whyCannotGiveCode({ role: 'admin', jobs: held }, Array.from({ length: rolls }))).toBe(why)
})

test('the second administrator is not the first', () => {
  expect(whyCannotConfirmCode('one', 'one')).toBe('needs-another-admin')
  expect(whyCannotConfirmCode('one', 'two')).toBeNull()
})
