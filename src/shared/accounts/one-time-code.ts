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
