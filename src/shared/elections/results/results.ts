import type { CertifiedTie } from '#shared/elections/closing/certificate.ts'
import { byVotes, overallLeading, type Standing, type Tie } from '#shared/elections/counting/standings.ts'
import type { Course, ElectionKind, Stage, ResultsVisible } from '#shared/elections/lifecycle.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { showNumber } from '#shared/figures.ts'
import { fullServiceNames, services } from '#shared/members/enums.ts'
import { type Instant, showInstant, minuteMs } from '#shared/time.ts'

/** Whether votes are told, and not only who took part. A rehearsal hides nothing; of a cancelled election nothing is told. */
export const votesShown = (
  election: Pick<Course, 'kind' | 'votingCloses' | 'cancelledAt'> & { resultsVisible: ResultsVisible },
  now: Instant,
): boolean =>
  election.cancelledAt === null &&
  (election.kind === 'rehearsal' || election.resultsVisible === 'while voting' || election.votingCloses <= now)

const whileItMovesMs = 5000
const whileItRestsMs = minuteMs

/** How often an open page asks again; null when nothing will change any more. */
export function pollIntervalMs(stage: Stage): number | null {
  switch (stage) {
    case 'voting':
    case 'counting':
      return whileItMovesMs
    case 'certified':
    case 'cancelled':
      return null
    default:
      return whileItRestsMs
  }
}

/** Figures are live while people vote and can see them, and never afterwards. */
export const isLive = (stage: Stage, votesShown: boolean, kind: ElectionKind): boolean =>
  stage === 'voting' && votesShown && kind === 'election'

/** What stands before `as of` and a time. */
export function figuresText(stage: Stage, votesShown: boolean, kind: ElectionKind): string {
  if (kind === 'rehearsal') return 'Trial figures'
  if (isLive(stage, votesShown, kind)) return 'Live figures'
  return stage === 'certified' ? 'Final figures' : 'Figures'
}

/** `61.8%`, to a tenth; `100.0%` only when everybody has voted, `0.0%` only when nobody has, and never more or less than is true. */
export function showShare(cast: number, eligible: number): string {
  if (eligible === 0) return '–'
  if (cast <= 0 || cast >= eligible) return cast <= 0 ? '0.0%' : '100.0%'
  const tenths = Math.round((cast / eligible) * 1000)
  if (tenths === 0) return 'under 0.1%'
  return tenths === 1000 ? 'over 99.9%' : `${(tenths / 10).toFixed(1)}%`
}

export const votesText = (votes: number): string => `${showNumber(votes)} ${votes === 1 ? 'vote' : 'votes'}`
export const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

export type NamedTie = Pick<CertifiedTie, 'ms' | 'votes' | 'seats'>
export const seatsText = (seats: number) => (seats === 1 ? 'one seat' : `${seats} seats`)

/** `chosen` with their seats. */
export const decidedTieText = ({ ms, votes, seats }: NamedTie, tied: readonly string[], chosen: readonly string[]) =>
  `${fullServiceNames[ms]}: ${listFormat.format(tied)} had ${votesText(votes)} each for ${seatsText(seats)}. Chosen: ${listFormat.format(chosen)}.`

/** As on the certificate. */
export const howDecidedText = ({ reason }: Pick<CertifiedTie, 'reason'>): string => `How it was decided: ${reason}`
export const recordedText = ({ decidedBy, decidedAt }: Pick<CertifiedTie, 'decidedBy' | 'decidedAt'>): string =>
  `Recorded by ${decidedBy}, ${showInstant(decidedAt)}.`

/** Where a candidate at the top of a service stands: in a seat as the votes are now, elected to it, or equal with others for it. */
export type SeatState = 'leading' | 'elected' | 'tied'

export interface SeatedCandidate<One extends Standing> {
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
): SeatedCandidate<One>[] {
  const leaders = overallLeading(seats, standings, leading)
  const tied = new Set(ties.flatMap(({ nomineeIds }) => nomineeIds))
  return services
    .flatMap((service) => {
      const own = seats.filter((seat) => seat.ms === service)
      return leaders
        .filter((one) => one.ms === service)
        .flatMap((candidate, place): SeatedCandidate<One>[] => {
          const seat = own[place]
          const state = tied.has(candidate.nomineeId) ? 'tied' : certified ? 'elected' : 'leading'
          return seat ? [{ candidate, seat, state }] : []
        })
    })
    .toSorted((a, b) => byVotes(a.candidate, b.candidate))
}
