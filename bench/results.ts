import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { SignedIn } from '#tests/support/voters.ts'
import { openPolls, seatCount, type Polls } from './election.ts'
import { assertAll, load } from './load.ts'
import { cpuMs, cpuMsWithEnded, median, type Bench, type Figure, type Size } from './measure.ts'

/** What the results screen asks for, with a thousand votes and with a million. */
export const results: Bench = { name: 'results', run }

async function run(size: Size): Promise<Figure[]> {
  const full = size === 'full'
  const polls = await openPolls({ members: full ? 1000 : 10 })
  const [reader] = polls.voters
  if (!reader) throw new Error('nobody to read')
  const reading = full ? { rounds: 7, perRound: 1000 } : { rounds: 1, perRound: 10 }
  const few = await measure(polls, reader, { ...reading, votes: full ? 1_000 : 100 })
  const many = await measure(polls, reader, { ...reading, votes: full ? 1_000_000 : 1000 })
  await polls.close()
  return [
    { name: 'results with 1,000,000 votes of 1,000', value: many / few, unit: 'ratio', goal: { atMost: 1.2 } },
    { name: 'results, CPU of app and database', value: many, unit: 'ms' },
  ]
}

interface Reading {
  votes: number
  rounds: number
  perRound: number
}

async function measure(polls: Polls, reader: SignedIn, { votes, rounds, perRound }: Reading): Promise<number> {
  await fill(polls, votes)
  const { site } = polls
  const { electionId } = polls.polls[0]
  const headers = { cookie: reader.cookie }
  const look = () => load(`${site.url}/api/elections/${electionId}/results`, perRound, 16, () => ({ headers }))
  const cpu = () => cpuMs([site.pid]) + cpuMsWithEnded(site.databasePids())
  // What was read a moment ago is shared for a second.
  for (let tries = 0, shown = -1; shown !== votes; tries++) {
    if (tries > 100) throw new Error(`${shown} votes are shown, there are ${votes}`)
    await wait(100)
    const reply = await fetch(`${site.url}/api/elections/${electionId}/results`, { headers })
    const { votes: told } = (await reply.json()) as { votes: { standings: { votes: number }[] } }
    shown = told.standings.reduce((sum, one) => sum + one.votes, 0)
  }
  await look()
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = cpu()
    assertAll(await look(), ({ status }) => status === 200)
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
