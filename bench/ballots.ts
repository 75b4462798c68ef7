import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { SignedIn } from '#tests/support/voters.ts'
import { choicesOf, openPolls, type Polls } from './election.ts'
import { load } from './load.ts'
import { cpuMs, cpuMsWithEnded, median } from './measure.ts'
import { runFloor } from './processes.ts'

const rounds = 5
const perRound = 3000
const atOnce = 16
const pgbenchSeconds = 4
const pgbenchFolders = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/15/bin']

/**
 * A ballot through the whole site against the least that could be done for it, in turns, on the site's own database with
 * all its safety on: `pgbench` with one row for the voter and seven votes in a transaction, and a bare `node:http` + `pg`
 * pair that writes the same in one statement and checks nothing.
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
  const polls = await openPolls()
  const { site, connection } = polls
  const floor = await floorTables(connection)
  const bare = await runFloor('ballot', JSON.stringify({ ...connection, database: 'floor' }))
  const voters = await polls.voters(Math.max(members, (rounds + 1) * perRound))
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

  for (let round = -1; round < rounds; round++) {
    const into = (name: keyof typeof cost) => (round < 0 ? null : cost[name])
    const some = voters.slice((round + 1) * perRound, (round + 2) * perRound)
    await timed(into('pgbench'), null, () => floor.pgbench())
    await timed(into('bare'), bare.pid, () => castBare(bare.url, polls, some))
    // Counting is part of what a ballot costs, though nobody waits for it.
    await timed(
      into('site'),
      site.pid,
      () => cast(polls, some),
      () => counted(polls),
    )
  }

  const [ours, pair, plain] = [cost.site, cost.bare, cost.pgbench]
  const both = (one: Cost) => median(one.app) + median(one.database)
  const each = (one: Cost) => `${median(one.app).toFixed(2)} + ${median(one.database).toFixed(2)} ms CPU`
  console.log(
    `ballots, ${voters.length} members: ${median(ours.perSecond).toFixed(0)}/s, ${ratio(ours, plain)} of pgbench (${median(plain.perSecond).toFixed(0)}/s), ` +
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

async function cast({ site, electionId, slate }: Polls, voters: SignedIn[]): Promise<number> {
  const answers = await load(`${site.url}/api/elections/${electionId}/ballot`, voters.length, atOnce, (n) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, cookie: voters[n]?.cookie ?? '' },
    body: JSON.stringify({ choices: choicesOf(slate, n), nonce: randomBytes(16).toString('hex') }),
  }))
  const refused = answers.filter((answer) => answer.status !== 201)
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${voters.length} were not taken (${refused[0]?.status})`)
  return answers.length
}

async function castBare(url: string, { slate }: Polls, voters: SignedIn[]): Promise<number> {
  await load(url, voters.length, atOnce, (n) => ({
    method: 'POST',
    body: JSON.stringify({ voter: voters[n]?.id, choices: choicesOf(slate, n) }),
  }))
  return voters.length
}

/** All but the ten that stay behind. */
async function counted({ pool, electionId }: Polls): Promise<void> {
  for (let left = Infinity; left >= 20; await wait(50)) {
    const { rows } = await pool.query<{ left: number }>(
      'select sum("cast" - counted)::int as left from turnout where election_id = $1',
      [electionId],
    )
    left = rows[0]?.left ?? 0
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
  const program = pgbenchFolders.map((one) => join(one, 'pgbench')).find((one) => existsSync(one)) ?? 'pgbench'
  return {
    /** Answers how many transactions there were. */
    async pgbench(): Promise<number> {
      const { stdout } = await promisify(execFile)(
        program,
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
