/** About the fee and the way of an application, on the home page and in the form; apart from what only one of them needs. */
export const paymentText = {
  scan: 'Scan to copy the number',
  code: 'QR code of the account number',
  later: (fee: number) =>
    `The fee for printing your ID card is ${fee} pesos. Please do not pay yet: once we have looked at your application, we tell you how.`,
} as const

export const seeApplication = 'See where your application stands'
export const applied = 'Have you applied already?'
