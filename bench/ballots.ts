import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { minBatchSize } from '#server/elections/counting/count-ballots.ts'
import type { SignedIn } from '#tests/support/voters.ts'
import { choicesOf, openPolls, type Poll, type Polls } from './election.ts'
import { load } from './load.ts'
import { cpuMs, cpuMsWithEnded, median } from './measure.ts'
import { runFloor } from './processes.ts'

const rounds = 5
const perRound = 4000
/** The rounds before those that are measured: the site's code is many times the bare pair's, and gets fast only in use. */
const warmUp = 3
const total = (warmUp + rounds) * perRound
const atOnce = 16
const pgbenchSeconds = 4

/**
 * A ballot through the whole site against the least that could be done for it, in turns, on the site's own database with
 * all its safety on: `pgbench` with one row for the voter and seven votes in a transaction, and a bare `node:http` + `pg`
 * pair that writes the same in one statement and checks nothing. A thousand members vote in as many elections as it takes.
 */
export async function ballots(): Promise<void> {
  for (const members of [1_000, 100_000]) await measure(members)
}

interface Cost {
  perSecond: number[]
  app: number[]
  database: number[]
}
const noCost = (): Cost => ({ perSecond: [], app: [], database: [] })

async function measure(members: number): Promise<void> {
  const polls = await openPolls(Math.ceil(total / members))
  const { site, connection } = polls
  const floor = await floorTables(connection)
  const bare = await runFloor('ballot', JSON.stringify({ ...connection, database: 'floor' }))
  const voters = await polls.voters(members)
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
    const some = ballotsFrom(polls, voters, (round + warmUp) * perRound)
    await timed(into('pgbench'), null, () => floor.pgbench())
    await timed(into('bare'), bare.pid, () => castBare(bare.url, some))
    // Counting is part of what a ballot costs, though nobody waits for it.
    await timed(
      into('site'),
      site.pid,
      () => cast(site.url, some),
      () => counted(polls),
    )
  }

  const [ours, pair, plain] = [cost.site, cost.bare, cost.pgbench]
  const both = (one: Cost) => median(one.app) + median(one.database)
  const each = (one: Cost) => `${median(one.app).toFixed(2)} + ${median(one.database).toFixed(2)} ms CPU`
  console.log(
    `ballots, ${members} members: ${median(ours.perSecond).toFixed(0)}/s, ${ratio(ours, plain)} of pgbench (${median(plain.perSecond).toFixed(0)}/s), ` +
      `bare pair ${ratio(pair, plain)}; app + database ${each(ours)} with the counting, bare pair ${each(pair)}, ` +
      `pgbench ${median(plain.database).toFixed(2)}; ratio to the bare pair ${(both(ours) / both(pair)).toFixed(2)}`,
  )
  await bare.stop()
  await floor.remove()
  await polls.close()
}

/** Rates of the same round are compared, for the machine is never the same twice. */
const ratio = (one: Cost, other: Cost) =>
  median(one.perSecond.map((rate, n) => rate / (other.perSecond[n] ?? 1))).toFixed(2)

interface Cast extends Poll {
  voter: SignedIn
  choices: ReturnType<typeof choicesOf>
}

function ballotsFrom({ polls }: Polls, voters: SignedIn[], first: number): Cast[] {
  return Array.from({ length: perRound }, (_, n) => {
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
  const refused = answers.filter((answer) => answer.status !== 201)
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${answers.length} were not taken (${refused[0]?.status})`)
  return answers.length
}

async function castBare(url: string, ballots: Cast[]): Promise<number> {
  const bodies = ballots.map(({ voter, choices }) => JSON.stringify({ voter: voter.id, choices }))
  await load(url, ballots.length, atOnce, (n) => ({ method: 'POST', body: bodies[n] ?? '' }))
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

async function floorTables(connection: pg.PoolConfig) {
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
  return {
    /** Returns how many transactions there were. */
    async pgbench(): Promise<number> {
      const { stdout } = await promisify(execFile)(
        process.env['PGBENCH_PATH'] ?? 'pgbench',
        [
          ['-h', String(connection.host), '-U', String(connection.user), '-n', '-c', String(atOnce), '-j', '2'],
          ['-T', String(pgbenchSeconds), '-f', script, 'floor'],
        ].flat(),
      )
      return Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1] ?? 0)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
