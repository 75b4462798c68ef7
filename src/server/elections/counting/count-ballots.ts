import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { ClockUnsure } from '#server/clock.ts'
import { inTransaction, type PgClient } from '#server/db/database.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { BoardMismatch } from '#server/elections/board/mismatch.ts'
import type { SignedElection } from '#server/elections/board/signed-election.ts'
import {
  keepHeadsComing,
  makeHead,
  checkLastHead,
  appendLeaves,
  type BoardPosition,
} from '#server/elections/board/tree.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { dropLapsedProxies } from '#server/elections/proxy/confirm-proxy.ts'
import { proxyCastOf, openOrNull } from '#server/elections/voting/vault.ts'
import { fromHex, sortByBytes } from '#shared/elections/board/bytes.ts'
import { createLeafMaker, type Leaf } from '#shared/elections/board/leaves.ts'
import { allBallotsAreIn, lastBallotsMs, originalOf, stageOf, hasReached } from '#shared/elections/lifecycle.ts'
import { whyRefuseBallot } from '#shared/elections/voting/ballot.ts'
import { AppError } from '#shared/errors.ts'
import { hourMs, type Instant } from '#shared/time.ts'
import { closeCount, purgeTraces, destroyBallotKey } from './close-count.ts'

type CountDeps = Pick<Deps, 'pool' | 'db' | 'storage' | 'elections' | 'vault' | 'boardKey' | 'signed' | 'clock' | 'log'>

/**
 * The job that counts: in batches during voting, the rest afterwards, and then the steps that follow. Each step resumes where a
 * killed process left off.
 */
export async function countBallots(deps: CountDeps, signal: AbortSignal): Promise<void> {
  for (const election of [...(await deps.elections.all()), ...(await deps.elections.rehearsals())]) {
    // A problem with one election or rehearsal must not hold up the others.
    try {
      if (election.kind === 'rehearsal') await countAll(deps, election, true, signal)
      else await nextSteps(deps, election, signal)
    } catch (err) {
      logFailure(deps.log, election.id, err)
    }
  }
}

function logFailure(log: Deps['log'], election: string, err: unknown): void {
  if (err instanceof ClockUnsure) {
    const reason = err.message
    if (isNews(election, 'clock', reason))
      log.info({ election, reason }, 'what cannot be undone waits until the time is certain')
  } else if (err instanceof BoardMismatch) {
    const { reason } = err
    // Logged as an error: somebody wrote to the database without going through the site.
    if (isNews(election, 'board', reason))
      log.error({ election, reason }, 'nothing is counted or signed: the database is not as it was signed')
  } else log.error({ err, election }, 'ballots could not be counted')
}

async function nextSteps(deps: CountDeps, election: Election, signal: AbortSignal): Promise<void> {
  const stage = stageOf(election, deps.clock.now())
  if (stage === 'cancelled') return afterCancelling(deps, election)
  if (stage === 'certified') return election.keyDestroyedAt === null ? destroyBallotKey(deps, election.id) : undefined
  if (stage !== 'counted' && !(await countBallotsOf(deps, election, signal))) return
  if (election.tracesPurgedAt === null) await purgeTraces(deps, election.id)
}

/** Nothing is counted any more: waiting proxy ballots are dropped, and later the key is destroyed. */
async function afterCancelling(deps: CountDeps, { id, keyDestroyedAt }: Election): Promise<void> {
  if (keyDestroyedAt !== null) return
  await dropLapsedProxies(deps, id)
  await destroyBallotKey(deps, id)
}

/** Returns whether everything is done. */
async function countBallotsOf(deps: CountDeps, election: Election, signal: AbortSignal): Promise<boolean> {
  const now = deps.clock.now()
  if (now < election.votingOpens) return false
  if (now < election.votingCloses + lastBallotsMs)
    await noteHour(deps.pool, election.id, Math.min(now, election.votingCloses - 1))
  const all = allBallotsAreIn(election, now)
  if (all || !(await givesWay(deps, election.id))) await countAll(deps, election, all, signal)
  if (election.frozenAt !== null) await keepHeadsComing(deps, election.id)
  if (!all || signal.aborted) return false
  await dropLapsedProxies(deps, election.id)
  return closeCount(deps, election.id)
}

/** While this many arrive between two runs of the job, counting waits. */
const manyPerRound = 300
/** How many had voted at the job's last run. */
const castBefore = new Map<string, number>()

