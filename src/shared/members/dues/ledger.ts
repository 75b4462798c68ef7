/** What the rows of a ledger are, and how far a payment has come. */
export const paymentKinds = ['payment', 'void', 'brought forward'] as const
export const paymentStates = ['waiting', 'asked again', 'refused', 'accepted'] as const
export type PaymentState = (typeof paymentStates)[number]
export const reminderKinds = ['before', 'due', 'grace over'] as const

/** `2026-000123` */
export const receiptNumber = (year: number, number: number): string => `${year}-${String(number).padStart(6, '0')}`
