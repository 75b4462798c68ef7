import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { readDateOrders, readWithOrder, type DateOrder } from '#shared/members/csv/date-order.ts'
import { paymentReference } from '#shared/members/fields.ts'
import { readPesos } from '#shared/pesos.ts'
import type { PlainDate } from '#shared/time.ts'
import type { BankStatement } from './schemas.ts'

/** The columns read from a bank or wallet statement. Outgoing money needs none: only what came in is a payment. */
export const statementColumns = ['day', 'centavos', 'reference', 'text'] as const
export type StatementColumn = (typeof statementColumns)[number]
/** The position of each column in a row; -1 for one that the file does not have. */
export type StatementMapping = Record<StatementColumn, number>

const words: Record<StatementColumn, RegExp> = {
  day: /\b(date|day|posted)\b/i,
  centavos: /\b(credit|deposit|received|amount|cash.?in)s?\b/i,
  reference: /\bref|trace|transaction (no|number|id)|txn/i,
  text: /desc|particular|details|remark|memo|sender|from/i,
}

/** Guesses by the headings that banks and wallets here use. A column is taken once. */
export function guessStatementColumns(headings: readonly string[]): StatementMapping {
  const taken = new Set<number>()
  const find = (name: StatementColumn) => {
    const at = headings.findIndex((heading, n) => !taken.has(n) && words[name].test(heading))
    if (at >= 0) taken.add(at)
    return at
  }
  // The day first (`Date received`), and the reference before the amount (`Deposit reference`): each fits two columns.
  return { day: find('day'), reference: find('reference'), centavos: find('centavos'), text: find('text') }
}

/** The first row that names two of the columns, or 0. The rows above it name the account and its holder. */
export const findStatementHeading = (rows: readonly (readonly string[])[]): number =>
  Math.max(
    0,
    rows.findIndex((cells) => Object.values(guessStatementColumns(cells)).filter((at) => at >= 0).length > 1),
  )

/** Banks often add a time to the date. */
const withoutTime = (typed: string) => typed.trim().replace(/[T\s]+\d{1,2}:\d\d.*$/, '')

/** `11/30/2026` shows the order of day and month. Without such a date the month comes first, as in most banks here. */
export function guessDayOrder(typed: readonly string[]): DateOrder {
  const read = readDateOrders(typed.map(withoutTime)).find(({ status }) => status === 'known')
  return read?.status === 'known' ? read.order : 'month first'
}

/** The day of `2026-11-30 14:05`, `11/30/26`, `30-Nov-2026` or `Nov 30, 2026`; null for anything else. */
export function readDay(typed: string, order: DateOrder): PlainDate | null {
  const read = readBirthday(readWithOrder(withoutTime(typed), order), 2099)
  if (read?.status !== 'clear') return null
  // `readBirthday` may put a year of two digits into the last century; a statement is never that old.
  return typed.includes(read.date.slice(0, 4)) ? read.date : read.date.replace(/^19/, '20')
}

/** The lines of money that came in. Leaves out lines of outgoing money, and lines without a day or an amount. */
export function readStatementLines(
  rows: readonly (readonly string[])[],
  mapping: StatementMapping,
  order: DateOrder,
): { lines: BankStatement['lines']; leftOut: number } {
  const copies = new Map<string, number>()
  const lines = rows.flatMap((cells) => {
    const cell = (column: StatementColumn) => cells[mapping[column]]?.trim() ?? ''
    const day = readDay(cell('day'), order)
    const centavos = readPesos(cell('centavos').replace(/^\+/, ''))
    if (day === null || !centavos) return []
    // A cell that is not a valid reference is still worth showing as text.
    const reference = paymentReference().safeParse(cell('reference')).data ?? ''
    const text = (cell('text') || cell('reference')).slice(0, 300)
    const same = JSON.stringify([day, centavos, reference, text])
    const copy = copies.get(same) ?? 0
    copies.set(same, copy + 1)
    return [{ day, centavos, reference, text, copy }]
  })
  return { lines, leftOut: rows.length - lines.length }
}
