/** The settings about the fee for printing the ID card. */
interface Fee {
  registrationFee: number
}

/** Unless the association has set the fee to zero. */
export const asksForPayment = ({ registrationFee }: Fee): boolean => registrationFee > 0

/** What somebody who wants to join should have ready; on the home page and above the form. */
export const toPrepareText = (fee: Fee): string =>
  `It takes about ten minutes. Have these ready on this phone or computer: a 2x2 picture, another photo of yourself, your signature, ${asksForPayment(fee) ? 'your proof of payment ' : ''}and a copy of your commission or enlistment orders.`

/** About the fee, on the home page and in the form. */
export const paymentText = {
  scan: 'Scan to copy the number. This is not a payment code.',
  code: 'QR code of the account number',
  to: 'for ID card printing, sent to our mobile wallet account:',
  ask: 'for ID card printing. Please ask us where to send it:',
} as const
