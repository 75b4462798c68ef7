import type pg from 'pg'
import { verifyAudit } from '#server/audit/audit.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { assertMatches, BoardMismatch } from '#server/elections/board/mismatch.ts'
import type { FrozenElection, SignedElections } from '#server/elections/board/signed-election.ts'
import { parseStatement } from '#server/elections/board/statements.ts'
import { readElection, type Election } from '#server/elections/election-cache.ts'
import type { CertifiedStanding } from '#shared/elections/closing/certificate.ts'
import type { TieDecision } from '#shared/elections/closing/closing.ts'
import { byVotes } from '#shared/elections/counting/standings.ts'
import {
  type RecountFigures,
  describeDifference,
  type RecountLine,
  type RecountOutcome,
} from '#shared/elections/recount/recount.ts'
import { AppError, unexpectedText, mustExist } from '#shared/errors.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import { sentenceFor } from '#shared/text.ts'
import { countBoard, checkTallies, checkTurnout } from './board-leaves.ts'
import { checkDecisions, checkFreezeEntry, checkHeadLogs, checkProxies } from './log-entries.ts'
import { countBox, type RegionCount } from './roll-and-box.ts'
import { checkHeads } from './signed-words.ts'

type RecountDeps = Pick<Deps, 'db' | 'pool' | 'vault' | 'signed' | 'elections'>

/** What a recount found. A certificate states these figures and none that were read separately. */
export interface RecountResult {
  election: Election
  figures: RecountFigures
  rollSize: number
  byRegion: Record<RollRegion, RegionCount>
  /** Every frozen nominee, most votes first. */
  standings: CertifiedStanding[]
  decisions: TieDecision[]
  /** Hashes of the last head, the record in force and the participation list. */
  head: string
  record: string
  participation: string
  log: { entries: number; lastHash: string }
}

type OnProgress = (done: number, total: number) => void

/** It reads everything about an election, so few run at once. Certification never waits for recounts somebody merely asked for. */
const turns = { requested: concurrencyLimit(1, 1), certifying: concurrencyLimit(1, 3) }

/** Whose recounts run or wait: one per person, so that nobody takes the others' turns. */
const asking = new Set<string>()

/** A recount that certifies nothing. */
export async function recountFor(
  personId: string,
  deps: RecountDeps,
  electionId: string,
  onProgress?: OnProgress,
): Promise<RecountResult> {
  if (asking.has(personId)) throw new AppError('recount-running')
  asking.add(personId)
  try {
    return await recount(deps, electionId, (work) => turns.requested(work, { lane: personId }), onProgress)
  } finally {
    asking.delete(personId)
  }
}

export const recountToCertify = (deps: RecountDeps, electionId: string): Promise<RecountResult> =>
  recount(deps, electionId, turns.certifying)

/**
 * Opens the whole box again and compares it with everything stored, signed and logged about the election, in one snapshot of the
 * database. Throws `BoardMismatch` at the first difference. Reads in batches and keeps 40 bytes per leaf.
 */
async function recount(
  deps: RecountDeps,
  electionId: string,
  inTurn: (work: () => Promise<RecountResult>) => Promise<RecountResult>,
  onProgress: OnProgress = () => {},
): Promise<RecountResult> {
  const known = mustExist(await deps.elections.byId(electionId))
  if (known.countClosedAt === null) throw new AppError('voting-not-over')
  // Rows this transaction can see stay on the disk until it ends, traces included.
  if (known.tracesPurgedAt === null) throw new AppError('count-being-cleared')
  const keys = {
    ballotKey: await deps.vault.keyOf(electionId),
    rollKey: await deps.vault.keyOf(electionId, 'roll'),
  }
  return inTurn(() =>
    inTransaction({ db: deps.db }, async (tx, client) => {
      await client.query('set transaction isolation level repeatable read, read only')
      return recountIn(tx, client, { ...keys, signed: deps.signed }, electionId, onProgress)
    }),
  )
}

