import type pg from 'pg'
import { rollRegions, type RollRegion } from '#shared/elections/roll-regions.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { listCast, listPending } from '#server/elections/proxy/queries.ts'
import { eligibleByRegion } from '#server/elections/results/eligible.ts'
import { readReadiness } from '#server/elections/settings/readiness.ts'
import { readSchedule } from '#server/elections/settings/schedule.ts'

/** How the election is set, how ready it is and how far it has come. Nothing here says what anybody chose. */
export async function readOverview(deps: Deps, election: Election) {
  const { readiness, now } = await readReadiness(deps, { role: 'observer' }, election.id)
  const turnout = await readTurnout(deps.pool, election.id)
  const pending = await listPending(deps.pool, election.id)
  const cast = await listCast(deps.pool, election.id)
  return {
    now,
    schedule: await readSchedule(deps, election.id),
    settings: {
      seats: election.seats,
      resultsVisible: election.resultsVisible,
      proxyNeedsSecondAdmin: election.proxyNeedsSecondAdmin,
      rehearsal: election.rehearsal,
      eligibilityDate: election.eligibilityDate,
      packagePublic: election.packagePublic,
    },
    rollFrozenAt: election.rollFrozenAt,
    frozenAt: election.frozenAt,
    // What to do about it, and where, is for administrators.
    readiness: readiness.map(({ what, ready, detail }) => ({ what, ready, detail })),
    turnout,
    proxies: {
      waiting: pending.length,
      /** By name. The signed forms stay with the administrators. */
      cast: cast.map(({ name, label, authority }) => ({ name, label, authority })),
    },
  }
}

interface RegionTurnout {
  region: RollRegion
  cast: number
  counted: number
  eligible: number
}

async function readTurnout(pool: pg.Pool, electionId: string): Promise<RegionTurnout[]> {
  const { rows } = await pool.query<{ region: RollRegion; cast: number; counted: number }>(
    'select region, "cast", counted from turnout where election_id = $1 and not rehearsal',
    [electionId],
  )
  const byRegion = new Map(rows.map((row) => [row.region, row]))
  const eligible = await eligibleByRegion(pool, electionId)
  return rollRegions
    .map((region) => ({
      region,
      cast: byRegion.get(region)?.cast ?? 0,
      counted: byRegion.get(region)?.counted ?? 0,
      eligible: eligible.get(region) ?? 0,
    }))
    .filter(({ cast, eligible: voters }) => cast + voters > 0)
}
