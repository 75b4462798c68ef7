import type pg from 'pg'
import { ClockUnsure } from '#server/clock.ts'
import { inTransaction, type Database, type PgClient } from '#server/db/database.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { type BoardKey, sha256 } from '#server/elections/board/board-key.ts'
import { keepHeadsComing, BoardDiffers, makeHead, checkLastHead, appendLeaves } from '#server/elections/board/tree.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { dropLapsedProxies } from '#server/elections/proxy/confirm-proxy.ts'
import { castBy, tryToOpen } from '#server/elections/voting/vault.ts'
import { compareBytes, fromHex } from '#shared/elections/board/bytes.ts'
import { createLeafMaker, type Leaf, type LeafMaker } from '#shared/elections/board/leaves.ts'
import { allBallotsAreIn, lastBallotsMs, originalOf, stageOf, hasReached } from '#shared/elections/lifecycle.ts'
import { whyRefuseBallot } from '#shared/elections/voting/ballot.ts'
import { AppError } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import { hourMs, type Instant } from '#shared/time.ts'
import { closeCount, purgeTraces, destroyBallotKey } from './close-count.ts'

type CountDeps = Pick<Deps, 'pool' | 'db' | 'storage' | 'elections' | 'vault' | 'boardKey' | 'clock' | 'log'>

/**
 * The job that counts: batch by batch while voting goes on, the rest when it is over, and then step by step what follows.
 * Each step is taken up again where a killed process left it.
 */
