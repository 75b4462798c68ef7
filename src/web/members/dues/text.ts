import type { DuesStanding } from '#shared/members/dues/dues.ts'

export const standingTitles: Record<DuesStanding['kind'], string> = {
  exempt: 'Exempt from dues',
  good: 'In good standing',
  grace: 'Your dues are due',
  lapsed: 'Not in good standing',
}

/** What members read on the page of their dues. */
export const ownDuesText = {
  title: 'My dues',
  failed: 'Your dues could not be loaded',
  waits: 'We are checking your payment',
  waiting: 'We are checking your payment.',
  pay: 'Pay your dues',
  ahead: 'Pay ahead',
  toPay: 'To pay',
  period: (first: string, last: string) => `For ${first} to ${last}`,
  credit: (pesos: string) => `${pesos} that you paid before is taken off.`,
  ask: 'Please ask us where to pay:',
  where: 'Where to pay',
  numberOf: (account: string) => ` the number of ${account}`,
  codeOf: (account: string) => `QR code of ${account}`,
  again: 'Send another proof',
  askedAgain: 'We could not accept the proof',
  notNow: 'Not now',
  payments: 'My payments',
  noPayments: 'Your payments and receipts will be listed here.',
  sendAgain: 'Send another proof',
} as const

export const payText = {
  title: 'Tell us about your payment',
  amount: 'Amount in pesos',
  paidOn: 'Day of the payment',
  way: 'Paid to',
  reference: 'Reference number',
  asOnReceipt: 'As on the receipt',
  proofFailed: 'The picture was not sent. Please try again.',
  send: 'Send',
  sent: 'Thank you. We will check your payment.',
} as const

/** A ledger. */
export const entryText = {
  waiting: 'Being checked',
  askedAgain: 'Another proof needed',
  refused: 'Refused',
  accepted: 'Accepted',
  voided: 'Void',
  takenBack: 'Taken back',
  broughtForward: 'Paid before this list began',
  paid: (day: string, way: string) => `Paid on ${day}, ${way}`,
  reference: (number: string) => `reference ${number}`,
  paidUntil: (day: string) => `Dues paid until ${day}`,
  receipt: (number: string) => `Receipt ${number}`,
  proof: 'Proof',
} as const

/** On a member's profile. */
export const memberDuesText = {
  title: 'Dues',
  failed: 'The payments could not be loaded',
  nothing: 'Nothing has been paid yet.',
  reason: 'Reason',
  void: 'Void',
  voidTitle: (pesos: string, receipt: string) => `Void the payment of ${pesos}, receipt ${receipt}?`,
  voidHow: 'It stays in the books and is taken back by an entry with a receipt of its own. The member gets an email.',
  voided: 'The payment is void.',
  exempt: 'Exempt from dues',
  exemptTitle: 'Exempt this member from dues?',
  exemptHow: 'They pay nothing until you end it. Only those who handle dues read the reason.',
  exempted: 'The member is exempt from dues.',
  exemptSince: (day: string, by: string) => `Exempt since ${day}, by ${by}`,
  end: 'End the exemption',
  endTitle: 'End the exemption?',
  endHow: 'The member pays dues again.',
  ended: 'The exemption has ended.',
} as const
