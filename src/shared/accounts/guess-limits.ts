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