export async function countBallots(deps: CountDeps, signal: AbortSignal): Promise<void> {
  for (const election of [...(await deps.elections.all()), ...(await deps.elections.rehearsals())]) {
    // What is wrong with one election, or with a rehearsal, must not hold up the others.
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
  } else if (err instanceof BoardDiffers) {
    const reason = err.message
    // Loud: somebody wrote to the database by other ways than the site's.
    if (isNews(election, 'board', reason))
      log.error({ election, reason }, 'nothing is counted or signed: the database is not as the last head says')
  } else log.error({ err, election }, 'ballots could not be counted')
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
    if (isNews(election.id, 'ballots', unopened) && unopened > 0)
      deps.log.error({ election: election.id, ballots: unopened }, 'ballots cannot be opened and stay uncounted')
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

/** Whether it differs from what was last said of it: the job comes by every few seconds until it is mended. */
function isNews(electionId: string, about: 'clock' | 'board' | 'ballots', state: string | number): boolean {
  const key = `${about} ${electionId}`
  const before = lastStates.get(key)
  lastStates.set(key, state)
  return state !== before
}
const lastStates = new Map<string, string | number>()

/**
 * How many have voted by now, put down for this hour. Ballots carry no time, and the box is not slowed down for it: the job that
 * counts comes by every few seconds. Written only when somebody voted since.
 */
async function noteHour(pool: PgClient, electionId: string, now: Instant): Promise<void> {
  await pool.query(
    `insert into turnout_hours as before (election_id, hour, "cast")
     select $1, $2, coalesce(sum("cast"), 0) from turnout where election_id = $1
     on conflict (election_id, hour) do update set "cast" = excluded."cast" where before."cast" <> excluded."cast"`,
    [electionId, toTimestamp(now - (now % hourMs))],
  )
}

/**
 * From sealed ballots to the public board. A batch is opened in memory, split seat by seat, sorted by commitment and written
 * together with its tallies and a signed head in one transaction: killed at any point, it has happened wholly or not at all.
 */

/** A vote hides among those it is counted with. So while voting goes on, as many always stay behind for the last batch. */
export const minBatchSize = 10
export const maxBatchSize = 1000

export interface CountTask {
  election: Pick<Election, 'id' | 'kind' | 'rehearsalOf' | 'seats'>
  /** The last batch, once nobody can vote any more; also each ballot of a rehearsal, which hides nothing. */
  all: boolean
}

/** How many ballots may be counted together now. */
export function batchSize(uncounted: number, all: boolean): number {
  const free = all ? uncounted : uncounted - minBatchSize
  if (!all && free < minBatchSize) return 0
  // What a large batch leaves behind must be enough to hide in, too.
  return free - maxBatchSize < minBatchSize ? free : maxBatchSize
}

/**
 * How many of a batch are counted. What is wrong with one ballot does not hold up the others. But it is counted once it is mended,
 * and is not to stand alone then: whoever damages a ballot and mends it later would read it off the totals. So a batch with such a
 * ballot is not the last; it leaves as many behind as any other, and counts no fewer.
 */
export const countedOf = (opened: number, unopened: number): number =>
  unopened === 0 ? opened : batchSize(opened, false)

interface Sealed {
  voter_id: string
  proxy_by: string | null
  confirmed_by: string | null
  voter_region: string
  sealed: Buffer
}

interface Opened {
  voter_id: string
  voter_region: string
  leaves: Leaf[]
}

/** The keys of a count: one opens the ballots, the other signs the board. */
interface CountKeys {
  ballotKey: Buffer
  boardKey: BoardKey
}

interface BatchResult {
  counted: number
  /** Ballots of the batch that do not open, or break a rule: they stay as they are, uncounted. */
  unopened: number
}

/** Counts one batch. */
export function countBatch(db: Database, keys: CountKeys, task: CountTask, now: Instant): Promise<BatchResult> {
  return inTransaction({ db, lock: 'counting' }, async (_tx, client) => {
    const batch = await takeUncounted(client, task)
    if (batch.length === 0) return { counted: 0, unopened: 0 }
    await checkLastHead(client, keys.boardKey, { electionId: task.election.id })
    const result = await mix(client, keys.ballotKey, task, batch)
    if (result.counted > 0) await makeHead(client, keys.boardKey, { electionId: task.election.id, now })
    return result
  })
}

async function takeUncounted(client: PgClient, { election, all }: CountTask): Promise<Sealed[]> {
  // Of a cancelled election none is opened, not even by a job that began a moment before.
  const which = `election_id = $1 and not counted
    and exists (select from elections where id = $1 and cancelled_at is null)`
  const counted = await client.query<{ ballots: number }>(
    `select count(*)::int as ballots from ballots where ${which}`,
    [election.id],
  )
  const size = batchSize(counted.rows[0]?.ballots ?? 0, all)
  if (size === 0) return []
  // Any of them, so that who voted early is not counted early.
  const { rows } = await client.query<Sealed>(
    `select voter_id, voter_region, proxy_by, confirmed_by, sealed from ballots where ${which} order by random() limit $2`,
    [election.id, size],
  )
  return rows
}

async function mix(client: pg.PoolClient, key: Buffer, task: CountTask, batch: Sealed[]): Promise<BatchResult> {
  const opened = openAll(key, task, await readServices(client, task), batch)
  const unopened = batch.length - opened.length
  // A rehearsal hides nothing, and so leaves none behind.
  const counted = task.election.kind === 'rehearsal' ? opened.length : countedOf(opened.length, unopened)
  if (counted > 0) await count(client, task.election.id, opened.slice(0, counted))
  return { counted, unopened }
}

/** How many of the uncounted ballots do not open, as far as one batch of them shows. */
export async function countUnopenedWith(pool: pg.Pool, key: Buffer, task: CountTask): Promise<number> {
  const batch = await takeUncounted(pool, task)
  return batch.length - openAll(key, task, await readServices(pool, task), batch).length
}

async function count(client: pg.PoolClient, electionId: string, batch: Opened[]): Promise<void> {
  const leaves = batch.flatMap((one) => one.leaves).toSorted((a, b) => compareBytes(a.commitment, b.commitment))
  await appendLeaves(client, { electionId }, leaves)
  await client.query(
    `insert into tallies as held (election_id, nominee_id, votes)
     select $1, nominee_id, count(*) from unnest($2::uuid[]) as nominee_id group by nominee_id order by nominee_id
     on conflict (election_id, nominee_id) do update set votes = held.votes + excluded.votes`,
    [electionId, leaves.flatMap(({ nomineeId }) => nomineeId ?? [])],
  )
  await client.query('update ballots set counted = true where election_id = $1 and voter_id = any($2::uuid[])', [
    electionId,
    batch.map((one) => one.voter_id),
  ])
  // Last, for a ballot that is cast meanwhile waits for it; and in the order in which ballots take the regions, too.
  await client.query(
    `with n as (select region, count(*) as ballots from unnest($2::text[]) as region group by region),
       held as (select region from turnout where election_id = $1 order by region for no key update)
     update turnout set counted = counted + n.ballots from n join held using (region)
     where turnout.election_id = $1 and turnout.region = n.region`,
    [electionId, batch.map((one) => one.voter_region)],
  )
}

/** The services of the nominees, from the snapshot that was taken when each was nominated. */
async function readServices(client: PgClient, { election }: CountTask): Promise<Map<string, Service>> {
  const { rows } = await client.query<{ id: string; ms: Service }>(
    `select id, data ->> 'ms' as ms from nominees where election_id = $1`,
    [originalOf(election)],
  )
  return new Map(rows.map(({ id, ms }) => [id, ms]))
}

function openAll(key: Buffer, task: CountTask, serviceOf: Map<string, Service>, batch: Sealed[]): Opened[] {
  const maker = createLeafMaker(sha256, task.election.id)
  return batch.flatMap((ballot) => {
    const leaves = leavesOf(key, task, { serviceOf, maker }, ballot)
    return leaves ? { voter_id: ballot.voter_id, voter_region: ballot.voter_region, leaves } : []
  })
}

/** Null for a ballot that does not open. What was checked when it was cast is checked again: one that breaks a rule now is as bad. */
function leavesOf(
  key: Buffer,
  { election: { id, seats } }: CountTask,
  { serviceOf, maker }: { serviceOf: Map<string, Service>; maker: LeafMaker },
  ballot: Sealed,
): Leaf[] | null {
  const opened = tryToOpen(key, { electionId: id, voterId: ballot.voter_id, by: castBy(ballot) }, ballot.sealed)
  if (!opened || whyRefuseBallot(seats, (id) => serviceOf.get(id), opened.choices, true)) return null
  return maker.leavesOf(seats, fromHex(opened.secret), opened.choices)
}

/**
 * How many of the ballots that wait to be counted cannot be opened. Looked up when somebody asks, not noted when it is found:
 * so it is true at once when a ballot is mended. Few wait, for counting follows voting within seconds.
 */
export async function countUnopened(
  { pool, vault, clock }: Pick<Deps, 'pool' | 'vault' | 'clock'>,
  election: Election,
): Promise<number> {
  if (hasReached(stageOf(election, clock.now()), 'counted') || election.cancelledAt !== null) return 0
  const which = 'election_id = $1 and not counted'
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from ballots where ${which}`,
    [election.id],
  )
  const waiting = rows[0]?.waiting ?? 0
  if (waiting === 0) return 0
  try {
    const key = await vault.keyOf(election.id)
    return await countUnopenedWith(pool, key, { election, all: true })
  } catch (error) {
    // Without the right key none of them opens.
    if (error instanceof AppError) return waiting
    throw error
  }
}
