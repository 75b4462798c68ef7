import type { DateOrder } from '#shared/members/csv/guess-columns.ts'
import { paymentReference } from '#shared/members/fields.ts'
import { readPesos } from '#shared/pesos.ts'
import { months, type PlainDate, isPlainDate } from '#shared/time.ts'
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

/** `11/30/2026` says which figure is the month; where none does, the month comes first, as most banks here write it. */
export const guessDayOrder = (typed: readonly string[]): DateOrder =>
  typed.some((one) => readDay(one, 'month first') === null && readDay(one, 'day first') !== null)
    ? 'day first'
    : 'month first'

/** The day of `2026-11-30 14:05`, `11/30/26`, `30-Nov-2026` or `Nov 30, 2026`; null for what is none. */
export function readDay(typed: string, order: DateOrder): PlainDate | null {
  const text = typed.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(text)
  if (iso) return asDay(iso[1], iso[2], iso[3])
  const figures = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})\b/.exec(text)
  if (figures) {
    const [, a, b, year] = figures
    return order === 'day first' ? asDay(year, b, a) : asDay(year, a, b)
  }
  const name = /[a-z]{3,}/i.exec(text)?.[0].slice(0, 3).toLowerCase()
  const month = months.findIndex((one) => one.slice(0, 3).toLowerCase() === name) + 1
  const named = /^(?:(\d{1,2})[\s-]*[a-z]+|[a-z]+\.?\s*(\d{1,2}))[\s,.-]+(\d{4}|\d{2})\b/i.exec(text)
  return named && month > 0 ? asDay(named[3], String(month), named[1] ?? named[2]) : null
}

function asDay(year = '', month = '', day = ''): PlainDate | null {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(date) ? date : null
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
