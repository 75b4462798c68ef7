import { expect, test } from 'vitest'
import { asksForPayment, toPrepare } from './payment.ts'

test.each([
  [0, '', false],
  [0, '0917 123 4567', false],
  [250, '', false],
  [250, '0917 123 4567', true],
])('a fee of %d pesos, sent to %j, is asked for: %s', (registrationFee, walletAccount, isAsked) => {
  const fee = { registrationFee, walletAccount }
  expect(asksForPayment(fee)).toBe(isAsked)
  expect(toPrepare(fee).includes('proof of payment')).toBe(isAsked)
})
