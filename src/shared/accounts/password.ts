import type { ErrorCode } from '../errors.ts'
import { asBirthdatePassword } from '../members/birthdate.ts'

export const passwordLength = { min: 6, max: 128 } as const

/** Why a password of one's own is refused, or null. */
export function whyNotPassword(password: string, confirm: string): ErrorCode | null {
  if (password !== confirm) return 'passwords-differ'
  if (password.length < passwordLength.min) return 'password-too-short'
  if (password.length > passwordLength.max) return 'password-too-long'
  return looksLikeDate(password) ? 'password-is-a-date' : null
}

/** A birthdate is what a stranger tries first, however it is written. */
export function looksLikeDate(password: string): boolean {
  const compact = password.trim().replaceAll(/[\s./_,-]+/g, '')
  return (
    asBirthdatePassword(compact) !== null ||
    /^\d{6}$|^\d{8}$/.test(compact) ||
    /^[a-z]{3,9}\d{1,2}(\d{2}|\d{4})$/i.test(compact)
  )
}
