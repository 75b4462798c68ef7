import { expect, test } from 'vitest'
import { isHelped } from './login-help.ts'

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
