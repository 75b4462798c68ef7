import type pg from 'pg'
import { appendAudit } from '#server/audit/audit.ts'
import { ClockUnsure } from '#server/clock.ts'
import { inTransaction, type PgClient, type Queryable } from '#server/db/database.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import { assertMatches, BoardMismatch } from '#server/elections/board/mismatch.ts'
import { makeStatement, readCandidates } from '#server/elections/board/statements.ts'
import { emptyBoard, makeHead } from '#server/elections/board/tree.ts'
import { readWitnesses } from '#server/elections/board/witnesses.ts'
import { hashMaterials } from '#server/elections/candidacy/materials.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { siteVersion } from '#server/site-version.ts'
import { joinBytes, domainLabel, toHex, uuidBytes } from '#shared/elections/board/bytes.ts'
import { hmac } from '#shared/elections/board/leaves.ts'
import { treeRoot } from '#shared/elections/board/merkle.ts'
import type { FreezeRecord } from '#shared/elections/board/statements.ts'
import { isFreezeDue, rollFreezes } from '#shared/elections/lifecycle.ts'
import { rollLeaf, rollLine } from '#shared/elections/roll/roll.ts'
import { scheduleFields } from '#shared/elections/schedule.ts'
import { AppError } from '#shared/errors.ts'
import { rollRegions, type RollRegion, type Region, notStated } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { standingFor, voterSql } from './queries.ts'

type FreezeDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'log' | 'elections' | 'signed' | 'vault' | 'storage'>

export async function freezeElections(deps: FreezeDeps): Promise<void> {
  for (const election of await deps.elections.all())
    if (isFreezeDue(election, deps.clock.now()))
      await freezeOnce(deps, election.id).catch((err: unknown) => {
        if (err instanceof BoardMismatch)
          deps.log.error({ election: election.id, reason: err.reason }, 'an election is not frozen again')
        else if (!(err instanceof ClockUnsure))
          deps.log.error({ err, election: election.id }, 'an election could not be frozen')
      })
}

/** Spares the first voter the wait for the job. Refused, to be tried again, while the time is uncertain. */
export async function ensureFrozen(deps: FreezeDeps, election: Election): Promise<void> {
  if (election.frozenAt !== null || !isFreezeDue(election, deps.clock.now())) return
  try {
    await freezeOnce(deps, election.id)
  } catch (error) {
    if (error instanceof ClockUnsure) throw new AppError('voting-being-opened', { retryAfter: 20 })
    throw error
  }
}

/** Everybody who votes in the first second waits for the same freeze. */
function freezeOnce(deps: FreezeDeps, electionId: string): Promise<void> {
  const ofSite = underWay.get(deps.pool) ?? new Map<string, Promise<void>>()
  underWay.set(deps.pool, ofSite)
  const running =
    ofSite.get(electionId) ?? freezeNow(deps, electionId, null).finally(() => void ofSite.delete(electionId))
  ofSite.set(electionId, running)
  return running
}
const underWay = new WeakMap<pg.Pool, Map<string, Promise<void>>>()

/**
 * Draws up the roll and signs the freeze record, each when it is due: one after the other, or together when there is no
 * eligibility date. Neither can be undone, so the database's own clock must agree that the time has come. An election without
 * candidates is not frozen: nobody could be added afterwards. `rollback` says why an earlier record is gone.
 */
