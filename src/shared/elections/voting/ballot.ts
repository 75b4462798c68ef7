import { services, type Service } from '../../members/enums.ts'

/** One line of the ballot: `PA 2` takes one nominee of the Army. */
export interface Seat {
  slot: string
  ms: Service
}

/** One choice per seat, in the seats' order; null for a seat left blank. */
export type Choices = readonly (string | null)[]

/** What a voter chose of one service, whatever line of the ballot it stood on. */
export interface ContestChoice {
  contest: Service
  /** Ids of nominees, sorted, so that the order of lines tells nothing. */
  nominees: string[]
}

type BallotRefusal =
  /** `No nominee found for vote at index {n}` */
  { why: 'no-nominee'; index: number } | { why: 'wrong-length' } | { why: 'blanks-unconfirmed' }

type CheckedBallot = { ok: true; contests: ContestChoice[] } | { ok: false; refusal: BallotRefusal }

/**
 * All of it or none: a choice that is unknown, not approved, of another service or chosen twice refuses the whole ballot.
 * `serviceOf` knows the approved nominees of this election only.
 */
export function checkBallot(
  seats: readonly Seat[],
  serviceOf: (nomineeId: string) => Service | undefined,
  choices: Choices,
  blanksConfirmed: boolean,
): CheckedBallot {
  if (choices.length !== seats.length) return refused({ why: 'wrong-length' })
  const index = choices.findIndex(
    (chosen, place) => chosen !== null && (serviceOf(chosen) !== seats[place]?.ms || choices.indexOf(chosen) !== place),
  )
  if (index >= 0) return refused({ why: 'no-nominee', index })
  if (!blanksConfirmed && choices.includes(null)) return refused({ why: 'blanks-unconfirmed' })
  return { ok: true, contests: contestsOf(seats, choices) }
}

const refused = (refusal: BallotRefusal): CheckedBallot => ({ ok: false, refusal })

/** The services that have a seat, in the association's order. A service left wholly blank is not among a ballot's contests. */
function contestsOf(seats: readonly Seat[], choices: Choices): ContestChoice[] {
  return services.flatMap((contest) => {
    const nominees = choices.filter(
      (chosen, place): chosen is string => chosen !== null && seats[place]?.ms === contest,
    )
    return nominees.length === 0 ? [] : [{ contest, nominees: nominees.toSorted() }]
  })
}
