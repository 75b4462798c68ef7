import type { ErrorCode } from '../errors.ts'
import type { PlainDate } from '../members/birthday.ts'
import { monthNames, passwordLength } from './password.ts'

/** What others know of the member whose password it is. */
export interface PasswordOwner {
  names: readonly (string | null)[]
  serial: string | null
  idNumber: string | null
  email: string | null
  birthday: PlainDate | null
}

export type PersonalRefusal = Extract<
  ErrorCode,
  'password-is-name' | 'password-is-serial' | 'password-is-id-number' | 'password-is-email' | 'password-is-birthday'
>

/**
 * Why a password is refused to its owner, or null: without what others know of them it would be too short. So `juan.cruz`
 * and `Cruz-1964!` are refused to Juan Cruz, and `juan at ang mga bituin` is not.
 */
export function whyPersonalPassword(password: string, owner: PasswordOwner): PersonalRefusal | null {
  const typed = fold(password)
  const known: readonly (readonly [PersonalRefusal, readonly string[]])[] = [
    ['password-is-serial', numberSpellings(owner.serial)],
    ['password-is-id-number', numberSpellings(owner.idNumber)],
    ['password-is-email', emailSpellings(owner.email)],
    ['password-is-name', nameSpellings(owner.names)],
    ['password-is-birthday', birthdaySpellings(owner.birthday)],
  ]
  const spellings = known.flatMap(([, ways]) => ways).toSorted((a, b) => b.length - a.length)
  const own = spellings.reduce((left, spelling) => left.replaceAll(spelling, ''), typed)
  if (own.length >= passwordLength.min) return null
  return known.find(([, ways]) => ways.some((spelling) => typed.includes(spelling)))?.[0] ?? null
}

/** Capitals, accents, spaces and signs make no other word of it. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const longEnough = (least: number, spellings: readonly string[]) =>
  spellings.filter((spelling) => spelling.length >= least)

/** With its letters and without. */
const numberSpellings = (number: string | null): readonly string[] =>
  number === null ? [] : longEnough(4, [fold(number), number.replaceAll(/\D/g, '')])

const emailSpellings = (email: string | null): readonly string[] =>
  email === null ? [] : longEnough(4, [fold(email), fold(email.split('@')[0] ?? '')])

/** Each part for itself, in whatever order they are typed. A particle such as `de` is no name. */
const nameSpellings = (names: readonly (string | null)[]): readonly string[] =>
  longEnough(
    3,
    names.flatMap((name) => (name ?? '').split(/[\s-]+/).map(fold)),
  )

/** Day, month and year in every usual order, in figures or with the month's name; and the year alone. */
function birthdaySpellings(birthday: PlainDate | null): readonly string[] {
  const [year = '', month = '', day = ''] = birthday?.split('-') ?? []
  if (birthday === null) return []
  const named = monthNames.filter((_name, n) => n % 12 === Number(month) - 1)
  const days = [day, String(Number(day))]
  const months = [month, String(Number(month)), ...named, ...named.map((name) => name.slice(0, 3))]
  const years = [year, year.slice(2)]
  const dates = days.flatMap((d) =>
    months.flatMap((m) => [d + m, m + d, ...years.flatMap((y) => [d + m + y, m + d + y, y + m + d])]),
  )
  return longEnough(4, [...dates, year])
}
