import type pg from 'pg'
import type { SignedIn } from '#tests/support/voters.ts'
import { openPolls, seatCount, type Polls } from './election.ts'
import { load } from './load.ts'
import { cpuMs, cpuMsWithEnded, median } from './measure.ts'

const rounds = 7
const perRound = 1000

/** What the results screen asks for, with a thousand votes and with a million. */
export async function results(): Promise<void> {
  const polls = await openPolls()
  const [reader] = await polls.voters(1000)
  if (!reader) throw new Error('nobody to read')
  const few = await measure(polls, reader, 1_000)
  const many = await measure(polls, reader, 1_000_000)
  console.log(
    `results: ${few.toFixed(2)} ms CPU (app + database) with 1,000 votes, ${many.toFixed(2)} ms with 1,000,000, ratio ${(many / few).toFixed(2)}`,
  )
  await polls.close()
}

async function measure(polls: Polls, reader: SignedIn, votes: number): Promise<number> {
  await fill(polls, votes)
  const { site } = polls
  const { electionId } = polls.polls[0]
  const headers = { cookie: reader.cookie }
  const look = () => load(`${site.url}/api/elections/${electionId}/results`, perRound, 16, () => ({ headers }))
  const cpu = () => cpuMs([site.pid]) + cpuMsWithEnded(site.databasePids())
  await look()
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = cpu()
    const answers = await look()
    if (answers.some(({ status }) => status !== 200)) throw new Error('the results were not shown')
    costs.push((cpu() - before) / perRound)
  }
  return median(costs)
}

/** As many votes as if they had been counted; who cast them does not matter here. */
async function fill({ pool, polls: [{ electionId, slate }] }: Polls, votes: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const table of ['board_tiles', 'tallies', 'turnout'])
      await client.query(`delete from ${table} where election_id = $1`, [electionId])
    const nominees = Object.values(slate).flat()
    await client.query(
      `insert into board_tiles (election_id, tile, leaves, root)
       select $1, n / 256, string_agg('\\x01'::bytea || uuid_send(($3::uuid[])[1 + n % $4]) || decode(md5(n::text), 'hex'), ''),
         case when count(*) = 256 then sha256('') end
       from generate_series(0, $2::int - 1) n group by n / 256`,
      [electionId, votes, nominees, nominees.length],
    )
    await client.query(
      `insert into tallies (election_id, nominee_id, votes)
       select $1, ($3::uuid[])[1 + n % $4], count(*) from generate_series(0, $2::int - 1) n group by 2`,
      [electionId, votes, nominees, nominees.length],
    )
    await client.query(`insert into turnout (election_id, region, "cast", counted) values ($1, 'NCR', $2, $2)`, [
      electionId,
      Math.ceil(votes / seatCount),
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
  await settle(pool)
}

/** What is left to do after so many rows is done before anything is measured. */
async function settle(pool: pg.Pool): Promise<void> {
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
}
