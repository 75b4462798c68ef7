import type { ErrorCode } from '#shared/errors.ts'
import type { Role } from '#shared/permissions.ts'
import type { PlainDate } from '#shared/time.ts'

export const passwordLength = { min: 6, max: 128 } as const

/** Administrators and observers log in with an email address and see more than members: only the password protects that. */
export const emailLoginPasswordMin = 12

type PasswordRefusal = Extract<
  ErrorCode,
  'passwords-differ' | 'password-too-short' | 'password-too-long' | 'password-is-a-date'
>

export function whyNotPassword(password: string, confirm: string): PasswordRefusal | null {
  if (password !== confirm) return 'passwords-differ'
  if (password.length < passwordLength.min) return 'password-too-short'
  if (password.length > passwordLength.max) return 'password-too-long'
  return looksLikeDate(password) ? 'password-is-a-date' : null
}

/** English, then Filipino. */
export const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'enero',
  'pebrero',
  'marso',
  'abril',
  'mayo',
  'hunyo',
  'hulyo',
  'agosto',
  'setyembre',
  'oktubre',
  'nobyembre',
  'disyembre',
]

/** A birthdate is what a stranger tries first, however it is written: digits only, or with the name of a month. */
export function looksLikeDate(password: string): boolean {
  const compact = password.toLowerCase().replaceAll(/[\s./_,-]/g, '')
  if (/^\d{5,8}$/.test(compact)) return true
  const [, before = '', word = '', after = ''] = /^(\d{0,4})(?:st|nd|rd|th)?([a-z]{3,10})(\d{0,6})$/.exec(compact) ?? []
  return before.length + after.length >= 3 && monthNames.some((month) => month.startsWith(word))
}

/** What others know about the password's owner. */
export interface PasswordOwner {
  names: readonly (string | null)[]
  serial: string | null
  idNumber: string | null
  email: string | null
  birthday: PlainDate | null
}

type PersonalRefusal = Extract<
  ErrorCode,
  'password-is-name' | 'password-is-serial' | 'password-is-id-number' | 'password-is-email' | 'password-is-birthday'
>

/**
 * Why a password is refused to its owner, or null: without what others know about them it would be too short. So Juan Cruz cannot
 * choose `juan.cruz` or `Cruz-1964!`, but can choose `juan at ang mga bituin`.
 */
export function whyPersonalPassword(password: string, owner: PasswordOwner): PersonalRefusal | null {
  const typed = fold(password)
  const known: readonly (readonly [PersonalRefusal, readonly string[]])[] = [
    ['password-is-serial', numberSpellings(owner.serial ?? '')],
    ['password-is-id-number', numberSpellings(owner.idNumber ?? '')],
    ['password-is-email', emailSpellings(owner.email ?? '')],
    ['password-is-name', nameSpellings(owner.names)],
    ['password-is-birthday', birthdaySpellings(owner.birthday ?? '')],
  ]
  const spellings = known.flatMap(([, ways]) => ways).toSorted((a, b) => b.length - a.length)
  const own = spellings.reduce((left, spelling) => left.replaceAll(spelling, ''), typed)
  if (own.length >= passwordLength.min) return null
  return known.find(([, ways]) => ways.some((spelling) => typed.includes(spelling)))?.[0] ?? null
}

/** Ignores capitals, accents, spaces and punctuation. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What is not known about the owner has no spellings. */
const longEnough = (least: number, spellings: readonly string[]) =>
  spellings.filter((spelling) => spelling.length >= least)

/** With its letters and without. */
const numberSpellings = (number: string) => longEnough(4, [fold(number), number.replaceAll(/\D/g, '')])

const emailSpellings = (email: string) => longEnough(4, [fold(email), fold(email.split('@')[0] ?? '')])

/** Each part separately, in any order. A particle such as `de` is not a name. */
const nameSpellings = (names: readonly (string | null)[]): readonly string[] =>
  longEnough(
    3,
    names.flatMap((name) => (name ?? '').split(/[\s-]/).map(fold)),
  )

/** Day, month and year in every usual order, in digits or with the month's name; and the year alone. */
function birthdaySpellings(birthday: PlainDate): readonly string[] {
  const [year = '', month = '', day = ''] = birthday.split('-')
  const named = monthNames.filter((_name, n) => n % 12 === Number(month) - 1)
  const days = [day, String(Number(day))]
  const months = [month, String(Number(month)), ...named, ...named.map((name) => name.slice(0, 3))]
  const years = [year, year.slice(2)]
  const dates = days.flatMap((d) =>
    months.flatMap((m) => [d + m, m + d, ...years.flatMap((y) => [d + m + y, m + d + y, y + m + d])]),
  )
  return longEnough(4, [...dates, year])
}

/**
 * Whether many people use this password, according to a list in lower case: also with a few digits or signs before or after it,
 * as in `Dragon123!`, and if it only repeats one to three characters.
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const typed = password.trim().toLowerCase()
  const word = typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(typed) || common.has(word) || /^(.{1,3})\1+$/su.test(typed)
}

/**
 * Whether the present password is required for choosing another. People who log in by email have more to lose at an unattended
 * screen; members, who may have logged in with a one-time code, need not enter it.
 */
export const asksForPresentPassword = ({ role, ownPassword }: { role: Role; ownPassword: boolean }): boolean =>
  (role === 'admin' || role === 'observer') && ownPassword
