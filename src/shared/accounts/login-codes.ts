import { codeAlphabet, foldTypedCode } from '#shared/typed-text.ts'

/**
 * Twelve digits: easy to read out and to type, and so many that wrong guesses need not end the code. At a thousand guesses a
 * second, day and night, one code would be guessed in thirty years.
 */
const digits = 12

/** The code of a random number below this. */
export const codesThereAre = 10 ** digits

/** In groups, as people read numbers out: `1234 5678 9012`. */
export const groupedCode = (number: number): string =>
  (String(number).padStart(digits, '0').match(/\d{4}/g) ?? []).join(' ')

/** The digits of a typed code, with or without spaces and hyphens; null when it has another shape. */
export function codeDigits(typed: string): string | null {
  const found = typed.replaceAll(/[\s\p{Pd}]/gu, '')
  return found.length === digits && /^\d+$/.test(found) ? found : null
}

/** How many recovery codes somebody with two-step login has, and of how many random bytes each is made. */
export const recoveryCodes = { count: 10, length: 10 } as const

/** Ten characters that nobody mistakes for another, in two groups: `K7QX2-M9PT4`. */
export function makeRecoveryCode(random: Uint8Array): string {
  if (random.length !== recoveryCodes.length)
    throw new Error(`a recovery code is made of ${recoveryCodes.length} bytes`)
  const made = [...random].map((byte) => codeAlphabet[byte % codeAlphabet.length]).join('')
  return `${made.slice(0, 5)}-${made.slice(5)}`
}

/** Which of these codes was typed, or -1. */
export const findRecoveryCode = (codes: readonly string[], typed: string): number =>
  codes.findIndex((code) => foldTypedCode(code) === foldTypedCode(typed))
