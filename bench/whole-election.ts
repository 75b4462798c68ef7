import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { RecountLine } from '#shared/elections/recount/recount.ts'
import { showNumber } from '#shared/figures.ts'
import { signedInPeople } from '#tests/support/voters.ts'
import { choicesOf, openPolls, seatCount, siteSecret, type Polls } from './election.ts'
import { assertAll, load, type Sent } from './load.ts'
import { cpuMs, cpuMsWithEnded, residentMb, type Bench, type Figure, type Size } from './measure.ts'

const atOnce = 16
const perLoad = 10_000
/** Where a voter begins on the slate: so that nobody has as many votes as another, which somebody would have to decide. */
const unevenly = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]

/**
 * An election from its freezing to its certificate, every ballot cast through the site as a voter's browser would: the time of each
 * step, and the CPU of site and database. At its end an observer downloads the audit package and verifies it.
 */
export const wholeElection: Bench = {
  name: 'election',
  run(size) {
    const voters = size === 'full' ? Number(process.env['BENCH_MEMBERS'] ?? 100_000) : 40
    return holdElection(size, { voters, votingSeconds: 30 + Math.ceil(voters / 500), vote: voteAtOnce })
  },
}

interface Plan {
  /** All of them vote. */
  voters: number
  /** Made before the roll is drawn up. */
  prepare?: (polls: Polls) => Promise<void>
  /** Long enough for all of them: once the record is signed, the recount would name who moves it in the database. */
  votingSeconds: number
  vote: (polls: Polls, ballots: BallotToSend[]) => Promise<Figure[]>
}

export type BallotToSend = Pick<Required<Sent>, 'method' | 'path' | 'headers' | 'body'>

async function voteAtOnce({ site }: Polls, ballots: BallotToSend[]): Promise<Figure[]> {
  for (let first = 0; first < ballots.length; first += perLoad) {
    const some = ballots.slice(first, first + perLoad)
    assertAll(await load(site.url, some.length, atOnce, (n) => some[n]!), ({ status }) => status === 201)
  }
  return []
}

export async function holdElection(size: Size, plan: Plan): Promise<Figure[]> {
  const polls = await openPolls({ members: plan.voters, opensInMs: 3_600_000 })
  const { site, pool, voters } = polls
  const [{ electionId, slate }] = polls.polls
  await plan.prepare?.(polls)
  const [admin] = await signedInPeople({ pool, siteKey: siteSecret }, 1, { admins: true })
  const headers = { origin: site.url, cookie: admin?.cookie ?? '', 'content-type': 'application/json' }
  const figures: Figure[] = []
  const post = (path: string) =>
    fetch(`${site.url}/api/elections/${electionId}/${path}`, { method: 'POST', headers, body: '{}' })

  async function step(
    name: string,
    act: () => Promise<unknown>,
    { atMost, waits = 0 }: StepOptions = {},
  ): Promise<void> {
    const before = { cpu: cpu(), at: performance.now() }
    await act()
    const seconds = (performance.now() - before.at) / 1000 - waits
    figures.push(
      {
        name: `${name}, ${showNumber(plan.voters)} voters`,
        value: seconds,
        unit: 's',
        ...(atMost && { goal: { atMost } }),
      },
      { name: `${name}, CPU of app and database`, value: (cpu() - before.cpu) / 1000, unit: 's' },
      { name: `${name}, memory of the app after it`, value: residentMb(site.pid), unit: 'MB' },
    )
    console.log(`  ${name}: ${seconds.toFixed(1)} s`)
  }
  const cpu = () => cpuMs([site.pid]) + cpuMsWithEnded(site.databasePids())
  const until = (condition: string) => untilTrue(pool, electionId, condition)

  await step(
    'freezing',
    async () => {
      await pool.query(
        `update elections set voting_opens = now(), voting_closes = now() + $2 * interval '1 second' where id = $1`,
        [electionId, plan.votingSeconds],
      )
      await until('frozen_at is not null')
    },
    { atMost: 5 },
  )
  const ballots = voters.map(({ cookie }, n) => ({
    method: 'POST',
    path: `/api/elections/${electionId}/ballot`,
    headers: { 'content-type': 'application/json', origin: site.url, cookie },
    body: JSON.stringify({
      choices: choicesOf(slate, unevenly[n % unevenly.length]),
      secret: randomBytes(16).toString('hex'),
    }),
  }))
  await step('voting', async () => figures.push(...(await plan.vote(polls, ballots))))
  if (size === 'small') {
    // The close waits a minute for ballots under way.
    await until(`(select sum(counted) from turnout where election_id = elections.id) > 0`)
    await polls.close()
    return figures
  }
  await until('voting_closes <= now()')
  await step('counted, closed and purged after the close', () => until('traces_purged_at is not null'), {
    atMost: 10,
    // For so long the site waits for ballots that are under way.
    waits: 60,
  })
  await assertCounted(pool, electionId, plan.voters)
  await step(
    'recount',
    async () => {
      const line = JSON.parse((await (await post('recount')).text()).trim().split('\n').at(-1) ?? '') as RecountLine
      if (line.status !== 'done' || !line.outcome.agrees) throw new Error(`the recount says ${JSON.stringify(line)}`)
    },
    { atMost: 8 },
  )
  await step('certifying', async () => {
    const reply = await post('certification')
    if (reply.status !== 201) throw new Error(await reply.text())
  })
  const file = join(tmpdir(), `package-${randomBytes(4).toString('hex')}.zip`)
  await step('downloading the package', async () => {
    const reply = await fetch(`${site.url}/api/elections/${electionId}/board/package.zip`)
    if (!reply.ok || !reply.body) throw new Error(`no package: ${reply.status}`)
    await writeFile(file, reply.body)
  })
  const began = performance.now()
  // Ends with an error for a package in which anything is wrong.
  await promisify(execFile)(process.execPath, ['verifier/verify.ts', file], { maxBuffer: 2 ** 24 })
  figures.push({ name: 'verifying the package', value: (performance.now() - began) / 1000, unit: 's' })
  await rm(file)
  await polls.close()
  return figures
}

interface StepOptions {
  atMost?: number
  /** Seconds in which nothing is to be done. */
  waits?: number
}

async function assertCounted(pool: pg.Pool, electionId: string, ballots: number): Promise<void> {
  const { rows } = await pool.query<{ counted: number; votes: number }>(
    `select (select sum(counted)::int from turnout where election_id = $1) as counted,
       (select sum(votes)::int from tallies where election_id = $1) as votes`,
    [electionId],
  )
  const { counted, votes } = rows[0] ?? {}
  if (counted !== ballots || votes !== ballots * seatCount)
    throw new Error(`of ${ballots} ballots ${counted} are counted, with ${votes} votes`)
}

async function untilTrue(pool: pg.Pool, electionId: string, condition: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(`select from elections where id = $1 and ${condition}`, [electionId])
    if (rowCount === 1) return
    await wait(100)
  }
}
