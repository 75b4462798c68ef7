import { compareNames } from '#shared/compare-names.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { regions, services, type Region, type Service } from '#shared/members/enums.ts'

/** A nominee with the votes counted so far. */
export interface VoteCount {
  nomineeId: string
  name: string
  ms: Service
  region: Region
  votes: number
}

const shownPerPanel = 7

/** Most votes first; equal votes by name and then id, so that a list never jumps about. */
export function byVotes(a: VoteCount, b: VoteCount): number {
  return b.votes - a.votes || compareNames(a.name, b.name) || (a.nomineeId < b.nomineeId ? -1 : 1)
}

const top = <One extends VoteCount>(standings: readonly One[], limit = shownPerPanel): One[] =>
  standings
    .filter(({ votes }) => votes > 0)
    .toSorted(byVotes)
    .slice(0, limit)

const panelOf = <One extends VoteCount>(running: readonly One[]) => ({
  leading: top(running),
  hasCandidates: running.length > 0,
})

/** NCR, Luzon, Visayas, Mindanao: the candidates of each region. */
export const topByRegion = <One extends VoteCount>(standings: readonly One[]) =>
  regions.map((region) => ({ region, ...panelOf(standings.filter((one) => one.region === region)) }))

/** PA, PN, PAF, TAS. */
export const topByService = <One extends VoteCount>(standings: readonly One[]) =>
  services.map((service) => ({ ms: service, ...panelOf(standings.filter((one) => one.ms === service)) }))

/**
 * The best of each service, as many as it has seats: by default four of PA and one each of PN, PAF and TAS. Among equal votes
 * those in `ahead` come first: a recorded decision chose them.
 */
export function overallLeading<One extends VoteCount>(
  seats: readonly Seat[],
  standings: readonly One[],
  ahead: readonly string[] = [],
): One[] {
  const behind = ({ nomineeId }: VoteCount) => Number(!ahead.includes(nomineeId))
  const inOrder = (a: VoteCount, b: VoteCount) => b.votes - a.votes || behind(a) - behind(b) || byVotes(a, b)
  return services
    .flatMap((service) =>
      standings
        .filter((one) => one.ms === service && one.votes > 0)
        .toSorted(inOrder)
        .slice(0, seatsOf(seats, service)),
    )
    .toSorted(byVotes)
}

/** Places as in a race: equal votes, equal place. `among` must include everybody with more votes. */
export const placeOf = ({ votes }: VoteCount, among: readonly VoteCount[]): number =>
  1 + among.filter((other) => other.votes > votes).length

export const seatsOf = (seats: readonly Seat[], service: Service): number =>
  seats.filter((seat) => seat.ms === service).length

/** Several nominees with equal votes for fewer seats: nobody is chosen by the spelling of their name. */
export interface Tie {
  ms: Service
  votes: number
  /** The seats left for them. */
  seats: number
  nomineeIds: string[]
}

interface Outcome<One extends VoteCount = VoteCount> {
  elected: One[]
  ties: Tie[]
  /** Seats for which nobody got a vote. */
  vacant: { ms: Service; seats: number }[]
}

/**
 * Who is elected by the votes alone. `decisions` names, by service, who was chosen among the tied by a recorded decision; one
 * that does not fit its tie (too many or too few names, or a wrong one) is ignored.
 */
export function outcomeOf<One extends VoteCount>(
  seats: readonly Seat[],
  standings: readonly One[],
  decisions: Partial<Record<Service, readonly string[]>> = {},
): Outcome<One> {
  const outcome: Outcome<One> = { elected: [], ties: [], vacant: [] }
  for (const service of services) {
    const places = seatsOf(seats, service)
    if (places === 0) continue
    const ranked = top(
      standings.filter((one) => one.ms === service),
      Infinity,
    )
    const last = ranked[places - 1]
    const firstBelow = ranked[places]
    if (!last || last.votes !== firstBelow?.votes) {
      outcome.elected.push(...ranked.slice(0, places))
      if (ranked.length < places) outcome.vacant.push({ ms: service, seats: places - ranked.length })
      continue
    }
    const safe = ranked.filter(({ votes }) => votes > last.votes)
    const tied = ranked.filter(({ votes }) => votes === last.votes)
    const tie = {
      ms: service,
      votes: last.votes,
      seats: places - safe.length,
      nomineeIds: tied.map((one) => one.nomineeId),
    }
    const chosen = new Set(decisions[service])
    const fits = chosen.size === tie.seats && [...chosen].every((id) => tie.nomineeIds.includes(id))
    outcome.elected.push(...safe, ...(fits ? tied.filter((one) => chosen.has(one.nomineeId)) : []))
    if (!fits) outcome.ties.push(tie)
  }
  return outcome
}