async function givesWay({ pool }: Pick<Deps, 'pool'>, electionId: string): Promise<boolean> {
  const { rows } = await pool.query<{ cast: number; counted: number }>(
    `select coalesce(sum("cast"), 0)::int as "cast", coalesce(sum(counted), 0)::int as counted
     from turnout where election_id = $1`,
    [electionId],
  )
  const { cast = 0, counted = 0 } = rows[0] ?? {}
  const arrived = cast - (castBefore.get(electionId) ?? 0)
  castBefore.set(electionId, cast)
  return countWaits({ arrived, waiting: cast - counted, counted })
}

/**
 * Before each batch the whole box is checked. So while ballots arrive fast, the count waits until there are enough to make that
 * worthwhile, however many are counted already. Once fewer arrive, all that may be counted are.
 */
export const countWaits = (box: { arrived: number; waiting: number; counted: number }): boolean =>
  box.arrived >= manyPerRound && box.waiting < Math.max(maxBatchSize, box.counted / 10)

async function countAll(deps: CountDeps, election: Election, all: boolean, signal: AbortSignal): Promise<void> {
  if (!(await anyUncounted(deps, election.id))) return
  const ballotKey = await deps.vault.keyOf(originalOf(election))
  while (!signal.aborted) {
    const { counted, unopened } = await countBatch(deps, ballotKey, { election, all })
    if (isNews(election.id, 'ballots', unopened > 0) && unopened > 0)
      deps.log.error({ election: election.id }, 'some ballots cannot be opened and stay uncounted')
    // Ballots that arrived meanwhile wait for the next run: the larger the batch, the better each hides in it.
    if (counted === 0 || (!all && counted < maxBatchSize)) return
  }
}

async function anyUncounted({ pool }: Pick<Deps, 'pool'>, electionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from ballots where election_id = $1 and not counted limit 1', [
    electionId,
  ])
  return rowCount === 1
}

/** Whether it differs from the last report: the job runs every few seconds until it is fixed. */
function isNews(electionId: string, about: 'clock' | 'board' | 'ballots', state: string | boolean): boolean {
  const key = `${about} ${electionId}`
  const before = lastStates.get(key)
  lastStates.set(key, state)
  return state !== before
}
const lastStates = new Map<string, string | boolean>()

/**
 * Records how many have voted by this hour. Ballots have no time, and casting is not slowed down for it: the counting job runs
 * every few seconds. Written only if somebody voted since.
 */
async function noteHour(pool: PgClient, electionId: string, now: Instant): Promise<void> {
  await pool.query(
    `insert into turnout_hours as before (election_id, hour, "cast")
     select $1, $2, coalesce(sum("cast"), 0) from turnout where election_id = $1
     on conflict (election_id, hour) do update set "cast" = excluded."cast" where before."cast" <> excluded."cast"`,
    [electionId, toTimestamp(now - (now % hourMs))],
  )
}

/** A vote hides among those counted with it. So during voting at least this many stay behind for the last batch. */
export const minBatchSize = 10
const maxBatchSize = 5000

export interface CountTask {
  election: Pick<Election, 'id' | 'kind'>
  /** The last batch, when nobody can vote any more; also every ballot of a rehearsal, which has nothing to hide. */
  all: boolean
}

export function batchSize(uncounted: number, all: boolean): number {
  const free = all ? uncounted : uncounted - minBatchSize
  if (!all && free < minBatchSize) return 0
  // What a large batch leaves behind must also be enough to hide in.
  return free - maxBatchSize < minBatchSize ? free : maxBatchSize
}

/**
 * How many of a batch are counted. A faulty ballot does not hold up the others. But it will be counted once it is repaired, and
 * must not be alone then: somebody who damages a ballot and repairs it later could read it off the totals. So a batch with a
 * faulty ballot is not the last one: like any other it leaves enough behind, and counts no fewer.
 */
export const countedOf = (opened: number, unopened: number): number =>
  unopened === 0 ? opened : batchSize(opened, false)

interface Sealed {
  voter_id: string
  proxy_by: string | null
  confirmed_by: string | null
  helped: boolean
  voter_region: string
  sealed: Buffer
}

interface Opened {
  voter_id: string
  voter_region: string
  leaves: Leaf[]
}

interface BatchResult {
  counted: number
  /** Ballots of the batch that do not open or that break a rule stay uncounted. */
  unopened: number
}

/**
 * From sealed ballots to the public board. A batch is opened in memory, split by seat, sorted by commitment and written with its
 * tallies and a signed head in one transaction: if the process is killed, all of it has happened or nothing.
 */
