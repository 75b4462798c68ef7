import { may, type Who } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'

/** Every act by which somebody else could get into a member's account. The member is told about each, and it is logged. */
export type LoginHelp =
  | { act: 'one-time code' }
  | { act: 'birthday password' }
  | { act: 'two-step login removed' }
  | { act: 'details changed'; changed: readonly LoginDetail[] }

export const codeValidHours = 24

/** What a login or its reset link depends on. */
export const loginDetails = ['email', 'militarySerial', 'birthday'] as const
export type LoginDetail = (typeof loginDetails)[number]

/**
 * Whether a login is marked as helped: until its owner has chosen a password after the help. But somebody let in by the help can
 * choose that password, so the mark alone protects nobody. Therefore the emails about the help are queued with it, before anybody
 * can use it; the log records that a password was chosen after help; and the member's screen keeps showing the day of the help.
 */
export function isHelped(login: { helpedAt: Instant | null; ownPasswordAt: Instant | null }): boolean {
  return login.helpedAt !== null && login.helpedAt >= (login.ownPasswordAt ?? -Infinity)
}

/**
 * Ballots cast after such help are counted separately, like proxies. Only the help matters: whoever gave it may also have chosen
 * the new password.
 */
export const isHelpedBallot = (helpedAt: Instant | null, rollFrozenAt: Instant | null): boolean =>
  helpedAt !== null && rollFrozenAt !== null && helpedAt >= rollFrozenAt

/** If an election requires a second administrator, so does helping somebody who can vote in it. */
export const needsSecondAdmin = (openRolls: readonly { proxyNeedsSecondAdmin: boolean }[]): boolean =>
  openRolls.some(({ proxyNeedsSecondAdmin }) => proxyNeedsSecondAdmin)

/** Only a code can wait for the second administrator; other kinds of help are refused. */
export const whyCannotHelp = (
  act: LoginHelp['act'],
  openRolls: readonly { proxyNeedsSecondAdmin: boolean }[],
): 'help-by-code-only' | null => (act !== 'one-time code' && needsSecondAdmin(openRolls) ? 'help-by-code-only' : null)

/** Administrators who run elections but do not manage members may help only people who can vote now. */
export const whyCannotGiveCode = (admin: Who, openRolls: readonly unknown[]): 'roll-lacks-member' | null =>
  may(admin, 'help members log in') || openRolls.length > 0 ? null : 'roll-lacks-member'

/** The second administrator must not be the one who gave it. */
export const whyCannotConfirmCode = (givenBy: string, adminId: string): 'needs-another-admin' | null =>
  givenBy === adminId ? 'needs-another-admin' : null

/**
 * Twelve digits: easy to read out and type, and so many that wrong guesses need not end the code. At a thousand guesses a second,
 * day and night, guessing one code would take thirty years.
 */
const digits = 12

/** A code is a random number below this. */
export const codeCount = 10 ** digits

/** In groups, as people read numbers out: `1234 5678 9012`. */
export const groupedCode = (number: number): string =>
  (String(number).padStart(digits, '0').match(/\d{4}/g) ?? []).join(' ')

/** The digits of a typed code, with or without spaces and hyphens; null if it is not a code. */
export function codeDigits(typed: string): string | null {
  const found = typed.replaceAll(/[\s\p{Pd}]/gu, '')
  return found.length === digits && /^\d+$/.test(found) ? found : null
}
