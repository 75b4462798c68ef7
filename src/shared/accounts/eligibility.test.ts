import { expect, test } from 'vitest'
import { whyCannotLogIn } from './eligibility.ts'

// Shows login-11
test.each([
  [null, 'user-not-found'],
  [{ approved: false, withdrawn: false }, 'account-pending'],
  [{ approved: false, withdrawn: true }, 'account-pending'],
  [{ approved: true, withdrawn: true }, 'membership-withdrawn'],
  [{ approved: true, withdrawn: false }, null],
])('%j: %s', (account, why) => {
  expect(whyCannotLogIn(account)).toBe(why)
})
