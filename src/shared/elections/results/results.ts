import type { Certificate, CertifiedTie } from '#shared/elections/closing/certificate.ts'
import { byVotes, overallLeading, type VoteCount, type Tie } from '#shared/elections/counting/standings.ts'
import type { StageFacts, ElectionKind, Stage, ResultsVisible } from '#shared/elections/lifecycle.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { showCount, showNumber } from '#shared/figures.ts'
import { fullServiceNames, notStated, services } from '#shared/members/enums.ts'
import { type Instant, showInstant, minuteMs } from '#shared/time.ts'

/** Whether votes are shown, not just the turnout. A rehearsal hides nothing; a cancelled election shows nothing. */
export const votesShown = (
  election: Pick<StageFacts, 'kind' | 'votingCloses' | 'cancelledAt'> & { resultsVisible: ResultsVisible },
  now: Instant,
): boolean =>
  election.cancelledAt === null &&
  (election.kind === 'rehearsal' || election.resultsVisible === 'while voting' || election.votingCloses <= now)

const whileItMovesMs = 5000
const whileItRestsMs = minuteMs

/** How often an open page asks again; null if nothing will change. */
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

/** Figures are live while people vote and may see them, never afterwards. */
export const isLive = (stage: Stage, votesShown: boolean, kind: ElectionKind): boolean =>
  stage === 'voting' && votesShown && kind === 'election'

/** The words before `as of` and a time. */
export function figuresText(stage: Stage, votesShown: boolean, kind: ElectionKind): string {
  if (kind === 'rehearsal') return 'Trial figures'
  if (isLive(stage, votesShown, kind)) return 'Live figures'
  return stage === 'certified' ? 'Final figures' : 'Figures'
}

/** `61.8%`, to a tenth; `100.0%` only if everybody has voted, `0.0%` only if nobody has, and never rounded up. */
export function showShare(cast: number, eligible: number): string {
  if (eligible === 0) return '–'
  if (cast <= 0 || cast >= eligible) return cast <= 0 ? '0.0%' : '100.0%'
  const tenths = Math.round((cast / eligible) * 1000)
  if (tenths === 0) return 'under 0.1%'
  return tenths === 1000 ? 'over 99.9%' : `${(tenths / 10).toFixed(1)}%`
}

/** Members without a region are rare: their line is shown only if it is not empty. */
export const isRegionShown = ({ region, cast, eligible }: { region: string; cast: number; eligible: number | null }) =>
  region !== notStated || cast > 0 || (eligible ?? 0) > 0

export const votesText = (votes: number): string => `${showNumber(votes)} ${votes === 1 ? 'vote' : 'votes'}`
export const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

export type NamedTie = Pick<CertifiedTie, 'ms' | 'votes' | 'seats'>
export const seatsText = (seats: number) => (seats === 1 ? 'one seat' : `${seats} seats`)

/** `chosen` are names with their seats. */
export const decidedTieText = ({ ms, votes, seats }: NamedTie, tied: readonly string[], chosen: readonly string[]) =>
  `${fullServiceNames[ms]}: ${listFormat.format(tied)} had ${votesText(votes)} each for ${seatsText(seats)}. Chosen: ${listFormat.format(chosen)}.`

/** As on the certificate. */
export const howDecidedText = ({ reason }: Pick<CertifiedTie, 'reason'>): string => `How it was decided: ${reason}`
export const recordedText = ({ decidedBy, decidedAt }: Pick<CertifiedTie, 'decidedBy' | 'decidedAt'>): string =>
  `Recorded by ${decidedBy}, ${showInstant(decidedAt)}.`

/** Why a seat has nobody, of all who stood. */
export function vacantText({ ms, seats }: Certificate['vacant'][number], standings: readonly VoteCount[]): string {
  const stood = standings.filter((one) => one.ms === ms)
  const noVote = stood.some(({ votes }) => votes > 0) ? 'nobody else got a vote' : 'nobody got a vote'
  const nobodyElse = stood.every(({ votes }) => votes > 0) ? 'nobody else stood' : noVote
  const why = stood.length === 0 ? `nobody stood for ${seats === 1 ? 'it' : 'them'}` : nobodyElse
  return `${showCount(seats, 'seat stays', 'seats stay')} vacant: ${why}.`
}

/** Beside the votes of somebody who was chosen among equals, so that their number alone does not explain the seat. */
export const tieNote = (decided: readonly Pick<CertifiedTie, 'chosen'>[], nomineeId: string): string =>
  decided.some(({ chosen }) => chosen.some((one) => one.nomineeId === nomineeId)) ? ', tie decided' : ''

/** The state of a leading candidate of a service: in a seat by the present votes, elected, or tied for it. */
export type SeatState = 'leading' | 'elected' | 'tied'

export interface SeatedCandidate<One extends VoteCount> {
  candidate: One
  seat: Seat
  state: SeatState
}

interface Outcome {
  /** Ids of those who have a seat by the votes and the tie decisions. */
  leading: readonly string[]
  ties: readonly Tie[]
}

/**
 * Those who lead or are elected, most votes first, each with a seat. The seats of a service are equal: they are named in ballot
 * order and filled in the order of votes, as on the certificate.
 */
export function seatsFilled<One extends VoteCount>(
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
