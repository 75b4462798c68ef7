import type pg from 'pg'
import type { Region } from '#shared/members/enums.ts'
import type { BallotOf } from './seal.ts'

/** A ballot as it lies in the box: who voted, who put it in, and what only the vault key opens. */
export interface SealedBallot extends BallotOf {
  castBy: string
  /** Both for a ballot that an administrator casts on the voter's behalf, neither for the voter's own. */
  proxyLabel: string | null
  authority: string | null
  authorityPath: string | null
  voterRegion: Region
  sealed: Buffer
}

/** `there already`: this voter has a ballot in this election, whoever cast it. */
export type Put = 'taken' | 'there already'

export interface BallotBox {
  /** Resolves once the ballot is safe from a power cut. May be called again with the same ballot after any failure. */
  put(ballot: SealedBallot): Promise<Put>
}

interface Waiting {
  ballot: SealedBallot
  resolve: (put: Put) => void
  reject: (error: unknown) => void
}

/** More in one statement gains nothing. */
const mostAtOnce = 64

/**
 * Ballots that arrive while one statement is under way share the next one, and so one commit: the more people vote at
 * once, the less each costs. The primary key decides who is first; nothing is looked up before.
 */
export function createBallotBox(pool: pg.Pool): BallotBox {
  let waiting: Waiting[] = []
  let writing = false

  async function write(): Promise<void> {
    writing = true
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        settle(
          batch,
          await putAll(
            pool,
            batch.map((one) => one.ballot),
          ),
        )
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error)
        // One that cannot be stored must not take the others with it.
        else for (const one of batch) await alone(one)
      }
    }
    writing = false
  }

  /** Two ballots of one voter do not share a statement: the second must find the first in its place. */
  function takeBatch(): Waiting[] {
    const voters = new Set<string>()
    const batch: Waiting[] = []
    waiting = waiting.filter((one) => {
      const key = keyOf(one.ballot)
      if (batch.length === mostAtOnce || voters.has(key)) return true
      voters.add(key)
      batch.push(one)
      return false
    })
    return batch
  }

  async function alone(one: Waiting): Promise<void> {
    try {
      settle([one], await putAll(pool, [one.ballot]))
    } catch (error) {
      one.reject(error)
    }
  }

  return {
    put: (ballot) =>
      new Promise((resolve, reject) => {
        waiting.push({ ballot, resolve, reject })
        if (!writing) void write()
      }),
  }
}

function settle(batch: Waiting[], taken: ReadonlySet<string>): void {
  for (const { ballot, resolve } of batch) resolve(taken.has(keyOf(ballot)) ? 'taken' : 'there already')
}

export const keyOf = ({ electionId, voterId, rehearsal }: BallotOf) => `${electionId} ${voterId} ${rehearsal}`

/**
 * One statement, atomic by itself: the ballots that found their place free, and the turnout they add to. Once an election
 * has been counted to the end, none finds a place.
 */
export async function putAll(
  db: Pick<pg.Pool, 'query'>,
  ballots: readonly SealedBallot[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ election_id: string; voter_id: string; rehearsal: boolean }>({
    name: 'put ballots',
    text: `with taken as (
        insert into ballots
          (election_id, voter_id, rehearsal, cast_by, proxy_label, authority, authority_path, voter_region, sealed)
        select given.* from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::uuid[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::bytea[]) as given (election_id, voter_id, rehearsal, cast_by, proxy_label, authority, authority_path,
          voter_region, sealed)
        join elections on elections.id = given.election_id and (given.rehearsal or elections.shuffled_at is null)
        on conflict do nothing
        returning election_id, voter_id, rehearsal, voter_region
      ), counted as (
        insert into turnout as held (election_id, rehearsal, region, "cast")
        select election_id, rehearsal, voter_region, count(*) from taken group by 1, 2, 3 order by 1, 2, 3
        on conflict (election_id, rehearsal, region) do update set "cast" = held."cast" + excluded."cast"
      )
      select election_id, voter_id, rehearsal from taken`,
    values: [
      ballots.map((one) => one.electionId),
      ballots.map((one) => one.voterId),
      ballots.map((one) => one.rehearsal),
      ballots.map((one) => one.castBy),
      ballots.map((one) => one.proxyLabel),
      ballots.map((one) => one.authority),
      ballots.map((one) => one.authorityPath),
      ballots.map((one) => one.voterRegion),
      ballots.map((one) => one.sealed),
    ],
  })
  return new Set(
    rows.map((row) => keyOf({ electionId: row.election_id, voterId: row.voter_id, rehearsal: row.rehearsal })),
  )
}
