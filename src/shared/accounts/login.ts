import type { ErrorCode } from '../errors.ts'
import type { Role } from '../permissions.ts'
import type { Instant } from '../time.ts'
import { codeAlphabet, foldTypedCode } from '../typed-text.ts'

type LoginRefusal = Extract<ErrorCode, 'user-not-found' | 'account-pending' | 'membership-withdrawn'>

/** Nobody is let in by a password, a code or a passkey before they are approved, nor after their membership was withdrawn. */
export function whyCannotLogIn(account: { approved: boolean; withdrawn: boolean } | null): LoginRefusal | null {
  if (!account) return 'user-not-found'
  if (!account.approved) return 'account-pending'
  return account.withdrawn ? 'membership-withdrawn' : null
}

/** What an administrator has to do before anything else. */
export type FirstStep = 'two-step login' | 'name'

interface Login {
  role: Role
  /** Whether the site knows the person's real name. */
  named: boolean
  twoFactor: boolean
}

/**
 * A site that the world can reach (`secure`: by https) lets no administrator in by a password alone. Under http there is nothing to
 * protect yet, and only the dashboard asks for it.
 */
export function firstStepOf({ role, named, twoFactor }: Login, { secure }: { secure: boolean }): FirstStep | null {
  if (role !== 'admin') return null
  if (secure && !twoFactor) return 'two-step login'
  return named ? null : 'name'
}

/** How many guesses a network has, and in how many seconds. */
interface Pace {
  tries: number
  seconds: number
}

/**
 * A password of one's own, tried from devices that never logged in to the account. After so many failures in a day, wherever
 * they came from, everybody's pace is slower; nobody is shut out, for then a stranger could shut out the member.
 */
export const ownPassword = {
  failuresPerDay: 100,
  pace: { tries: 10, seconds: 600 },
  slowPace: { tries: 3, seconds: 3600 },
} as const satisfies { failuresPerDay: number; pace: Pace; slowPace: Pace }

export const paceOf = (failuresToday: number): Pace =>
  failuresToday < ownPassword.failuresPerDay ? ownPassword.pace : ownPassword.slowPace

/** Accounts stopped within an hour that are no longer a few people's mistakes: somebody is guessing, or many are confused. */
export const manyStoppedAccounts = 20

/** A birthday as password, tried from devices that never logged in to the account: failures in a day, and in a year. */
export const birthdayFailures = { perDay: 5, perYear: 15 } as const

export type TriesLeft = 0 | 1 | 2

/**
 * How many tries are left, once so few are that it should be told: from the third failure of a day on. Below nothing there is
 * no such limit, as for a password of one's own after its fifth failure.
 */
export const triesLeftToTell = (left: number): TriesLeft | undefined => ([0, 1, 2] as const).find((few) => few === left)

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
