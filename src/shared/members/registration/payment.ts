/** What the settings say of the fee for printing the ID card. */
interface Fee {
  registrationFee: number
  /** Where it is sent; empty while it is not set. */
  walletAccount: string
}

/** Nobody is asked for the proof of a payment without being told where to send it. */
export const asksForPayment = ({ registrationFee, walletAccount }: Fee): boolean =>
  registrationFee > 0 && walletAccount !== ''
