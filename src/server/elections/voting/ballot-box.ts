import type pg from 'pg'
import { sureNow } from '#server/clock.ts'
import { batch } from '#server/db/batch.ts'
import type { PgClient } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { sha256 } from '#server/elections/board/board-key.ts'
import type { SignedElection } from '#server/elections/board/signed-election.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { ensureFrozen } from '#server/elections/roll/freeze.ts'
import type { Secret } from '#shared/elections/board/leaves.ts'
import { originalOf } from '#shared/elections/lifecycle.ts'
import { whyRefuseBallot, type Choices } from '#shared/elections/voting/ballot.ts'
import { AppError } from '#shared/errors.ts'
import type { RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import { proxyCastOf, openOrNull, type BallotOf, type OpenBallot } from './vault.ts'

/** The box: what a voter's own ballot and a proxy ballot have in common, from the check to the insertion. */

/** Thrown by an attempt inside its transaction when the election is no longer as this node knew it. */
export class ElectionChanged extends Error {}

/** An administrator who changes the election at that very moment costs a ballot one attempt; nobody does so twenty times in a row. */
const maxTries = 20

/** Casts a ballot with the election as it is. The server's clock decides, at the moment the request is read. */
export async function untilUnchanged<Result>(
  { elections, clock }: Pick<Deps, 'elections' | 'clock'>,
  attempt: (readAt: Instant) => Promise<Result>,
): Promise<Result> {
  const readAt = sureNow(clock)
  for (let tries = 0; tries < maxTries; tries++)
    try {
      return await attempt(readAt)
    } catch (error) {
      if (!(error instanceof ElectionChanged)) throw error
      elections.invalidate()
    }
  throw new AppError('site-busy', { retryAfter: 5 })
}

/** The election with its freeze record, which precedes the first ballot. A rehearsal has none. */
export async function withFreezeRecord(
  deps: Parameters<typeof ensureFrozen>[0] & Pick<Deps, 'elections'>,
  election: Election,
): Promise<Election> {
  if (election.kind === 'rehearsal' || election.frozenAt !== null) return election
  await ensureFrozen(deps, election)
  const known = await deps.elections.byId(election.id)
  if (!known || known.frozenAt === null) throw new AppError('no-nominees-yet')
  return known
}

/** Refuses the whole ballot if anything is wrong with it. */
export function refuseBadBallot(
  { seats, serviceOf }: SignedElection,
  { choices, blanksConfirmed }: { choices: Choices; blanksConfirmed: boolean },
): void {
  const refusal = whyRefuseBallot(seats, serviceOf, choices, blanksConfirmed)
  switch (refusal?.why) {
    case 'no-nominee':
      throw new AppError('no-nominee-for-vote', { values: { n: refusal.index } })
    case 'wrong-length':
      throw new AppError('no-nominee-for-vote', { values: { n: choices.length } })
    case 'blanks-unconfirmed':
      throw new AppError('blanks-unconfirmed')
  }
}

interface BallotRow {
  sealed: Buffer
  proxy_by: string | null
  confirmed_by: string | null
  helped: boolean
}

/** This voter's ballot in the box, or null. For the server's own use: no login opens a ballot. */
export async function openBallot(
  deps: Pick<Deps, 'pool' | 'vault'>,
  election: Pick<Election, 'id' | 'rehearsalOf'>,
  { recordHash: record }: SignedElection,
  voterId: string,
): Promise<OpenBallot | null> {
  const { rows } = await deps.pool.query<BallotRow>({
    name: 'own ballot',
    text: 'select sealed, proxy_by, confirmed_by, helped from ballots where election_id = $1 and voter_id = $2',
    values: [election.id, voterId],
  })
  const [row] = rows
  if (!row) return null
  const key = await deps.vault.keyOf(originalOf(election))
  // A ballot that does not open exists all the same, and matches nothing that is sent.
  return (
    openOrNull(
      key,
      { electionId: election.id, voterId, record, helped: row.helped, by: proxyCastOf(row) },
      row.sealed,
    ) ?? {
      secret: '',
      choices: [],
    }
  )
}

/** A repeated request is not a second ballot. */
export const isSameBallot = (held: OpenBallot | null, sent: { secret: Secret; choices: Choices }): boolean =>
  held?.secret === sent.secret &&
  held.choices.length === sent.choices.length &&
  held.choices.every((chosen, place) => chosen === sent.choices[place])

/**
 * Lets the box notice two ballots with the same secret. Made with the vault key, so that somebody with a receipt and access to
 * the database does not learn whose it is.
 */
export const receiptMark = (key: Buffer, secret: Secret): Buffer =>
  Buffer.from(sha256(Buffer.concat([markLabel, key, Buffer.from(secret, 'hex')])).subarray(0, 16))
const markLabel = Buffer.from('receipt mark\0')

/** A ballot as stored: who voted, who cast it for them, and what only the vault key opens. */
export interface SealedBallot extends Omit<BallotOf, 'record'> {
  /** The election's revision when the ballot was checked. */
  revision: string
  /** Both are set for a proxy ballot, neither for the voter's own. */
  proxyBy: string | null
  authority: string | null
  /** The second administrator, where one is required. */
  confirmedBy: string | null
  authorityPath: string | null
  /** The voter's own ballot, from an account that an administrator helped with after the roll was frozen. */
  helped: boolean
  /** Where the ballot is counted if there is no roll, as in a rehearsal. */
  region: RollRegion
  /** Unique to each ballot. */
  receiptMark: Buffer
  sealed: Buffer
}

/**
 * `not taken`: this voter already has a ballot in this election, whoever cast it; or the election changed since the ballot was
 * checked, or accepts no more; or the voter is not on its roll; or another ballot has this receipt. Callers who need to know look
 * it up.
 */
type Put = 'taken' | 'not taken'

export interface BallotBox {
  /** Resolves once the ballot is safe from a power failure. May be called again with the same ballot after any failure. */
  put(ballot: SealedBallot): Promise<Put>
}

/**
 * Ballots that arrive together share one statement and so one commit. The primary key decides who is first; nothing is looked up
 * before.
 */
export function createBallotBox(pool: pg.Pool): BallotBox {
  async function putBatch(ballots: readonly SealedBallot[]): Promise<Put[]> {
    // A lost connection does not tell whether the statement succeeded; sent again, it finds what it did.
    const taken = await insertBallots(pool, ballots).catch((error: unknown) => {
      if (isRowError(error)) throw error
      return insertBallots(pool, ballots)
    })
    return ballots.map((ballot) => (taken.has(keyOf(ballot)) ? 'taken' : 'not taken'))
  }
  return { put: batch(putBatch, { conflictKey: keyOf, isItemError: isRowError }) }
}

/**
 * PostgreSQL's error classes for an invalid value (22) and a violated constraint (23). Any other error concerns the whole
 * statement.
 */
const isRowError = (error: unknown) => error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')

const keyOf = ({ electionId, voterId }: Pick<BallotOf, 'electionId' | 'voterId'>) => `${electionId} ${voterId}`

/**
 * One atomic statement: inserts the ballots whose place is free, and adds them to the turnout. The election is locked until the
 * commit, so that nobody changes its seats or times, ends a rehearsal or closes the count between the check of a ballot and its
 * insertion. Elections are locked before rehearsals, as in every change to both, and voters and regions in a fixed order: two
 * nodes at once never deadlock.
 */
export async function insertBallots(db: PgClient, ballots: readonly SealedBallot[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ election_id: string; voter_id: string }>({
    name: 'put ballots',
    // The other ballots wait for this statement; one that timed out is sent again.
    query_timeout: 10_000,
    text: `with given as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
          $8::bytea[], $9::text[], $10::bytea[], $11::boolean[]) as given (election_id, voter_id, proxy_by, confirmed_by,
          authority, authority_path, region, sealed, revision, receipt_mark, helped)
      ), held as materialized (
        select id, xmin::text as revision, kind = 'rehearsal' as rehearsal,
          num_nonnulls(count_closed_at, certified_at, cancelled_at) = 0 and not draft as uncounted
        from elections where id = any($1::uuid[]) order by kind, id for share
      ), taken as (
        insert into ballots
          (election_id, voter_id, proxy_by, confirmed_by, authority, authority_path, voter_region, sealed, receipt_mark,
           helped)
        select given.election_id, given.voter_id, proxy_by, confirmed_by, authority, authority_path,
          coalesce(roll.region, given.region), sealed, receipt_mark, helped
        from given join held on held.id = given.election_id and held.revision = given.revision
          left join roll on roll.voter_id = given.voter_id and roll.election_id = given.election_id and roll.struck is null
        where held.uncounted and (held.rehearsal or roll.voter_id is not null)
        order by given.voter_id
        on conflict do nothing
        returning election_id, voter_id, voter_region
      ), counted as (
        insert into turnout as before (election_id, region, "cast")
        select election_id, voter_region, count(*) from taken group by 1, 2 order by 1, 2
        on conflict (election_id, region) do update set "cast" = before."cast" + excluded."cast"
      )
      select election_id, voter_id from taken`,
    values: [
      ballots.map((one) => one.electionId),
      ballots.map((one) => one.voterId),
      ballots.map((one) => one.proxyBy),
      ballots.map((one) => one.confirmedBy),
      ballots.map((one) => one.authority),
      ballots.map((one) => one.authorityPath),
      ballots.map((one) => one.region),
      ballots.map((one) => one.sealed),
      ballots.map((one) => one.revision),
      ballots.map((one) => one.receiptMark),
      ballots.map((one) => one.helped),
    ],
  } as pg.QueryConfig)
  return new Set(rows.map((row) => keyOf({ electionId: row.election_id, voterId: row.voter_id })))
}
