/** What the settings say of the fee for printing the ID card. */
interface Fee {
  registrationFee: number
  /** Where it is sent; empty while it is not set. */
  walletAccount: string
}

/** Nobody is asked for the proof of a payment without being told where to send it. */
export const asksForPayment = ({ registrationFee, walletAccount }: Fee): boolean =>
  registrationFee > 0 && walletAccount !== ''

/** About the fee, on the home page and in the form. */
export const paymentText = {
  scan: 'Scan to copy the number',
  code: 'QR code of the account number',
  later: (fee: number) =>
    `The fee for printing your ID card is ${fee} pesos. Please do not pay yet: once we have looked at your application, we tell you how.`,
} as const
