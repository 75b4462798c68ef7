import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { minBatchSize } from '#server/elections/counting/count-ballots.ts'
import { showNumber } from '#shared/figures.ts'
import type { SignedIn } from '#tests/support/voters.ts'
import { choicesOf, openPolls, type Poll, type Polls } from './election.ts'
import { assertAll, load } from './load.ts'
import { cpuMs, cpuMsWithEnded, median, type Bench, type Figure } from './measure.ts'
import { runFloor } from './processes.ts'

const sizes = {
  // The rounds before those that are measured: the site's code is many times the bare pair's, and gets fast only in use.
  full: { members: [1_000, 100_000], rounds: 5, perRound: 4000, warmUp: 3, pgbenchSeconds: 4 },
  small: { members: [30], rounds: 1, perRound: 30, warmUp: 0, pgbenchSeconds: 1 },
}
const atOnce = 16

/**
 * A ballot through the whole site against the least that could be done for it, in turns, on the site's own database with
 * all its safety on: `pgbench` with one row for the voter and seven votes in a transaction, and a bare `node:http` + `pg`
 * pair that writes the same in one statement and checks nothing. A thousand members vote in as many elections as it takes.
 */
export const ballots: Bench = {
  name: 'ballots',
  async run(size) {
    const { members, ...turns } = sizes[size]
    const figures: Figure[] = []
    for (const count of members) figures.push(...(await measure(count, turns)))
    return figures
  },
}

interface Cost {
  perSecond: number[]
  app: number[]
  database: number[]
}
const noCost = (): Cost => ({ perSecond: [], app: [], database: [] })

type Turns = Omit<(typeof sizes)['full'], 'members'>

async function measure(members: number, { rounds, perRound, warmUp, pgbenchSeconds }: Turns): Promise<Figure[]> {
  const total = (warmUp + rounds) * perRound
  const polls = await openPolls({ elections: Math.ceil(total / members), members })
  const { site, connection, voters } = polls
  const floor = await floorTables(connection, pgbenchSeconds)
  const bare = await runFloor('ballot', JSON.stringify({ ...connection, database: 'floor' }))
  await polls.pool.query('vacuum analyze users, sessions')
  const cost = { site: noCost(), bare: noCost(), pgbench: noCost() }
  const database = () => cpuMsWithEnded(site.databasePids())

  async function timed(into: Cost | null, pid: number | null, act: () => Promise<number>, settle = async () => {}) {
    const before = { app: pid ? cpuMs([pid]) : 0, database: database(), at: performance.now() }
    const done = await act()
    const seconds = (performance.now() - before.at) / 1000
    await settle()
    into?.perSecond.push(done / seconds)
    into?.app.push(((pid ? cpuMs([pid]) : 0) - before.app) / done)
    into?.database.push((database() - before.database) / done)
  }

  for (let round = -warmUp; round < rounds; round++) {
    const into = (name: keyof typeof cost) => (round < 0 ? null : cost[name])
    const some = ballotsFrom(polls, voters, { first: (round + warmUp) * perRound, count: perRound })
    if (floor.pgbench) await timed(into('pgbench'), null, floor.pgbench)
    await timed(into('bare'), bare.pid, () => castBare(bare.url, some))
    // Counting is part of what a ballot costs, though nobody waits for it.
    await timed(
      into('site'),
      site.pid,
      () => cast(site.url, some),
      () => counted(polls),
    )
  }

  await assertCounted(polls, total)
  await floor.assertWritten(total)
  await bare.stop()
  await floor.remove()
  await polls.close()

  const [ours, pair, plain] = [cost.site, cost.bare, cost.pgbench]
  const both = (one: Cost) => median(one.app) + median(one.database)
  const among = `${showNumber(members)} members`
  return [
    ...(plain.perSecond.length > 0
      ? [
          {
            name: `ballots of pgbench, ${among}`,
            value: ratio(ours, plain),
            unit: 'ratio',
            goal: { atLeast: 1 },
          } as const,
          { name: `bare pair of pgbench, ${among}`, value: ratio(pair, plain), unit: 'ratio' } as const,
          { name: `pgbench, ${among}`, value: median(plain.perSecond), unit: 'per second' } as const,
        ]
      : []),
    {
      name: `CPU of a ballot with its count, of the bare pair, ${among}`,
      value: both(ours) / both(pair),
      unit: 'ratio',
      goal: { atMost: 2 },
    },
    { name: `ballots, ${among}`, value: median(ours.perSecond), unit: 'per second' },
    { name: `CPU of the app, ${among}`, value: median(ours.app), unit: 'ms' },
    { name: `CPU of the database, ${among}`, value: median(ours.database), unit: 'ms' },
    { name: `CPU of the bare pair, ${among}`, value: both(pair), unit: 'ms' },
  ]
}

/** Rates of the same round are compared, for the machine is never the same twice. */
const ratio = (one: Cost, other: Cost) => median(one.perSecond.map((rate, n) => rate / (other.perSecond[n] ?? 1)))