export async function freezeNow(
  deps: FreezeDeps,
  electionId: string,
  rollback: FreezeRecord['rollback'],
): Promise<void> {
  const { db, pool, clock, log } = deps
  const known = await deps.elections.byId(electionId)
  // Checked without a lock first: the job may come by all day long, and must not hold up anybody.
  if (known && known.votingOpens <= clock.now() && !(await anybodyStands(pool, electionId))) return
  const rollKey = await deps.vault.keyOf(electionId, 'roll')
  const done = await inTransaction({ db, lock: 'counting' }, async (tx, client) => {
    const now = await clock.confirmedNow(client)
    const election = await lockElection(tx, electionId)
    if (!isFreezeDue(election, now)) return []
    await refuseSecondFreeze(deps, client, electionId, rollback)
    const opens = election.votingOpens <= now
    if (opens && !(await anybodyStands(client, electionId))) return []
    const steps: string[] = []
    const { rollFrozenAt } = election
    const listed =
      rollFrozenAt === null ? await freezeRoll(tx, client, rollKey, election, now) : { ...election, rollFrozenAt }
    if (rollFrozenAt === null) steps.push('the roll is frozen')
    if (opens) {
      await freezeElection(deps, tx, client, listed, { now, rollback })
      steps.push('the freeze record is signed')
    }
    return steps
  })
  for (const step of done) log.info({ election: electionId }, step)
  // Even when nothing was left to do: another node may have been faster, and this one has not heard of it yet.
  deps.elections.invalidate()
}

type ListedElection = Election & { rollFrozenAt: Instant }

async function freezeRoll(
  tx: Queryable,
  client: pg.PoolClient,
  rollKey: Buffer,
  election: Election,
  now: Instant,
): Promise<ListedElection> {
  const size = await drawUpRoll(client, rollKey, election)
  // The record signs what was done: if dues were turned off meanwhile, nobody was asked to be in good standing.
  const goodStandingOnly = (await standingFor(client, election)) !== null
  await client.query('update elections set roll_frozen_at = $2, good_standing_only = $3 where id = $1', [
    election.id,
    toTimestamp(now),
    goodStandingOnly,
  ])
  await appendAudit(tx, now, { actor: 'system', action: 'roll frozen', subject: election.id, detail: { size } })
  return { ...election, goodStandingOnly, rollFrozenAt: now }
}

async function freezeElection(
  deps: Pick<Deps, 'signed' | 'storage'>,
  tx: Queryable,
  client: PgClient,
  election: ListedElection,
  { now, rollback }: { now: Instant; rollback: FreezeRecord['rollback'] },
): Promise<void> {
  const { id } = election
  const hash = await signFreezeRecord(client, deps, election, { now, rollback })
  await client.query('update elections set frozen_at = $2 where id = $1', [id, toTimestamp(now)])
  await makeHead(client, deps.signed.key, emptyBoard(id, hash), { now })
  await appendAudit(tx, now, { actor: 'system', action: 'election frozen', subject: id, detail: { hash } })
}

/**
 * Nobody may delete the record and have another one signed with other names. A record that this node has seen is replaced only by
 * one that says so, and never once there are ballots.
 */
async function refuseSecondFreeze(
  { signed }: Pick<Deps, 'signed'>,
  client: PgClient,
  electionId: string,
  rollback: FreezeRecord['rollback'],
): Promise<void> {
  const { freeze: seen } = await signed.state.of(electionId)
  assertMatches(seen === null || rollback?.lost.includes(seen) === true, 'state-record')
  const { rowCount } = await client.query('select from ballots where election_id = $1 limit 1', [electionId])
  assertMatches(rowCount === 0, 'ballots-unfrozen')
}

