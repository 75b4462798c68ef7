import { expect, test } from 'vitest'
import { roles } from '#shared/permissions.ts'
import { findRecoveryCode, firstStepOf, makeRecoveryCode } from './two-step.ts'

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

test('a recovery code has no look-alikes, and is found however it was typed', () => {
  const code = makeRecoveryCode(Uint8Array.from([0, 1, 27, 31, 32, 33, 16, 17, 18, 255]))
  expect(code).toBe('01VZ0-1GHJZ')
  const codes = ['AAAAA-AAAAA', code]
  for (const typed of ['01vz01ghjz', ' OIUZO – LGHJZ ', 'ol u z o i g h j z'])
    expect(findRecoveryCode(codes, typed), typed).toBe(1)
  for (const typed of ['', '01VZ0-1GHJ', '11VZ0-1GHJZ']) expect(findRecoveryCode(codes, typed), typed).toBe(-1)
})
