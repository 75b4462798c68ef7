import type { ErrorCode } from '#shared/errors.ts'
import { hourSeconds } from '#shared/time.ts'

type LoginRefusal = Extract<ErrorCode, 'user-not-found' | 'account-pending' | 'membership-withdrawn'>

/** Nobody is let in by a password, a code or a passkey before they are approved, nor after their membership was withdrawn. */
export function whyCannotLogIn(account: { approved: boolean; withdrawn: boolean } | null): LoginRefusal | null {
  if (!account) return 'user-not-found'
  if (!account.approved) return 'account-pending'
  return account.withdrawn ? 'membership-withdrawn' : null
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
export const ownPasswordLimits = {
  failuresPerDay: 100,
  pace: { tries: 10, seconds: 600 },
  slowPace: { tries: 3, seconds: hourSeconds },
} as const satisfies { failuresPerDay: number; pace: Pace; slowPace: Pace }

/** A birthday tried on a device that has logged in with it before: the pace is slower after fewer failures. */
export const knownDeviceFailuresPerDay = 40

export const paceOf = (failuresToday: number, most: number = ownPasswordLimits.failuresPerDay): Pace =>
  failuresToday < most ? ownPasswordLimits.pace : ownPasswordLimits.slowPace

/** Accounts stopped within an hour that are no longer a few people's mistakes: somebody is guessing, or many are confused. */
export const manyStoppedAccounts = 20

/** A birthday as password, tried from devices that never logged in to the account: failures in a day, and in a year. */
export const birthdayFailures = { perDay: 5, perYear: 15 } as const

/**
 * While people vote: who mistypes on a phone they have never used here, on the one day that counts, should still get in. Ten more
 * guesses at 18,000 birthdays, on a few days in years, let in hardly anybody else.
 */
export const birthdayFailuresWhileVoting = { perDay: 15, perYear: 25 } as const

export type TriesLeft = 0 | 1 | 2

/**
 * How many tries are left, once so few are that it should be told: from the third failure of a day on. Below nothing there is
 * no such limit, as for a password of one's own after its fifth failure.
 */
export const triesLeftToShow = (left: number): TriesLeft | undefined => ([0, 1, 2] as const).find((few) => few === left)
