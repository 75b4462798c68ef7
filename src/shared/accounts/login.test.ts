import { expect, test } from 'vitest'
import { paceOf, triesLeftToShow, whyCannotLogIn } from './login.ts'

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
  expect(triesLeftToShow(left)).toBe(told)
})
