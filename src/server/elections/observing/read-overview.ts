import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { listCast, listPending } from '#server/elections/proxy/queries.ts'
import { readTurnout } from '#server/elections/results/results.ts'
import { readReadiness } from '#server/elections/settings/readiness.ts'
import { readSchedule } from '#server/elections/settings/schedule.ts'

/** How the election is set, how ready it is and how far it has come. Nothing here says what anybody chose. */
export async function readOverview(deps: Deps, election: Election) {
  const { readiness, now } = await readReadiness(deps, { role: 'observer' }, election.id)
  const byRegion = await readTurnout(deps, election)
  const pending = await listPending(deps.pool, election.id)
  const cast = await listCast(deps.pool, election.id)
  return {
    now,
    schedule: await readSchedule(deps, election.id),
    settings: {
      seats: election.seats,
      candidacyFiling: election.candidacyFiling,
      resultsVisible: election.resultsVisible,
      proxyNeedsSecondAdmin: election.proxyNeedsSecondAdmin,
      rehearsal: election.rehearsal,
      eligibilityDate: election.eligibilityDate,
      packagePublic: election.packagePublic,
    },
    rollFrozenAt: election.rollFrozenAt,
    frozenAt: election.frozenAt,
    // What to do about it, and where, is for administrators.
    readiness: readiness.map(({ name, state, sentence }) => ({ name, state, sentence })),
    turnout: byRegion
      .map(({ region, cast: voted, eligible }) => ({ region, cast: voted, eligible: eligible ?? 0 }))
      .filter((one) => one.cast + one.eligible > 0),
    /** Never by region: it would tell whose ballots a batch was made of. */
    counted: byRegion.reduce((all, one) => all + one.counted, 0),
    proxies: {
      waiting: pending.length,
      /** By name. The signed forms stay with the administrators. */
      cast: cast.map(({ name, label, authority }) => ({ name, label, authority })),
    },
  }
}
