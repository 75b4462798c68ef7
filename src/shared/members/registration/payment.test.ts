import { expect, test } from 'vitest'
import { asksForPayment, toPrepareText } from './payment.ts'

// Shows registration-18
test.each([
  [0, false],
  [1, true],
  [250, true],
])('a fee of %d pesos is asked for: %s', (registrationFee, isAsked) => {
  expect(asksForPayment({ registrationFee })).toBe(isAsked)
  expect(toPrepareText({ registrationFee }).includes('proof of payment')).toBe(isAsked)
})
