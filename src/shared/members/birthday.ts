/** Birthdates are plain calendar dates, written `YYYY-MM-DD`, with no time and no zone. */
export type PlainDate = string

/** `YYYY-MM-DD` of a day that exists, in a year somebody alive was born in. */
export function isCalendarDate(value: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value
}

/** Born before this, somebody types all four digits of the year. */
const oldestShortYear = 30

/** `64` -> `1964`, `05` -> `2005`; anything but two digits stays as it was typed. */
export const fullYear = (typed: string): string =>
  /^\d\d$/.test(typed) ? `${Number(typed) < oldestShortYear ? 20 : 19}${typed}` : typed

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `1964-10-05` -> `05Oct1964`: the password a member starts with. English months whatever the machine's language. */
export function birthdayPassword(birthday: PlainDate): string {
  const [year, month, day] = birthday.split('-')
  return `${day}${months[Number(month) - 1]}${year}`
}

/** A typed password that has the shape of a birthdate, in its one stored form (`5oct1964` -> `05Oct1964`); null for any other. */
export function asBirthdayPassword(typed: string): string | null {
  const match = /^(\d{1,2})[\s-]*([a-z]{3,9})[\s-]*(\d{4})$/i.exec(typed.trim())
  if (!match) return null
  const [, day = '', word = '', year = ''] = match
  const month = months.find((name) => fullMonth(name).startsWith(word.toLowerCase()))
  if (!month || Number(day) < 1 || Number(day) > 31) return null
  return `${day.padStart(2, '0')}${month}${year}`
}

function fullMonth(short: (typeof months)[number]): string {
  const rest = {
    Jan: 'uary',
    Feb: 'ruary',
    Mar: 'ch',
    Apr: 'il',
    May: '',
    Jun: 'e',
    Jul: 'y',
    Aug: 'ust',
    Sep: 'tember',
    Oct: 'ober',
    Nov: 'ember',
    Dec: 'ember',
  }
  return (short + rest[short]).toLowerCase()
}
