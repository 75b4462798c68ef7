/** What the settings say of the fee for printing the ID card. */
interface Fee {
  registrationFee: number
  /** Where it is sent; empty while it is not set. */
  walletAccount: string
}

/** Nobody is asked for the proof of a payment without being told where to send it. */
export const asksForPayment = ({ registrationFee, walletAccount }: Fee): boolean =>
  registrationFee > 0 && walletAccount !== ''

/** What somebody who wants to join gets ready first; on the home page and above the form. */
export const toPrepare = (fee: Fee): string =>
  `It takes about ten minutes. Have a 2x2 picture, another photo of yourself, your signature${asksForPayment(fee) ? ', your proof of payment' : ''} and a copy of your commission document ready on this phone or computer.`

/** About the fee, on the home page and in the form. */
export const paymentText = {
  scan: 'Scan to copy the number',
  code: 'QR code of the account number',
  later: (fee: number) =>
    `The fee for printing your ID card is ${fee} pesos. Please do not pay yet: once we have looked at your application, we tell you how.`,
} as const
