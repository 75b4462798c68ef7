import { may, type Who } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'

/** Every act by which somebody else could come into a member's account. Each is told to the member and is in the log. */
export type LoginHelp =
  | { act: 'one-time code' }
  | { act: 'birthday password' }
  | { act: 'two-step login removed' }
  | { act: 'details changed'; changed: readonly LoginDetail[] }

/** How long a one-time code works. */
export const codeValidHours = 24

/** What a login or its reset link goes by. */
export const loginDetails = ['email', 'militarySerial', 'birthday'] as const
export type LoginDetail = (typeof loginDetails)[number]

/**
 * Whether a login is marked as helped: until its owner has chosen a password after the help. But whoever the help let in can choose
 * that password, so the mark alone protects nobody. Therefore the emails about the help are queued with it, before anybody can use
 * it; the log says of a password that it was chosen after help; and the member's screen keeps naming the day of the help.
 */
export function isHelped(login: { helpedAt: Instant | null; ownPasswordAt: Instant | null }): boolean {
  return login.helpedAt !== null && login.helpedAt >= (login.ownPasswordAt ?? -Infinity)
}

/**
 * Whoever votes after such help is counted apart, as with proxies: by the help alone, for who chose a password after it may be who
 * gave it.
 */
export const isHelpedBallot = (helpedAt: Instant | null, rollFrozenAt: Instant | null): boolean =>
  helpedAt !== null && rollFrozenAt !== null && helpedAt >= rollFrozenAt

/** Where an election asks for a second administrator, so does help for somebody who can vote in it. */
export const needsSecondAdmin = (openRolls: readonly { proxyNeedsSecondAdmin: boolean }[]): boolean =>
  openRolls.some(({ proxyNeedsSecondAdmin }) => proxyNeedsSecondAdmin)

/** Only a code can wait for the second one; whatever else would let somebody in has to. */
export const whyCannotHelp = (
  act: LoginHelp['act'],
  openRolls: readonly { proxyNeedsSecondAdmin: boolean }[],
): 'help-by-code-only' | null => (act !== 'one-time code' && needsSecondAdmin(openRolls) ? 'help-by-code-only' : null)

/** Who runs elections and has no other business with members helps those who can vote now, and nobody else. */
export const whyCannotGiveCode = (admin: Who, openRolls: readonly unknown[]): 'roll-lacks-member' | null =>
  may(admin, 'help members log in') || openRolls.length > 0 ? null : 'roll-lacks-member'

/** The second administrator must be another than the one who gave it. */
export const whyCannotConfirmCode = (givenBy: string, adminId: string): 'needs-another-admin' | null =>
  givenBy === adminId ? 'needs-another-admin' : null

/**
 * Twelve digits: easy to read out and to type, and so many that wrong guesses need not end the code. At a thousand guesses a
 * second, day and night, one code would be guessed in thirty years.
 */
const digits = 12

/** The code of a random number below this. */
export const codeCount = 10 ** digits

/** In groups, as people read numbers out: `1234 5678 9012`. */
export const groupedCode = (number: number): string =>
  (String(number).padStart(digits, '0').match(/\d{4}/g) ?? []).join(' ')

/** The digits of a typed code, with or without spaces and hyphens; null when it has another shape. */
export function codeDigits(typed: string): string | null {
  const found = typed.replaceAll(/[\s\p{Pd}]/gu, '')
  return found.length === digits && /^\d+$/.test(found) ? found : null
}
