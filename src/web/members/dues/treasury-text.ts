import { showCount, showNumber } from '#shared/figures.ts'
import { undoMs } from '#web/members/approval/desk.ts'

/** What the treasury reads at the desk for payments. */
export const deskText = {
  title: 'Waiting',
  proofOf: (name: string) => `Proof of payment of ${name}`,
  waiting: (count: number) => `${showNumber(count)} waiting`,
  more: (count: number) => `${showCount(count, 'more payment comes', 'more payments come')} after these.`,
  held: (name: string) => `${name}: accepted in ${undoMs / 1000} seconds. Until then you can undo it.`,
  acceptedIn: (name: string, seconds: number) =>
    `${name}: accepted in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  accepted: (receipt: string, name: string, amount: string) => `Receipt ${receipt}: ${amount} from ${name}`,
  otherAmount: (due: string) => `This is not what is due: ${due}.`,
  questions: {
    'ask again': {
      title: 'Ask for another proof?',
      lead: 'The member reads the reason and can send the payment again.',
      action: 'Ask for another',
      done: (name: string) => `We have asked ${name} for another proof.`,
      reasons: [
        'The picture cannot be read. Please send a clear one of the whole receipt.',
        'The reference number is not the one on the picture. Please look again.',
        'The amount is not the one on the picture. Please look again.',
      ],
    },
    refuse: {
      title: 'Refuse this payment?',
      lead: 'The member reads the reason. Nothing is added to what they have paid.',
      action: 'Refuse',
      done: (name: string) => `The payment of ${name} is refused.`,
      reasons: [
        'We could not find this payment in the account. Please ask your bank or wallet, then write to us.',
        'This payment was sent before.',
        'The picture shows another payment.',
      ],
    },
  },
} as const

/** What is read at a table where payments are taken in. */
export const cashText = {
  failed: 'The dues could not be loaded',
  due: (amount: string, until: string) => `Due: ${amount}, until ${until}.`,
  credit: (amount: string) => `${amount} paid before is taken off.`,
  entered: (receipt: string, name: string, amount: string, until: string) =>
    `Receipt ${receipt}: ${amount} from ${name}, paid until ${until}`,
  last: 'Today’s last ten receipts',
  voidIt: 'Void',
  voidTitle: (receipt: string) => `Void receipt ${receipt}?`,
  voided: (receipt: string, by: string) => `Receipt ${receipt} is void, by ${by}.`,
  voidReasons: [
    'It was entered for another member.',
    'The amount was typed wrongly.',
    'It was entered twice.',
    'The money was given back.',
  ],
} as const

/** What the treasurer tells the board and the bank. */
export const overviewText = {
  failed: 'The figures could not be loaded',
  standings: { good: 'in good standing', grace: 'in grace', lapsed: 'lapsed', exempt: 'exempt' },
  waiting: (count: number) => `${showCount(count, 'payment')} waiting`,
  askedAgain: (count: number) => `${showCount(count, 'member')} asked for another proof`,
  openLines: (count: number) => `${showCount(count, 'line')} of statements not matched`,
  nothingIn: (year: number) => `Nothing was received in ${year}`,
  firstOf: (shown: number, total: number) => `The first ${showNumber(shown)} of ${showNumber(total)}.`,
  byMonth: (total: string) => `${total}, by month`,
  receipts: (day: string) => `Receipts of ${day}`,
} as const

/** What is read where the statement of a bank or a wallet is compared with the receipts. */
export const statementText = {
  failed: 'The statement could not be loaded',
  names: { day: 'Day', centavos: 'Amount received', reference: 'Reference', text: 'Description' },
  column: (n: number) => `Column ${n}`,
  orders: { 'month first': 'Month first', 'day first': 'Day first' },
  left: (count: number) => `Left out: ${showCount(count, 'line')} without a day or money that came in.`,
  match: (count: number) => `Match ${showCount(count, 'line')}`,
  matched: (added: number, matched: number, known: number) =>
    `${showCount(added, 'line')} added, ${showNumber(matched)} matched.${known > 0 ? ` ${showNumber(known)} were known.` : ''}`,
  tabs: { open: 'Not matched', matched: 'Matched' },
  lines: { open: 'Lines without a receipt', matched: 'Matched lines' },
  none: { open: 'Every line has its receipt', matched: 'No line is matched yet' },
} as const