export function countBatch(
  { db, signed, clock }: Pick<Deps, 'db' | 'signed' | 'clock'>,
  ballotKey: Buffer,
  task: CountTask,
): Promise<BatchResult> {
  return inTransaction({ db, lock: 'counting' }, async (_tx, client) => {
    const election = await signed.read(client, task.election.id)
    const state = await checkLastHead(client, election)
    const batch = await takeUncounted(client, task, state)
    const opened = await openAll(ballotKey, election, batch)
    const unopened = batch.length - opened.length
    // A rehearsal has nothing to hide, so it leaves none behind.
    const counted = task.election.kind === 'rehearsal' ? opened.length : countedOf(opened.length, unopened)
    if (counted === 0) return { counted, unopened }
    await count(client, state, opened.slice(0, counted))
    const box = { ...state.box, counted: state.box.counted + counted }
    await makeHead(client, signed.key, { ...state, box }, { now: clock.now() })
    return { counted, unopened }
  })
}

async function takeUncounted(
  client: PgClient,
  { election, all }: CountTask,
  { box }: BoardPosition,
): Promise<Sealed[]> {
  const size = batchSize(box.ballots - box.counted, all)
  if (size === 0) return []
  // At random, so that early voters are not counted early. None of a cancelled election is opened, not even by a job that began a
  // moment before.
  const { rows } = await client.query<Sealed>(
    `select voter_id, voter_region, proxy_by, confirmed_by, helped, sealed from ballots
     where election_id = $1 and not counted and exists (select from elections where id = $1 and cancelled_at is null)
     order by random() limit $2`,
    [election.id, size],
  )
  return rows
}

async function count(client: pg.PoolClient, state: BoardPosition, batch: Opened[]): Promise<void> {
  const { electionId } = state
  const opened = batch.flatMap((one) => one.leaves)
  const leaves = sortByBytes(opened, ({ commitment }) => commitment)
  await appendLeaves(client, state, leaves)
  const votes = new Map<string, number>()
  for (const { nomineeId } of leaves) if (nomineeId) votes.set(nomineeId, (votes.get(nomineeId) ?? 0) + 1)
  await client.query(
    `insert into tallies as held (election_id, nominee_id, votes)
     select $1, nominee_id, votes from unnest($2::uuid[], $3::int[]) as batch (nominee_id, votes) order by nominee_id
     on conflict (election_id, nominee_id) do update set votes = held.votes + excluded.votes`,
    [electionId, [...votes.keys()], [...votes.values()]],
  )
  await client.query('update ballots set counted = true where election_id = $1 and voter_id = any($2::uuid[])', [
    electionId,
    batch.map((one) => one.voter_id),
  ])
  // Last, because a ballot cast meanwhile waits for it; in the order in which ballots lock the regions too.
  await client.query(
    `with n as (select region, count(*) as ballots from unnest($2::text[]) as region group by region),
       held as (select region from turnout where election_id = $1 order by region for no key update)
     update turnout set counted = counted + n.ballots from n join held using (region)
     where turnout.election_id = $1 and turnout.region = n.region`,
    [electionId, batch.map((one) => one.voter_region)],
  )
}

/** Those that open and follow the rules. The checks made when a ballot was cast are repeated. */
async function openAll(
  key: Buffer,
  { id, recordHash: record, seats, serviceOf }: SignedElection,
  batch: Sealed[],
): Promise<Opened[]> {
  const maker = createLeafMaker(sha256, id)
  const whole: Opened[] = []
  for (const [n, { voter_id, voter_region, helped, sealed, ...row }] of batch.entries()) {
    // People who vote meanwhile do not have to wait for all of them.
    if (n % openedPerTurn === 0) await nextTurn()
    const opened = openOrNull(key, { electionId: id, voterId: voter_id, record, helped, by: proxyCastOf(row) }, sealed)
    if (!opened || whyRefuseBallot(seats, serviceOf, opened.choices, true)) continue
    whole.push({ voter_id, voter_region, leaves: maker.leavesOf(seats, fromHex(opened.secret), opened.choices) })
  }
  return whole
}
const openedPerTurn = 50

/**
 * Whether some uncounted ballots cannot be opened. Never how many, and nothing while the database differs from what was signed:
 * otherwise somebody who can write to it could deduce a ballot from the answers. Checked on demand rather than recorded, so it is
 * right as soon as a ballot is repaired.
 */
export async function hasUnopenableBallots(
  { pool, vault, clock, signed }: Pick<Deps, 'pool' | 'vault' | 'clock' | 'signed'>,
  election: Election,
): Promise<boolean> {
  if (hasReached(stageOf(election, clock.now()), 'counted') || election.cancelledAt !== null) return false
  if (!(await anyUncounted({ pool }, election.id))) return false
  const key = await vault.keyOf(election.id).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  // Without the right key none opens.
  if (!key) return true
  return signed.readNow(election.id, async (frozen, client) => {
    const state = await checkLastHead(client, frozen)
    const batch = await takeUncounted(client, { election, all: true }, state)
    return (await openAll(key, frozen, batch)).length < batch.length
  })
}
