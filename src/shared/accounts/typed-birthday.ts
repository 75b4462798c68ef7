import { fullYear } from '#shared/members/birthday.ts'
import type { PlainDate } from '#shared/time.ts'
import { looksLikeDate, monthNames } from './password.ts'

/** A typed password, read as a birthday. */
type TypedBirthday =
  | { status: 'clear'; date: PlainDate }
  /** In digits it is unclear which of two is the month: people here write both orders. */
  | { status: 'ambiguous'; dates: readonly [PlainDate, PlainDate] }
  /** Written like a date, but it does not exist. */
  | { status: 'impossible' }

/**
 * Reads a birthday as people write it: `5 Oct 1964`, `October 5, 1964`, `5/10/1964`, `1964-10-05`, `05101964`. Null for anything
 * that may be a password of one's own; those are never dates (`looksLikeDate` refuses them), so nobody's own password is mistaken
 * for a birthday.
 */
export function readBirthday(typed: string, lastYear = 2029, firstYear = 1900): TypedBirthday | null {
  if (!looksLikeDate(typed)) return null
  const text = typed.trim().toLowerCase()
  const readings = withMonthName(text) ?? withSeparators(text)
  const dates = realDates(readings ?? figuresAlone(text), firstYear, lastYear)
  const [first, second] = dates
  if (first === undefined) return readings === null ? null : { status: 'impossible' }
  return second === undefined ? { status: 'clear', date: first } : { status: 'ambiguous', dates: [first, second] }
}

/** Year, month and day. */
type Reading = readonly [string, string, string]

const between = String.raw`[\s./_,-]*`
const apart = String.raw`[\s./_,-]+`
const day = String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?`
const month = '(?<w>[a-z]{3,10})'

const dayFirst = new RegExp(String.raw`^${day}${between}${month}${between}(?<y>\d{4}|\d{2})$`)
/** `Oct 1964` has no day: a short year must be separated from it. */
const monthFirst = new RegExp(String.raw`^${month}${between}${day}(?:${between}(?<y>\d{4})|${apart}(?<short>\d{2}))$`)
const yearFirst = new RegExp(String.raw`^(?<y>\d{4})${between}${month}${between}${day}$`)

function withMonthName(text: string): Reading[] | null {
  const found = dayFirst.exec(text) ?? monthFirst.exec(text) ?? yearFirst.exec(text)
  const { d = '', w = '', y = found?.groups?.['short'] ?? '' } = found?.groups ?? {}
  const number = w === '' ? -1 : monthNames.findIndex((name) => name.startsWith(w))
  return number < 0 ? null : [[y, String((number % 12) + 1), d]]
}

const figures = new RegExp(String.raw`^(\d{1,2})${apart}(\d{1,2})${apart}(\d{4}|\d{2})$`)
const isoFigures = new RegExp(String.raw`^(\d{4})${apart}(\d{1,2})${apart}(\d{1,2})$`)

function withSeparators(text: string): Reading[] | null {
  const [, y, m, d] = isoFigures.exec(text) ?? []
  if (y && m && d) return [[y, m, d]]
  const [, a, b, last] = figures.exec(text) ?? []
  return a && b && last ? eitherOrder(a, b, last) : null
}

/** Only with two digits each: `5101964` could be read in four ways. */
function figuresAlone(text: string): Reading[] {
  const [, y = '', m = '', d = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  const [, a = '', b = '', last = ''] = /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(text) ?? []
  return [[y, m, d], ...eitherOrder(a, b, last)]
}

const eitherOrder = (a: string, b: string, last: string): Reading[] => [
  [last, b, a],
  [last, a, b],
]

function realDates(readings: readonly Reading[], firstYear: number, lastYear: number): PlainDate[] {
  const dates = readings.flatMap(([typedYear, month, day]) => {
    const full = Number(fullYear(typedYear))
    if (full < firstYear || full > lastYear) return []
    const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const time = Date.parse(`${date}T00:00:00Z`)
    // `Date` would turn 31 February into March.
    return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? [] : [date]
  })
  return [...new Set(dates)]
}
