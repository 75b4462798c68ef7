import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { signedInPeople } from '#tests/support/voters.ts'
import { choicesOf, openPolls, siteSecret } from './election.ts'
import { load } from './load.ts'
import { cpuMs, cpuMsWithEnded, residentMb } from './measure.ts'

const members = Number(process.env['BENCH_MEMBERS'] ?? 100_000)
const atOnce = 16
const perLoad = 10_000
/** Where a voter begins on the slate: so that nobody has as many votes as another, which somebody would have to decide. */
const unevenly = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]

/**
 * An election from its freezing to its certificate, every ballot cast through the site as a voter's browser would: the time of each
 * step, and the CPU of site and database. At its end an observer downloads the audit package and verifies it.
 */
export async function wholeElection(): Promise<void> {
  const polls = await openPolls(1, { opensInMs: 3_600_000 })
  const { site, pool } = polls
  const [{ electionId, slate }] = polls.polls
  const voters = await polls.voters(members)
  const [admin] = await signedInPeople({ pool, siteKey: siteSecret }, 1, { admins: true })
  const headers = { origin: site.url, cookie: admin?.cookie ?? '', 'content-type': 'application/json' }
  const post = (path: string) =>
    fetch(`${site.url}/api/elections/${electionId}/${path}`, { method: 'POST', headers, body: '{}' })

  async function step(name: string, act: () => Promise<unknown>): Promise<void> {
    const before = { app: cpuMs([site.pid]), database: cpuMsWithEnded(site.databasePids()), at: performance.now() }
    const what = await act()
    const seconds = ((performance.now() - before.at) / 1000).toFixed(1)
    const app = ((cpuMs([site.pid]) - before.app) / 1000).toFixed(1)
    const database = ((cpuMsWithEnded(site.databasePids()) - before.database) / 1000).toFixed(1)
    const memory = residentMb(site.pid).toFixed(0)
    console.log(`${name}: ${seconds} s, CPU ${app} + ${database} s, memory ${memory} MB${what ? ` (${what})` : ''}`)
  }
  const set = (column: string, value: string) =>
    pool.query(`update elections set ${column} = ${value} where id = $1`, [electionId])
  const until = (condition: string) => untilTrue(pool, electionId, condition)

  await step(`${members} voters frozen`, async () => {
    // Long enough for all of them: once the record is signed, the recount would name who moves it in the database.
    const seconds = 30 + Math.ceil(members / 700)
    await set('voting_opens', `now(), voting_closes = now() + interval '${seconds} seconds'`)
    await until('frozen_at is not null')
  })
  await step('voted', async () => {
    for (let first = 0; first < voters.length; first += perLoad) {
      const some = voters.slice(first, first + perLoad)
      const replies = await load(site.url, some.length, atOnce, (n) => ({
        method: 'POST',
        path: `/api/elections/${electionId}/ballot`,
        headers: { 'content-type': 'application/json', origin: site.url, cookie: some[n]?.cookie ?? '' },
        body: JSON.stringify({
          choices: choicesOf(slate, unevenly[(first + n) % unevenly.length]),
          secret: randomBytes(16).toString('hex'),
        }),
      }))
      const refused = replies.filter(({ status }) => status !== 201)
      if (refused.length > 0) throw new Error(`${refused.length} ballots were refused (${refused[0]?.status})`)
    }
  })
  await step('voting closed', () => until('voting_closes <= now()'))
  await step('the rest counted, a minute after the close, and traces purged', () =>
    until('traces_purged_at is not null'),
  )
  await step('recounted', async () => {
    const reply = await post('recount')
    return (await reply.text()).trim().split('\n').at(-1)
  })
  await step('certified (recounted once more)', async () => {
    const reply = await post('certification')
    if (reply.status !== 201) throw new Error(await reply.text())
  })
  const file = join(tmpdir(), `package-${randomBytes(4).toString('hex')}.zip`)
  await step('package downloaded', async () => {
    const reply = await fetch(`${site.url}/api/elections/${electionId}/board/package.zip`)
    const bytes = Buffer.from(await reply.arrayBuffer())
    await writeFile(file, bytes)
    return `${(bytes.length / 1e6).toFixed(1)} MB`
  })
  const began = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, ['verifier/verify.ts', file])
  console.log(`verified: ${((performance.now() - began) / 1000).toFixed(1)} s. ${stdout.split('\n')[0]}`)
  await rm(file)
  await polls.close()
}

async function untilTrue(pool: pg.Pool, electionId: string, condition: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(`select from elections where id = $1 and ${condition}`, [electionId])
    if (rowCount === 1) return
    await wait(100)
  }
}
