import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import type { PlainDate } from '#shared/time.ts'
import { lastPaidYear } from './imported-person.ts'

/** Whether the day or the month comes first in dates such as 2/1/1980. */
export type DateOrder = 'day first' | 'month first'

/** The order of dates by their separator: a file may have `07/29/1985` and `22.12.1995`. */
export type DateOrders = Readonly<Partial<Record<string, DateOrder>>>
export const separatorOf = (typed: string) => /[-./_,]/.exec(typed)?.[0] ?? ''

/** What settles the dates of one separator: other dates, the heading or the administrator; nothing if they contradict. */
export type DateReading = { separator: string; example: string } & (
  | { status: 'known'; order: DateOrder; because: string }
  | { status: 'mixed'; because: readonly [string, string] }
  | { status: 'ask' }
)

/** How to read the dates that can be read two ways, for each separator that has some. */
export function readDateOrders(dates: readonly string[], heading = ''): DateReading[] {
  const [, written = ''] = /\b(d{1,2}[-/. ]?m{1,3}|m{1,3}[-/. ]?d{1,2})[-/. ]?y/i.exec(heading) ?? []
  const ofHeading: DateOrder | null = written === '' ? null : /^d/i.test(written) ? 'day first' : 'month first'
  const examples = new Map<string, string>()
  const evidence = new Map<string, Map<DateOrder, string>>()
  for (const typed of dates) {
    const separator = separatorOf(typed)
    const found = evidence.get(separator) ?? new Map(ofHeading && [[ofHeading, heading.trim()]])
    evidence.set(separator, found)
    const order = orderShown(typed)
    if (order && !found.has(order)) found.set(order, typed)
    if (!examples.has(separator) && readBirthday(typed, lastPaidYear)?.status === 'ambiguous')
      examples.set(separator, typed)
  }
  return [...examples].map(([separator, example]): DateReading => {
    const [one, other] = evidence.get(separator) ?? []
    if (one && other) return { separator, example, status: 'mixed', because: [one[1], other[1]] }
    return one
      ? { separator, example, status: 'known', order: one[0], because: one[1] }
      : { separator, example, status: 'ask' }
  })
}

/** Dates of an order that nobody knows stay as they are: the rule of the birthday refuses each beside its cell. */
export const settleOrders = (readings: readonly DateReading[], answers: DateOrders): DateOrders =>
  Object.fromEntries(
    readings.flatMap((reading) => {
      if (reading.status === 'mixed') return []
      const order = reading.status === 'known' ? reading.order : answers[reading.separator]
      return order ? [[reading.separator, order]] : []
    }),
  )

/** The order of a date that can be read only one way, such as 25/12/1964. */
function orderShown(typed: string): DateOrder | null {
  const [, first, second, end] = /^(\d{1,2})[\s./_,-]*(\d{1,2})[\s./_,-]*(\d{4}|\d\d)$/.exec(typed.trim()) ?? []
  const read = readBirthday(typed, lastPaidYear)
  if (end === undefined || read?.status !== 'clear' || Number(first) === Number(second)) return null
  const [year = '', , day] = read.date.split('-')
  // `20101020` begins with its year.
  if (!year.endsWith(end)) return null
  return Number(first) === Number(day) ? 'day first' : 'month first'
}

/** `2/1/1980` becomes `1980-01-02` with the day first. Unambiguous dates stay as they are. */
export function readWithOrder(typed: string, order: DateOrder | null | undefined): string {
  const read = order && readBirthday(typed, lastPaidYear)
  return read?.status === 'ambiguous' ? read.dates[order === 'day first' ? 0 : 1] : typed
}

/** Spreadsheets count days from 1900 and include a 29 February 1900, which did not exist. They end with the year 9999. */
export function spreadsheetDay(days: number): PlainDate | null {
  if (!(days >= 1 && days < 2_958_466)) return null
  const date = new Date(Date.UTC(1899, 11, (days < 60 ? 31 : 30) + Math.floor(days)))
  return date.toISOString().slice(0, 10)
}

/**
 * `23423` becomes `1964-02-16`: a spreadsheet shows this number when a cell loses its date format. Null if it is not a plausible
 * birthday, or not before `end`.
 */
export function dayOfNumber(typed: string, end = '2011'): PlainDate | null {
  const date = /^\d{4,5}(?:\.0+)?$/.test(typed.trim()) ? spreadsheetDay(Number(typed)) : null
  return date !== null && date >= '1920' && date < end ? date : null
}

/** Finds birthdays written as day numbers. Not certain if others are digits only: `10564` may then be 1 May 1964. */
export function findDayNumbers(
  birthdays: readonly string[],
): { example: string; count: number; isSure: boolean } | null {
  const numbers = birthdays.filter((typed) => dayOfNumber(typed) !== null)
  const [example] = numbers
  return example === undefined
    ? null
    : { example, count: numbers.length, isSure: !birthdays.some((typed) => /^\d{6,8}$/.test(typed.trim())) }
}
