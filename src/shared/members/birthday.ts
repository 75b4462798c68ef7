import { showCount } from '#shared/figures.ts'
import { isPlainDate, months, type PlainDate } from '#shared/time.ts'

/** For `1980-02-31`: the month has fewer days. Null for a day that exists, or if something else is wrong with it. */
export function whyNoSuchDay(typed: string): string | null {
  const [, year = '', month = '', day = ''] = /^((?:19|20)\d\d)-(0[1-9]|1[0-2])-(\d\d)$/.exec(typed) ?? []
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (month === '' || Number(day) <= days) return null
  return `Please enter a valid birthday: ${months[Number(month) - 1]} ${year} has ${days} days`
}

/** People born before this type all four digits of the year. */
const oldestShortYear = 30

/** `64` -> `1964`, `05` -> `2005`; anything but two digits stays as it was typed. */
export const fullYear = (typed: string): string =>
  /^\d\d$/.test(typed) ? `${Number(typed) < oldestShortYear ? 20 : 19}${typed}` : typed

/** Whoever would be younger has probably mistyped the year. */
export const youngestApplicant = 15

/** A hint, never a refusal: the approval desk is told too. */
export function whyDoubtBirthday(birthday: PlainDate, today: PlainDate): string | null {
  if (!isPlainDate(birthday) || birthday > today) return null
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4)) - (today.slice(4) < birthday.slice(4) ? 1 : 0)
  return years < youngestApplicant ? `You would be ${showCount(years, 'year', 'years')} old. Check the year.` : null
}

/** `1964-10-05` -> `05Oct1964`: the password a member starts with. English months whatever the machine's language. */
export function birthdayPassword(birthday: PlainDate): string {
  const [year, month, day] = birthday.split('-')
  return `${day}${months[Number(month) - 1]?.slice(0, 3)}${year}`
}

/** A typed password in the shape of a birthdate, in its one stored form (`5oct1964` -> `05Oct1964`); null for any other. */
export function asBirthdayPassword(typed: string): string | null {
  const match = /^(\d{1,2})[\s-]*([a-z]{3,9})[\s-]*(\d{4})$/i.exec(typed.trim())
  if (!match) return null
  const [, day = '', word = '', year = ''] = match
  const month = months.find((name) => name.toLowerCase().startsWith(word.toLowerCase()))
  if (!month || Number(day) < 1 || Number(day) > 31) return null
  return `${day.padStart(2, '0')}${month.slice(0, 3)}${year}`
}
