import type pg from 'pg'
import { stageOf, votingIsOver } from '#shared/elections/lifecycle.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { rollFileHeading, rollFileLine, type NamedRollLine } from '#shared/elections/observing/observing.ts'

type RollDeps = Pick<Deps, 'pool' | 'clock'>

const perPage = 100
const perBatch = 1000

/** The next lines, in the order of the published roll. */
export async function readRollPage(deps: RollDeps, election: Election, after: string | undefined) {
  const found = await readLines(deps.pool, { election, now: deps.clock.now(), after, most: perPage + 1 })
  const lines = found.slice(0, perPage)
  return { lines, next: found.length > perPage ? (lines.at(-1)?.line ?? null) : null }
}

/** The whole roll, read as it is sent. */
export async function* rollAsCsv({ pool, clock }: RollDeps, election: Election): AsyncGenerator<string> {
  yield rollFileHeading
  const next = (after: string | undefined) => readLines(pool, { election, now: clock.now(), after, most: perBatch })
  for (let rows = await next(undefined); rows.length > 0; rows = await next(rows.at(-1)?.line))
    yield rows.map(rollFileLine).join('')
}

interface Wanted {
  election: Election
  now: number
  after: string | undefined
  most: number
}

async function readLines(pool: pg.Pool, { election, now, after, most }: Wanted): Promise<NamedRollLine[]> {
  const over = votingIsOver(stageOf(election, now))
  const { rows } = await pool.query<NamedRollLine>(
    `select encode(r.line, 'hex') as line, encode(r.salt, 'hex') as salt, r.serial, u.full_name as name, r.region,
       b.voter_id is not null as voted, case when $4 then b.proxy_by is not null end as "byProxy", r.added, r.struck
     from roll r join users u on u.id = r.voter_id
     left join ballots b on b.voter_id = r.voter_id and b.election_id = r.election_id
     where r.election_id = $1 and r.line > decode($2, 'hex') order by r.line limit $3`,
    [election.id, after ?? '', most, over],
  )
  return rows
}
