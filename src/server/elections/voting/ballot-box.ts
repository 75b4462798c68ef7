import type pg from 'pg'
import { batch } from '#server/db/batch.ts'
import type { BallotOf } from './seal.ts'
import type { RollRegion } from '#shared/members/enums.ts'

/** A ballot as it lies in the box: who voted, who put it in for them, and what only the vault key opens. */
export interface SealedBallot extends BallotOf {
  /** Of the election as it was when the ballot was checked. */
  revision: string
  /** Both for a ballot that an administrator casts on the voter's behalf, neither for the voter's own. */
  proxyBy: string | null
  authority: string | null
  /** The second administrator, where one was asked for. */
  confirmedBy: string | null
  authorityPath: string | null
  /** Where the ballot is counted unless the roll says so: a rehearsal has none. */
  region: RollRegion
  /** No two ballots have the same. */
  receiptMark: Buffer
  sealed: Buffer
}

/**
 * `not taken`: this voter has a ballot in this election, whoever cast it; or the election is no longer the one the ballot
 * was checked against, or takes no more; or the voter is not on its roll; or another ballot has this receipt. Who needs to
 * know looks.
 */
type Put = 'taken' | 'not taken'

export interface BallotBox {
  /** Resolves once the ballot is safe from a power cut. May be called again with the same ballot after any failure. */
  put(ballot: SealedBallot): Promise<Put>
}

/**
 * Ballots that arrive together share one statement, and so one commit. The primary key decides who is first; nothing is
 * looked up before.
 */
export function createBallotBox(pool: pg.Pool): BallotBox {
  async function putBatch(ballots: readonly SealedBallot[]): Promise<Put[]> {
    // A lost connection tells nothing of what became of the statement; sent again, it finds what it has done.
    const taken = await putAll(pool, ballots).catch((error: unknown) => {
      if (isRowError(error)) throw error
      return putAll(pool, ballots)
    })
    return ballots.map((ballot) => (taken.has(keyOf(ballot)) ? 'taken' : 'not taken'))
  }
  return { put: batch(putBatch, { conflictKey: keyOf, isItemError: isRowError }) }
}

/** PostgreSQL's classes for a value it cannot take (22) and a rule of a table (23). Anything else befell the whole statement. */
const isRowError = (error: unknown) => error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')

const keyOf = ({ electionId, voterId }: BallotOf) => `${electionId} ${voterId}`

/**
 * One statement, atomic by itself: the ballots that found their place free, and the turnout they add to. The election is
 * held as it is until the commit, so that nobody changes its seats or times, ends a rehearsal or counts it to the end
 * between the check of a ballot and its place in the box. Elections come before rehearsals, as with whoever changes both;
 * voters and regions come in order, too: two nodes at once wait for each other, never in a circle.
 */
export async function putAll(
  db: Pick<pg.Pool, 'query'>,
  ballots: readonly SealedBallot[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ election_id: string; voter_id: string }>({
    name: 'put ballots',
    // The other ballots wait for this statement; one that was given up is sent again.
    query_timeout: 10_000,
    text: `with given as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[],
          $8::bytea[], $9::text[], $10::bytea[]) as given (election_id, voter_id, proxy_by, confirmed_by, authority,
          authority_path, region, sealed, revision, receipt_mark)
      ), held as materialized (
        select id, xmin::text as revision, kind = 'rehearsal' as rehearsal,
          num_nonnulls(count_closed_at, certified_at, cancelled_at) = 0 and not draft as uncounted
        from elections where id = any($1::uuid[]) order by kind, id for share
      ), taken as (
        insert into ballots
          (election_id, voter_id, proxy_by, confirmed_by, authority, authority_path, voter_region, sealed, receipt_mark)
        select given.election_id, given.voter_id, proxy_by, confirmed_by, authority, authority_path,
          coalesce(roll.region, given.region), sealed, receipt_mark
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
    ],
  } as pg.QueryConfig)
  return new Set(rows.map((row) => keyOf({ electionId: row.election_id, voterId: row.voter_id })))
}
