import { and, eq } from 'drizzle-orm'
import { isRehearsing } from '#shared/elections/eligibility.ts'
import { phaseAt, type Phase } from '#shared/elections/phases.ts'
import {
  outcomeOf,
  overallLeading,
  topByRegion,
  topByService,
  type Outcome,
  type Standing,
} from '#shared/elections/standings.ts'
import { AppError } from '#shared/errors.ts'
import { regions, type Region, type Service } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import type { Deps } from '#server/deps.ts'
import { tallies, tieDecisions, turnout } from '#server/db/schema.ts'
import type { Election } from '../at-hand.ts'

export interface RegionTurnout {
  region: Region
  cast: number
  /** Members who may vote; null for a rehearsal. */
  eligible: number | null
}

export interface Counted {
  standings: Standing[]
  overall: Standing[]
  byRegion: { region: Region; leading: Standing[] }[]
  byService: { ms: Service; leading: Standing[] }[]
  outcome: Outcome
}

export interface Results {
  electionId: string
  title: string
  phase: Phase
  rehearsal: boolean
  certifiedAt: Instant | null
  votingOpens: Instant
  votingCloses: Instant
  cast: number
  counted: number
  turnout: RegionTurnout[]
  /** Null while the election shows its results after the close only. */
  votes: Counted | null
}

type ResultDeps = Pick<Deps, 'db' | 'elections' | 'clock' | 'pool'>

/** What the results screen shows. It reads a few small tables, however many voted. */
export async function readResults(deps: ResultDeps, electionId: string, test: boolean): Promise<Results> {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const rehearsal = isRehearsing(election, test)
  const phase = phaseAt(election, deps.clock.now())
  const visible = rehearsal || election.resultsVisible === 'while voting' || phase === 'closed'
  const byRegion = await readTurnout(deps, election, rehearsal)
  return {
    electionId,
    title: election.title,
    phase,
    rehearsal,
    certifiedAt: election.certifiedAt,
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
    cast: sum(byRegion.map((one) => one.cast)),
    counted: sum(byRegion.map((one) => one.counted)),
    turnout: byRegion.map(({ region, cast, eligible }) => ({ region, cast, eligible })),
    votes: visible ? await readCounted(deps, election, rehearsal) : null,
  }
}

export async function readCounted(
  deps: Pick<Deps, 'db' | 'elections'>,
  election: Election,
  rehearsal: boolean,
): Promise<Counted> {
  const standings = await readStandings(deps, election.id, rehearsal)
  const decided = await deps.db
    .select({ ms: tieDecisions.ms, nomineeIds: tieDecisions.nomineeIds })
    .from(tieDecisions)
    .where(eq(tieDecisions.electionId, election.id))
  const decisions = Object.fromEntries(decided.map(({ ms, nomineeIds }) => [ms, nomineeIds]))
  return {
    standings,
    overall: overallLeading(election.seats, standings),
    byRegion: topByRegion(standings),
    byService: topByService(standings),
    outcome: outcomeOf(election.seats, standings, rehearsal ? {} : decisions),
  }
}

async function readStandings(
  deps: Pick<Deps, 'db' | 'elections'>,
  electionId: string,
  rehearsal: boolean,
): Promise<Standing[]> {
  const nominees = await deps.elections.approved(electionId)
  const rows = await deps.db
    .select({ nomineeId: tallies.nomineeId, votes: tallies.votes })
    .from(tallies)
    .where(and(eq(tallies.electionId, electionId), eq(tallies.rehearsal, rehearsal)))
  const votes = new Map(rows.map((row) => [row.nomineeId, row.votes]))
  return [...nominees.values()].map(({ id, name, ms, region }) => ({
    nomineeId: id,
    name,
    ms,
    region,
    votes: votes.get(id) ?? 0,
  }))
}

async function readTurnout({ db, pool }: ResultDeps, election: Election, rehearsal: boolean) {
  const rows = await db
    .select({ region: turnout.region, cast: turnout.cast, counted: turnout.counted })
    .from(turnout)
    .where(and(eq(turnout.electionId, election.id), eq(turnout.rehearsal, rehearsal)))
  const eligible = rehearsal ? null : await eligibleByRegion(pool)
  return regions.map((region) => {
    const { cast = 0, counted = 0 } = rows.find((row) => row.region === region) ?? {}
    return { region, cast, counted, eligible: eligible?.get(region) ?? (eligible ? 0 : null) }
  })
}

const eligibleKeptMs = 60_000
const lastCounts = new WeakMap<Deps['pool'], { until: number; counts: Promise<Map<Region, number>> }>()

/** Members who may vote, by region. Counting a hundred thousand takes a moment, so a count serves for a minute. */
function eligibleByRegion(pool: Deps['pool']): Promise<Map<Region, number>> {
  const last = lastCounts.get(pool)
  if (last && last.until > performance.now()) return last.counts
  const counts = pool
    .query<{ region: Region; people: number }>(
      `select region, count(*)::int as people from users
       where approved and withdrawn_at is null and not is_admin and region is not null group by region`,
    )
    .then(({ rows }) => new Map(rows.map(({ region, people }) => [region, people])))
  lastCounts.set(pool, { until: performance.now() + eligibleKeptMs, counts })
  counts.catch(() => lastCounts.delete(pool))
  return counts
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
