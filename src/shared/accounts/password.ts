import type { ErrorCode } from '../errors.ts'

export const passwordLength = { min: 6, max: 128 } as const

/** Administrators and observers log in with an email address and see what members do not: the password is what protects it. */
export const emailLoginPasswordMin = 12

export type PasswordRefusal = Extract<
  ErrorCode,
  'passwords-differ' | 'password-too-short' | 'password-too-long' | 'password-is-a-date'
>

/** Why a password of one's own is refused, or null. */
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

/** A birthdate is what a stranger tries first, however it is written: figures alone, or a month's name among them. */
export function looksLikeDate(password: string): boolean {
  const compact = password
    .trim()
    .toLowerCase()
    .replaceAll(/[\s./_,-]+/g, '')
  if (/^\d{5,8}$/.test(compact)) return true
  const [, before = '', word = '', after = ''] = /^(\d{0,4})(?:st|nd|rd|th)?([a-z]{3,10})(\d{0,6})$/.exec(compact) ?? []
  const named = word.length >= 3 && monthNames.some((month) => month.startsWith(word))
  return named && before.length + after.length >= 3
}
