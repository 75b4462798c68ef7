import { allBallotsAreIn, lastBallotsMs, originalOf, stageOf } from '#shared/elections/lifecycle.ts'
import { ClockUnsure } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { keepHeadsComing, BoardDiffers } from '#server/elections/board/heads.ts'
import { countBatch, maxBatchSize } from './count-batch.ts'
import { closeCount, purgeTraces, destroyBallotKey } from './close-count.ts'
import type pg from 'pg'
import { hourMs } from '#shared/elections/monitor/by-hour.ts'
import type { Instant } from '#shared/time.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import { dropLapsedProxies } from '#server/elections/proxy/confirm-proxy.ts'

type CountDeps = Pick<Deps, 'pool' | 'db' | 'storage' | 'elections' | 'vault' | 'boardKey' | 'clock' | 'log'>

/**
 * The job that counts: batch by batch while voting goes on, the rest when it is over, and then step by step what follows.
 * Each step is taken up again where a killed process left it.
 */
export async function countBallots(deps: CountDeps, signal: AbortSignal): Promise<void> {
  for (const election of [...(await deps.elections.all()), ...(await deps.elections.rehearsals())]) {
    const onItsOwn = (act: () => Promise<unknown>) =>
      act().catch((err: unknown) => {
        if (err instanceof ClockUnsure) tellUnsure(deps.log, election.id, err.message)
        else if (err instanceof BoardDiffers) tellDiffers(deps.log, election.id, err.message)
        else deps.log.error({ err, election: election.id }, 'ballots could not be counted')
      })
    // What is wrong with one election, or with a rehearsal, must not hold up the others.
    await onItsOwn(() =>
      election.kind === 'rehearsal' ? countAll(deps, election, true, signal) : nextSteps(deps, election, signal),
    )
  }
}

async function nextSteps(deps: CountDeps, election: Election, signal: AbortSignal): Promise<void> {
  const stage = stageOf(election, deps.clock.now())
  if (stage === 'cancelled') return afterCancelling(deps, election)
  if (stage === 'certified') return election.keyDestroyedAt === null ? destroyBallotKey(deps, election.id) : undefined
  if (stage !== 'counted' && !(await countBallotsOf(deps, election, signal))) return
  if (election.tracesPurgedAt === null) await purgeTraces(deps, election.id)
}

/** Nothing is counted any more: proxy ballots that waited go, and after a while the key. */
async function afterCancelling(deps: CountDeps, { id, keyDestroyedAt }: Election): Promise<void> {
  if (keyDestroyedAt !== null) return
  await dropLapsedProxies(deps, id)
  await destroyBallotKey(deps, id)
}

/** Returns whether this was the end of it. */
async function countBallotsOf(deps: CountDeps, election: Election, signal: AbortSignal): Promise<boolean> {
  const now = deps.clock.now()
  if (now < election.votingOpens) return false
  if (now < election.votingCloses + lastBallotsMs)
    await noteHour(deps.pool, election.id, Math.min(now, election.votingCloses - 1))
  const all = allBallotsAreIn(election, now)
  await countAll(deps, election, all, signal)
  if (election.frozenAt !== null) await keepHeadsComing(deps, election.id)
  if (!all || signal.aborted) return false
  await dropLapsedProxies(deps, election.id)
  return closeCount(deps, election.id)
}

async function countAll(deps: CountDeps, election: Election, all: boolean, signal: AbortSignal): Promise<void> {
  if (!(await anyUncounted(deps, election.id))) return
  const keys = { ballotKey: await deps.vault.keyOf(originalOf(election)), boardKey: deps.boardKey }
  while (!signal.aborted) {
    const { counted, unopened } = await countBatch(deps.db, keys, { election, all }, deps.clock.now())
    tellUnopened(deps.log, election.id, unopened)
    // What came in meanwhile waits for the next round: the more are counted together, the better each hides.
    if (counted === 0 || (!all && counted < maxBatchSize)) return
  }
}

async function anyUncounted({ pool }: CountDeps, electionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from ballots where election_id = $1 and not counted limit 1', [
    electionId,
  ])
  return rowCount === 1
}

/** Once for each reason: the job comes by every few seconds until the time is certain. */
function tellUnsure(log: Deps['log'], electionId: string, reason: string): void {
  if (reason === lastUnsure.get(electionId)) return
  log.info({ election: electionId, reason }, 'what cannot be undone waits until the time is certain')
  lastUnsure.set(electionId, reason)
}
const lastUnsure = new Map<string, string>()

/** Once for each reason, and loud: somebody wrote to the database by other ways than the site's. */
function tellDiffers(log: Deps['log'], electionId: string, reason: string): void {
  if (reason !== lastDifference.get(electionId))
    log.error(
      { election: electionId, reason },
      'nothing is counted or signed: the database is not as the last head says',
    )
  lastDifference.set(electionId, reason)
}
const lastDifference = new Map<string, string>()

/** Once for each number: the job comes by every few seconds until they are mended. */
function tellUnopened(log: Deps['log'], electionId: string, ballots: number): void {
  if (ballots > 0 && ballots !== lastTold.get(electionId))
    log.error({ election: electionId, ballots }, 'ballots cannot be opened and stay uncounted')
  lastTold.set(electionId, ballots)
}
const lastTold = new Map<string, number>()

/**
 * How many have voted by now, put down for this hour. Ballots carry no time, and the box is not slowed down for it: the job that
 * counts comes by every few seconds. Written only when somebody voted since.
 */
async function noteHour(pool: Pick<pg.Pool, 'query'>, electionId: string, now: Instant): Promise<void> {
  await pool.query(
    `insert into turnout_hours as before (election_id, hour, "cast")
     select $1, $2, coalesce(sum("cast"), 0) from turnout where election_id = $1
     on conflict (election_id, hour) do update set "cast" = excluded."cast" where before."cast" <> excluded."cast"`,
    [electionId, toTimestamp(now - (now % hourMs))],
  )
}
