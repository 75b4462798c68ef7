import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { inOrder, readDateOrder, type DateOrder } from '#shared/members/csv/guess-columns.ts'
import { paymentReference } from '#shared/members/fields.ts'
import { readPesos } from '#shared/pesos.ts'
import type { PlainDate } from '#shared/time.ts'
import type { BankStatement } from './schemas.ts'

/** What a statement of a bank or a wallet is read for. A column for what goes out is not needed: only what came in is a payment. */
export const statementColumns = ['day', 'centavos', 'reference', 'text'] as const
export type StatementColumn = (typeof statementColumns)[number]
/** Where each stands in a row; -1 for one that the file does not have. */
export type StatementMapping = Record<StatementColumn, number>

const words: Record<StatementColumn, RegExp> = {
  day: /\b(date|day|posted)\b/i,
  centavos: /\b(credit|deposit|received|amount|cash.?in)s?\b/i,
  reference: /\bref|trace|transaction (no|number|id)|txn/i,
  text: /desc|particular|details|remark|memo|sender|from/i,
}

/** By what banks and wallets here call them. A column is taken once. */
export function guessStatementColumns(headings: readonly string[]): StatementMapping {
  const taken = new Set<number>()
  const find = (name: StatementColumn) => {
    const at = headings.findIndex((heading, n) => !taken.has(n) && words[name].test(heading))
    if (at >= 0) taken.add(at)
    return at
  }
  // `Date` before the others, and `Reference` before what it may be a part of.
  return { day: find('day'), reference: find('reference'), centavos: find('centavos'), text: find('text') }
}

/** The first row that names two of the columns; 0 where none does. Above it stand the account and its holder. */
export const findStatementHeading = (rows: readonly (readonly string[])[]): number =>
  Math.max(
    0,
    rows.findIndex((cells) => Object.values(guessStatementColumns(cells)).filter((at) => at >= 0).length > 1),
  )

/** Dates of banks come with a time. */
const withoutTime = (typed: string) => typed.trim().replace(/[T\s]+\d{1,2}:\d\d.*$/, '')

/** `11/30/2026` says which figure is the month; where none does, the month comes first, as most banks here write it. */
export function guessDayOrder(typed: readonly string[]): DateOrder {
  const read = readDateOrder(typed.map(withoutTime))
  return read.status === 'known' ? read.order : 'month first'
}

/** The day of `2026-11-30 14:05`, `11/30/26`, `30-Nov-2026` or `Nov 30, 2026`; null for what is none. */
export function readDay(typed: string, order: DateOrder): PlainDate | null {
  const read = readBirthday(inOrder(withoutTime(typed), order), 2099)
  // A birthday's short year may be one of the last century; a statement's is not.
  return read?.status === 'clear' ? read.date.replace(/^19/, '20') : null
}

/** What came in, line by line. Left out are lines that took money away, and those without a day or an amount. */
export function readStatementLines(
  rows: readonly (readonly string[])[],
  mapping: StatementMapping,
  order: DateOrder,
): { lines: BankStatement['lines']; left: number } {
  const copies = new Map<string, number>()
  const lines = rows.flatMap((cells) => {
    const cell = (column: StatementColumn) => cells[mapping[column]]?.trim() ?? ''
    const day = readDay(cell('day'), order)
    const centavos = readPesos(cell('centavos').replace(/^\+/, ''))
    if (day === null || !centavos) return []
    // A cell that is no reference is still something to read.
    const reference = paymentReference().safeParse(cell('reference')).data ?? ''
    const text = (cell('text') || cell('reference')).slice(0, 300)
    const same = JSON.stringify([day, centavos, reference, text])
    const copy = copies.get(same) ?? 0
    copies.set(same, copy + 1)
    return [{ day, centavos, reference, text, copy }]
  })
  return { lines, left: rows.length - lines.length }
}
