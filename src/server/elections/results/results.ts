import { eq } from 'drizzle-orm'
import { sureNow } from '#server/clock.ts'
import { tallies, turnout } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { countEligible } from '#server/elections/roll/queries.ts'
import { encodeBody, type EncodedBody } from '#server/http/encoded.ts'
import type { Certificate, CertifiedTie } from '#shared/elections/closing/certificate.ts'
import { decidedTies } from '#shared/elections/closing/closing.ts'
import { byVotes, outcomeOf, type VoteCount, type Tie } from '#shared/elections/counting/standings.ts'
import { originalOf, stageOf, type ElectionKind, type Stage } from '#shared/elections/lifecycle.ts'
import { votesShown } from '#shared/elections/results/results.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { mustExist } from '#shared/errors.ts'
import { type Service, rollRegions, type RollRegion } from '#shared/members/enums.ts'
import { type Instant, minuteMs } from '#shared/time.ts'
import { findCertificate, readTieDecisions } from './queries.ts'

interface RegionTurnout {
  region: RollRegion
  cast: number
  /** The number on the roll; null for a rehearsal. */
  eligible: number | null
}

/** A nominee with the votes counted so far. */
export interface CountedNominee extends VoteCount {
  rank: string
  hasPhoto: boolean
}

export interface Counted {
  /** Every nominee, most votes first. */
  standings: CountedNominee[]
  /** Ids of the elected; empty before certification. */
  elected: string[]
  /** Ids of those who would be elected as things stand, or are once it is certified. Nobody who is tied. */
  leading: string[]
  /** Undecided ties for a seat. */
  ties: Tie[]
  /** Decided ties, and how they were decided. */
  decided: CertifiedTie[]
  /** Seats for which nobody got a vote. */
  vacant: { ms: Service; seats: number }[]
}

/** What the results screen and its files show; the same for every reader. */
export interface Results {
  electionId: string
  title: string
  seats: Seat[]
  stage: Stage
  kind: ElectionKind
  /** The election it rehearses; null for an election. */
  rehearsalOf: string | null
  /** To the minute, so that a reply stays the same while nothing else changes. */
  asOf: Instant
  certifiedAt: Instant | null
  cancelledReason: string | null
  votingOpens: Instant
  votingCloses: Instant
  cast: number
  /** Never by region: that would tell whose ballots are in a batch. */
  counted: number
  /** How many of them administrators cast for the voter; shown once the result is certified. */
  proxies: number | null
  turnout: RegionTurnout[]
  /** Null while the results are hidden until voting closes. */
  votes: Counted | null
}

type ResultDeps = Pick<Deps, 'db' | 'elections' | 'clock' | 'pool' | 'boardKey'>

/** Reads a few small tables however many voted; for a certified election only its certificate. */
export async function readResults(deps: ResultDeps, electionId: string): Promise<Results> {
  const election = mustExist(await deps.elections.byIdOrRehearsal(electionId))
  const now = election.certifiedAt === null ? sureNow(deps.clock) : deps.clock.now()
  const about = {
    electionId,
    title: election.title,
    seats: election.seats,
    stage: stageOf(election, now),
    kind: election.kind,
    rehearsalOf: election.rehearsalOf,
    certifiedAt: election.certifiedAt,
    cancelledReason: election.cancelledReason,
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
  }
  const certificate = election.certifiedAt === null ? null : await findCertificate(deps, electionId)
  if (certificate) return { ...about, ...(await asCertified(deps, electionId, certificate)) }
  const byRegion = await readTurnout(deps, election)
  return {
    ...about,
    asOf: now - (now % minuteMs),
    cast: sum(byRegion.map((one) => one.cast)),
    counted: sum(byRegion.map((one) => one.counted)),
    proxies: null,
    turnout: byRegion.map(({ region, cast, eligible }) => ({ region, cast, eligible })),
    votes: votesShown(election, now) ? await readVotes(deps, election) : null,
  }
}

/** Members who join, leave or change their names later do not affect it. */
async function asCertified(deps: Pick<Deps, 'elections'>, electionId: string, certificate: Certificate) {
  const nominees = await deps.elections.approved(electionId)
  const votes: Counted = {
    standings: certificate.standings
      .map((one) => ({ ...one, hasPhoto: nominees.get(one.nomineeId)?.hasPhoto ?? false }))
      .toSorted(byVotes),
    elected: certificate.elected.map((one) => one.nomineeId),
    leading: certificate.elected.map((one) => one.nomineeId),
    ties: [],
    decided: certificate.ties,
    vacant: certificate.vacant,
  }
  const { title, seats, ballots, proxies, certifiedAt, turnout } = certificate
  return { title, seats, asOf: certifiedAt, cast: ballots, counted: ballots, proxies, turnout, votes }
}

