import { fullServiceNames, services } from '../../members/enums.ts'
import { byVotes, overallLeading, type Standing, type Tie } from '../counting/standings.ts'
import type { Seat } from '../voting/ballot.ts'

/** Where a candidate at the top of a service stands: in a seat as the votes are now, elected to it, or equal with others for it. */
export type SeatState = 'leading' | 'elected' | 'tied'

export interface Seated<One extends Standing> {
  candidate: One
  seat: Seat
  state: SeatState
}

interface Outcome {
  /** Ids of those who have a seat by the votes and by what was decided about ties. */
  leading: readonly string[]
  ties: readonly Tie[]
}

/**
 * Those who lead or are elected, most votes first, each with a seat. The seats of a service are equal: they are named in
 * the order of the ballot and filled in the order of the votes, as on the certificate.
 */
export function seatsFilled<One extends Standing>(
  seats: readonly Seat[],
  standings: readonly One[],
  { leading, ties }: Outcome,
  certified: boolean,
): Seated<One>[] {
  const leaders = overallLeading(seats, standings, leading)
  const tied = new Set(ties.flatMap(({ nomineeIds }) => nomineeIds))
  return services
    .flatMap((ms) => {
      const own = seats.filter((seat) => seat.ms === ms)
      return leaders
        .filter((one) => one.ms === ms)
        .flatMap((candidate, place): Seated<One>[] => {
          const seat = own[place]
          const state = tied.has(candidate.nomineeId) ? 'tied' : certified ? 'elected' : 'leading'
          return seat ? [{ candidate, seat, state }] : []
        })
    })
    .toSorted((a, b) => byVotes(a.candidate, b.candidate))
}

/** `Army, seat 1`: the service in full with the seat's number, where it has several. */
export function seatName({ slot, ms }: Seat, seats: readonly Seat[]): string {
  const own = seats.filter((seat) => seat.ms === ms)
  const number = own.findIndex((seat) => seat.slot === slot) + 1
  return own.length > 1 ? `${fullServiceNames[ms]}, seat ${number}` : fullServiceNames[ms]
}