/** Every ballot is in its election, and all are counted but for those that stay behind. */
async function assertCounted({ pool, polls }: Polls, total: number): Promise<void> {
  const { rows } = await pool.query<{ cast: number; counted: number }>(
    'select sum("cast")::int as "cast", sum(counted)::int as counted from turnout',
  )
  const { cast = 0, counted = 0 } = rows[0] ?? {}
  const behind = 2 * minBatchSize * polls.length
  if (cast !== total || counted < cast - behind)
    throw new Error(`of ${total} ballots ${cast} are in, ${counted} counted`)
}

interface Cast extends Poll {
  voter: SignedIn
  choices: ReturnType<typeof choicesOf>
}

function ballotsFrom({ polls }: Polls, voters: SignedIn[], { first, count }: { first: number; count: number }): Cast[] {
  return Array.from({ length: count }, (_, n) => {
    const poll = polls[Math.floor((first + n) / voters.length)]
    const voter = voters[(first + n) % voters.length]
    if (!poll || !voter) throw new Error('more ballots than voters')
    return { ...poll, voter, choices: choicesOf(poll.slate, n) }
  })
}

async function cast(site: string, ballots: Cast[]): Promise<number> {
  const answers = await load(site, ballots.length, atOnce, (n) => {
    const { electionId, voter, choices } = ballots[n]!
    return {
      method: 'POST',
      path: `/api/elections/${electionId}/ballot`,
      headers: { 'content-type': 'application/json', origin: site, cookie: voter.cookie },
      body: JSON.stringify({ choices, secret: randomBytes(16).toString('hex') }),
    }
  })
  assertAll(answers, ({ status }) => status === 201)
  return answers.length
}

async function castBare(url: string, ballots: Cast[]): Promise<number> {
  const bodies = ballots.map(({ voter, choices }) => JSON.stringify({ voter: voter.id, choices }))
  const answers = await load(url, ballots.length, atOnce, (n) => ({ method: 'POST', body: bodies[n] ?? '' }))
  assertAll(answers, ({ status }) => status === 201)
  return ballots.length
}

/** All but the few of each election that stay behind. */
async function counted({ pool }: Polls): Promise<void> {
  for (let waiting = 1; waiting > 0; await wait(50)) {
    const { rowCount } = await pool.query(
      `select from turnout group by election_id having sum("cast" - counted) >= $1`,
      [2 * minBatchSize],
    )
    waiting = rowCount ?? 0
  }
}

async function floorTables(connection: pg.PoolConfig, pgbenchSeconds: number) {
  const admin = new pg.Client({ ...connection })
  await admin.connect()
  await admin.query('create database floor')
  await admin.end()
  const client = new pg.Client({ ...connection, database: 'floor' })
  await client.connect()
  await client.query(`
    create table ballots (id bigint generated always as identity primary key, voter uuid not null);
    create table votes (id bigint generated always as identity primary key, ballot bigint not null, slot int not null,
      nominee uuid not null)`)
  await client.end()

  const folder = await mkdtemp(join(tmpdir(), 'bench-pgbench-'))
  const script = join(folder, 'ballot.sql')
  const vote = (slot: number) =>
    `insert into votes (ballot, slot, nominee) values (:ballot, ${slot}, '11111111-1111-4111-8111-111111111111');`
  await writeFile(
    script,
    [
      '\\set ballot random(1, 1000000000)',
      'begin;',
      'insert into ballots (voter) values (gen_random_uuid());',
      ...Array.from({ length: 7 }, (_, slot) => vote(slot)),
      'commit;',
    ].join('\n'),
  )
  let transactions = 0
  /** Returns how many transactions there were. */
  async function pgbench(): Promise<number> {
    const { stdout } = await runPgbench(
      ['-h', String(connection.host), '-U', String(connection.user), '-n', '-c', String(atOnce), '-j', '2'].concat([
        '-T',
        String(pgbenchSeconds),
        '-f',
        script,
        'floor',
      ]),
    )
    const done = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1] ?? 0)
    transactions += done
    return done
  }
  const hasPgbench = await runPgbench(['--version']).then(
    () => true,
    () => false,
  )
  if (!hasPgbench)
    console.log('There is no pgbench (it comes with PostgreSQL; set PGBENCH_PATH): left out is "ballots of pgbench".')
  return {
    pgbench: hasPgbench ? pgbench : null,
    /** The floors have done the same work: a voter and seven votes for each ballot. */
    async assertWritten(bare: number): Promise<void> {
      const reader = new pg.Client({ ...connection, database: 'floor' })
      await reader.connect()
      const { rows } = await reader.query(
        'select (select count(*)::int from ballots) as b, (select count(*)::int from votes) as v',
      )
      await reader.end()
      const { b, v } = rows[0]
      if (b !== bare + transactions || v !== 7 * b) throw new Error(`the floors wrote ${b} ballots and ${v} votes`)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const runPgbench = (args: string[]) => promisify(execFile)(process.env['PGBENCH_PATH'] ?? 'pgbench', args)
