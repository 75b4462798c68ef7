import type { Instant } from '#shared/time.ts'

/** Every act by which somebody else could come into a member's account. Each is told to the member and is in the log. */
export type LoginHelp =
  | { act: 'one-time code' }
  | { act: 'birthday password' }
  | { act: 'two-step login removed' }
  | { act: 'details changed'; changed: readonly LoginDetail[] }

/** What a login or its reset link goes by. */
export const loginDetails = ['email', 'militarySerial', 'birthday'] as const
export type LoginDetail = (typeof loginDetails)[number]

/**
 * Whether a login is marked as helped: until a password of one's own was chosen after the help. Whoever was let in by the
 * help can choose that password, so the mark alone protects nobody: the emails of the help are queued with it, before anybody
 * can use it; the log says of a password that it was chosen after help; and the member's screen keeps naming the day of the help.
 */
export function isHelped(login: { helpedAt: Instant | null; ownPasswordAt: Instant | null }): boolean {
  return login.helpedAt !== null && login.helpedAt >= (login.ownPasswordAt ?? -Infinity)
}

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
