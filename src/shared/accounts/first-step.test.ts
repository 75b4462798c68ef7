import { expect, test } from 'vitest'
import { roles } from '../permissions.ts'
import { firstStepOf } from './first-step.ts'

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