async function readVotes(
  deps: Pick<Deps, 'db' | 'pool' | 'boardKey' | 'elections'>,
  election: Election,
): Promise<Counted> {
  const { id, seats } = election
  const standings = await readStandings(deps, election)
  const { decisions } = await readTieDecisions(deps.pool, deps.boardKey, id)
  const chosen = Object.fromEntries(decisions.map(({ ms, nomineeIds }) => [ms, nomineeIds]))
  const { elected, ties, vacant } = outcomeOf(seats, standings, chosen)
  const decided = decidedTies(seats, standings, decisions)
  return { standings, elected: [], leading: elected.map((one) => one.nomineeId), ties, decided, vacant }
}

async function readStandings(deps: Pick<Deps, 'db' | 'elections'>, election: Election): Promise<CountedNominee[]> {
  const nominees = await deps.elections.approved(originalOf(election))
  const rows = await deps.db
    .select({ nomineeId: tallies.nomineeId, votes: tallies.votes })
    .from(tallies)
    .where(eq(tallies.electionId, election.id))
  const votes = new Map(rows.map((row) => [row.nomineeId, row.votes]))
  return [...nominees.values()]
    .map(({ id, name, rank, ms, region, hasPhoto }) => {
      return { nomineeId: id, name, rank, ms, region, hasPhoto, votes: votes.get(id) ?? 0 }
    })
    .toSorted(byVotes)
}

/** From a few small rows. */
export async function readTurnout({ db, pool }: Pick<Deps, 'db' | 'pool'>, election: Election) {
  const rows = await db
    .select({ region: turnout.region, cast: turnout.cast, counted: turnout.counted })
    .from(turnout)
    .where(eq(turnout.electionId, election.id))
  const eligible = election.kind === 'rehearsal' ? null : await eligibleByRegion(pool, election)
  return rollRegions.map((region) => {
    const { cast = 0, counted = 0 } = rows.find((row) => row.region === region) ?? {}
    // Somebody may have been added to the roll since it was counted.
    return { region, cast, counted, eligible: eligible && Math.max(cast, eligible.get(region) ?? 0) }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

type Counts = ReadonlyMap<RollRegion, number>
interface LastCount {
  until: number
  counts: Promise<Counts>
}

const keptMs = minuteMs
const lastCounts = new WeakMap<Deps['pool'], Map<string, LastCount>>()

/**
 * How many may vote, by region. Counting a hundred thousand takes a moment, so a count is used for a minute, and the old one
 * until the next is there: nobody watching the results waits for it.
 */
function eligibleByRegion(pool: Deps['pool'], election: Election): Promise<Counts> {
  const byElection = lastCounts.get(pool) ?? new Map<string, LastCount>()
  lastCounts.set(pool, byElection)
  const last = byElection.get(election.id)
  if (last && last.until > performance.now()) return last.counts
  const counts = countEligible(pool, election)
  const held = last ?? { until: 0, counts }
  held.until = performance.now() + keptMs
  byElection.set(election.id, held)
  counts.then(
    () => {
      held.counts = counts
    },
    () => (last ? (held.until = 0) : byElection.delete(election.id)),
  )
  return held.counts
}

/** On election night thousands watch at once: they share one reply, made at most this often. */
const sharedForMs = 1000

export interface SharedResults {
  results: Results
  body: EncodedBody
}

interface Held {
  election: Election
  stage: Stage
  until: number
  answer: Promise<SharedResults>
}

type SharingDeps = Pick<Deps, 'db' | 'elections' | 'clock' | 'pool' | 'boardKey'>

/**
 * Results for every reader. A cached reply is valid for one stage of one revision of the election: when voting closes or an
 * administrator changes something, the next one is made again.
 */
export function shareResults(deps: SharingDeps) {
  const held = new Map<string, Held>()
  return async (election: Election): Promise<SharedResults> => {
    const stage = stageOf(election, deps.clock.now())
    const last = held.get(election.id)
    if (last && last.election === election && last.stage === stage && performance.now() < last.until) return last.answer
    const answer = readResults(deps, election.id).then(encoded)
    // A certified result no longer changes.
    const until = election.certifiedAt === null ? performance.now() + sharedForMs : Infinity
    const mine = { election, stage, until, answer }
    held.set(election.id, mine)
    answer.catch(() => held.get(election.id) === mine && held.delete(election.id))
    return answer
  }
}

const encoded = async (results: Results): Promise<SharedResults> => ({
  results,
  body: await encodeBody(Buffer.from(JSON.stringify(results))),
})