async function anybodyStands(client: PgClient, electionId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from nominees where election_id = $1 and status = 'approved' limit 1`,
    [electionId],
  )
  return rowCount === 1
}

const iso = (at: Instant) => new Date(at).toISOString()

/** Signs everything that voters and candidates rely on, as it is now. Returns the hash. */
async function signFreezeRecord(
  db: PgClient,
  { signed: { key }, storage }: Pick<Deps, 'signed' | 'storage'>,
  election: ListedElection,
  { now, rollback }: { now: Instant; rollback: FreezeRecord['rollback'] },
): Promise<string> {
  const record: FreezeRecord = {
    type: 'freeze/2',
    election: election.id,
    title: election.title,
    seats: election.seats.map(({ slot, ms }) => ({ slot, service: ms })),
    times: Object.fromEntries(scheduleFields.map((field) => [field, iso(election[field])])),
    rules: {
      resultsVisible: election.resultsVisible,
      proxyNeedsSecondAdmin: election.proxyNeedsSecondAdmin,
      goodStandingOnly: election.goodStandingOnly,
    },
    nominees: await hashMaterials(db, storage, await readCandidates(db, election.id)),
    roll: await summariseRoll(db, election.id),
    rollFrozenAt: iso(election.rollFrozenAt),
    frozenAt: iso(now),
    program: siteVersion(),
    key: key.publicKey,
    witnesses: [...(await readWitnesses(db, key, election.id)).values()].map(({ name, key: of }) => ({
      name,
      key: of,
    })),
    rollback,
  }
  return makeStatement(db, key, record)
}

/** Size, regions and root of the roll as it was drawn up, without later corrections. */
async function summariseRoll(db: PgClient, electionId: string): Promise<FreezeRecord['roll']> {
  const { rows } = await db.query<{ line: Buffer; region: RollRegion }>(
    'select line, region from roll where election_id = $1 and added is null order by line',
    [electionId],
  )
  const byRegion = Object.fromEntries(rollRegions.map((region) => [region, 0])) as Record<RollRegion, number>
  for (const { region } of rows) byRegion[region]++
  const root = treeRoot(
    sha256,
    rows.map(({ line, region }) => rollLeaf(line, region)),
  )
  return { size: rows.length, byRegion, root: toHex(root) }
}

export interface VoterToList {
  id: string
  serial: string
  region: Region | null
}

/** Unique to a voter and an election: without the election's key nobody can assign a line of the roll to somebody else. */
export function rollSalt(rollKey: Buffer, electionId: string, voterId: string): Uint8Array {
  const message = joinBytes(saltLabel, uuidBytes(electionId), uuidBytes(voterId))
  return hmac(sha256, rollKey, message.length)(message).subarray(0, 16)
}
const saltLabel = domainLabel('roll-salt/2')

/** What the roll stores about a member, and the line that is published. */
function lineFor(rollKey: Buffer, electionId: string, { id, serial, region }: VoterToList) {
  const salt = rollSalt(rollKey, electionId, id)
  const listed: RollRegion = region ?? notStated
  return { voterId: id, serial, salt, region: listed, line: rollLine(sha256, electionId, salt, serial) }
}

/** Members without a serial number, who cannot log in, are listed by ID number. */
export const asVoter = (user: string) =>
  `${user}.id, coalesce(${user}.military_serial, ${user}.id_number, ${user}.id::text) as serial, ${user}.region`

const perStatement = 10_000

/**
 * Everybody who became a member in time and still is one, even if a server that was off draws it up late. Where the election
 * requires good standing, what the ledgers say now about the eligibility date decides. Returns how many.
 */
async function drawUpRoll(client: pg.PoolClient, rollKey: Buffer, election: Election): Promise<number> {
  await client.query('set local statement_timeout = 0')
  const { rows } = await client.query<VoterToList>(
    `select ${asVoter('u')} from users u where ${(await voterSql(client, election))('u')} and (u.approved_at is null or u.approved_at <= $1)`,
    [toTimestamp(rollFreezes(election))],
  )
  for (let first = 0; first < rows.length; first += perStatement)
    await addToRoll(client, rollKey, election.id, rows.slice(first, first + perStatement), null)
  return rows.length
}

/** `correction` is the number of the correction that adds them; null when the roll is drawn up. */
export async function addToRoll(
  client: PgClient,
  rollKey: Buffer,
  electionId: string,
  voters: readonly VoterToList[],
  correction: number | null,
) {
  const lines = voters.map((voter) => lineFor(rollKey, electionId, voter))
  await client.query(
    `insert into roll (election_id, voter_id, serial, region, line, salt, added)
     select $1, v.voter_id, v.serial, v.region, decode(v.line, 'hex'), decode(v.salt, 'hex'), $7
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) as v (voter_id, serial, region, line, salt)
     order by v.line`,
    [
      electionId,
      lines.map(({ voterId }) => voterId),
      lines.map(({ serial }) => serial),
      lines.map(({ region }) => region),
      lines.map(({ line }) => toHex(line)),
      lines.map(({ salt }) => toHex(salt)),
      correction,
    ],
  )
  return lines
}
