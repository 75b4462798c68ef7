import { eq } from 'drizzle-orm'
import { countStoppedAccounts } from '#server/accounts/throttle.ts'
import { turnoutHours } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { countProxies, countWaitingProxies } from '#server/elections/proxy/queries.ts'
import { readTurnout } from '#server/elections/results/results.ts'
import { emailsLeave } from '#server/email/queue.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { votedByHour } from '#shared/elections/monitor/by-hour.ts'
import { mustExist } from '#shared/errors.ts'

/**
 * How election day is going: totals only, nothing about individuals. Few small rows however many vote, because everybody watching
 * asks every few seconds.
 */
export async function readMonitor(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'elections'>,
  electionId: string,
) {
  const election = mustExist(await deps.elections.byId(electionId))
  const now = deps.clock.now()
  const [turnout, hours, waiting, cast, stoppedAccounts, works, unsent] = await Promise.all([
    readTurnout(deps, election),
    readHours(deps, electionId),
    countWaitingProxies(deps.pool, electionId),
    countProxies(deps.db, electionId),
    countStoppedAccounts(deps.db),
    emailsLeave(deps),
    countUnsent(deps),
  ])
  const regions = turnout.map(({ region, cast: voted, eligible }) => ({ region, cast: voted, eligible: eligible ?? 0 }))
  const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0)
  return {
    now,
    stage: stageOf(election, now),
    votingOpens: election.votingOpens,
    votingCloses: election.votingCloses,
    cast: sum(regions.map((one) => one.cast)),
    eligible: sum(regions.map((one) => one.eligible)),
    /** Never by region: that would tell whose ballots are in a batch. */
    counted: sum(turnout.map(({ counted }) => counted)),
    regions,
    hours: votedByHour(hours, now),
    proxies: { cast, waiting },
    /** Accounts that wrong passwords stopped within the last hour. */
    stoppedAccounts,
    mail: { works, waiting: unsent },
    clock: deps.clock.health().problem,
  }
}

async function readHours({ db }: Pick<Deps, 'db'>, electionId: string) {
  return db
    .select({ hour: turnoutHours.hour, cast: turnoutHours.cast })
    .from(turnoutHours)
    .where(eq(turnoutHours.electionId, electionId))
}

async function countUnsent({ pool }: Pick<Deps, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ emails: number }>(
    'select count(*)::int as emails from emails where failed_at is null',
  )
  return rows[0]?.emails ?? 0
}