/** Everything in the snapshot this transaction sees. */
export async function recountIn(
  tx: Queryable,
  client: pg.PoolClient,
  { signed, ...keys }: Parameters<typeof countBox>[1] & Pick<Deps, 'signed'>,
  electionId: string,
  onProgress: OnProgress,
): Promise<RecountResult> {
  const election = await readElection(tx, electionId)
  const frozen = await readFrozen(client, signed, electionId)
  const { record } = frozen
  const heads = await checkHeads(client, signed.key, electionId, frozen)
  await checkPlaces(client, electionId)
  await refuseCertificate(client, election)

  const total = record.roll.size + heads.last.content.size
  const box = await countBox(client, keys, frozen, (lines) => onProgress(lines, total))
  const board = await countBoard(client, record, heads, box, (leaves) => onProgress(box.lines + leaves, total))
  await checkTallies(client, record, board)
  await checkTurnout(client, electionId, box)

  const log = await verifyAudit(tx)
  assertMatches(log.ok, 'log-broken', { n: log.ok ? 0 : log.brokenAt })
  await checkHeadLogs(client, heads.logs)
  await checkFreezeEntry(client, electionId, frozen.recordHash)
  await checkProxies(client, electionId, box.proxies)
  const decisions = await checkDecisions(client, signed.key, electionId)
  return {
    election,
    figures: {
      ballots: box.ballots,
      proxies: box.proxies.length,
      helped: box.helped,
      leaves: board.leaves,
      heads: heads.count,
      rollLines: box.lines,
      logEntries: log.entries,
    },
    rollSize: box.rollSize,
    byRegion: box.byRegion,
    standings: record.nominees
      .map(({ id, name, rank, service, region }) => ({
        nomineeId: id,
        name,
        rank,
        ms: service,
        region,
        votes: board.votes.get(id) ?? 0,
      }))
      .toSorted(byVotes),
    decisions,
    head: heads.last.hash,
    record: frozen.hashes.at(-1) ?? '',
    participation: box.participation,
    log: { entries: log.entries, lastHash: log.lastHash },
  }
}

async function readFrozen(client: pg.PoolClient, signed: SignedElections, id: string): Promise<FrozenElection> {
  const { record, ...rest } = await signed.read(client, id)
  assertMatches(record !== null, 'record-missing')
  return { ...rest, record }
}

/** Checks that each is stored under the number it states. */
async function checkPlaces(client: pg.PoolClient, electionId: string): Promise<void> {
  const { rows } = await client.query<{ type: string; number: number; statement: string }>(
    `select type, number, statement from signed_statements where election_id = $1 and type <> 'countersignature/1'`,
    [electionId],
  )
  const wrong = rows.find(({ number, statement }) => (parseStatement(statement)['number'] ?? 0) !== number)
  assertMatches(wrong === undefined, 'statement-place', { type: wrong?.type ?? '' })
}

/** Somebody removed the certification, so that it could be made again with different content. */
async function refuseCertificate(client: pg.PoolClient, { id, certifiedAt }: Election): Promise<void> {
  if (certifiedAt !== null) return
  const { rowCount } = await client.query(
    `select from signed_statements where election_id = $1 and type in ('certificate/2', 'countersignature/1') limit 1`,
    [id],
  )
  assertMatches(rowCount === 0, 'certificate-there')
}

/** A line is sent at least this often, so that no proxy closes the connection. */
const tellEveryMs = 500

/** A recount that certifies nothing, with its progress as lines of JSON. Once started, it runs to the end. */
export async function* recountNow(
  deps: RecountDeps & Pick<Deps, 'clock' | 'log'>,
  personId: string,
  electionId: string,
): AsyncGenerator<string, void, undefined> {
  let last: RecountLine = { status: 'running', done: 0, total: 0 }
  const onProgress: OnProgress = (done, total) => (last = { status: 'running', done, total })
  const running = recountOutcome(deps, personId, electionId, onProgress).then(
    (outcome): RecountLine => ({ status: 'done', outcome }),
    (error: unknown): RecountLine => {
      if (!(error instanceof AppError)) deps.log.error({ err: error, election: electionId }, 'a recount failed')
      const sentence = error instanceof AppError ? sentenceFor(error.code, error.values) : unexpectedText
      return { status: 'failed', sentence }
    },
  )
  for (;;) {
    const ended = await Promise.race([running, pause()])
    if (ended) return yield asLine(ended)
    yield asLine(last)
  }
}

const asLine = (line: RecountLine) => `${JSON.stringify(line)}\n`

const pause = () => new Promise<null>((resolve) => setTimeout(resolve, tellEveryMs, null).unref())

async function recountOutcome(
  deps: RecountDeps & Pick<Deps, 'clock'>,
  personId: string,
  electionId: string,
  onProgress?: OnProgress,
): Promise<RecountOutcome> {
  const at = deps.clock.now()
  const began = performance.now()
  const tookMs = () => Math.round(performance.now() - began)
  try {
    const { figures } = await recountFor(personId, deps, electionId, onProgress)
    return { at, tookMs: tookMs(), agrees: true, figures }
  } catch (error) {
    if (!(error instanceof BoardMismatch)) throw error
    const { difference } = error
    return { at, tookMs: tookMs(), agrees: false, check: difference.check, sentence: describeDifference(difference) }
  }
}
