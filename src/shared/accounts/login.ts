import type { ErrorCode } from '#shared/errors.ts'
import { hourSeconds } from '#shared/time.ts'

type LoginRefusal = Extract<ErrorCode, 'user-not-found' | 'account-pending' | 'membership-withdrawn'>

/** Applicants and withdrawn members cannot log in, by password, code or passkey. */
export function whyCannotLogIn(account: { approved: boolean; withdrawn: boolean } | null): LoginRefusal | null {
  if (!account) return 'user-not-found'
  if (!account.approved) return 'account-pending'
  return account.withdrawn ? 'membership-withdrawn' : null
}

/** How many guesses a network has, in how many seconds. */
interface Pace {
  tries: number
  seconds: number
}

/**
 * A password of one's own, tried from unknown devices. After this many failures in a day, from wherever, everybody's pace is
 * slower; nobody is locked out, because then a stranger could lock out the member.
 */
const ownPasswordLimits = {
  failuresPerDay: 100,
  pace: { tries: 10, seconds: 600 },
  slowPace: { tries: 3, seconds: hourSeconds },
} as const satisfies { failuresPerDay: number; pace: Pace; slowPace: Pace }

/** A birthday tried on a known device: the pace slows down after fewer failures. */
export const knownDeviceFailuresPerDay = 40

export const paceOf = (failuresToday: number, most: number = ownPasswordLimits.failuresPerDay): Pace =>
  failuresToday < most ? ownPasswordLimits.pace : ownPasswordLimits.slowPace

/** More accounts stopped in an hour than a few people's mistakes explain: somebody is guessing, or many are confused. */
export const manyStoppedAccounts = 20

/** A birthday as password, tried from unknown devices: failures in a day, and in a year. */
export const birthdayFailures = { perDay: 5, perYear: 15 } as const

/**
 * While people vote: somebody who mistypes on a phone they never used here, on the one day that matters, should still get in. Ten
 * more guesses out of 18,000 birthdays, on a few days in years, hardly let anybody else in.
 */
export const birthdayFailuresWhileVoting = { perDay: 15, perYear: 25 } as const

export type TriesLeft = 0 | 1 | 2

/**
 * How many tries are left, once it should be shown: from the third failure of a day on. Below zero there is no such limit, as for
 * a password of one's own after its fifth failure.
 */
export const triesLeftToShow = (left: number): TriesLeft | undefined => ([0, 1, 2] as const).find((few) => few === left)
