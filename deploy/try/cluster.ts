/**
 * Tries deploy/cluster on this machine: three machines with etcd, Patroni and PostgreSQL, two nodes of the site, haproxy in
 * front of both. Primaries are lost under load, then the nodes are restarted one after the other.
 *
 *   apt-get install etcd-server patroni haproxy postgresql openssl
 *   node scripts/run.mjs deploy/try/cluster.ts [primaries to lose] [rounds of restarts]
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import https from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { certainClock, runningClock } from '#server/clock.ts'
import { openDatabase, type Queryable } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import { createBoardKey } from '#server/elections/board/board-key.ts'
import { createLog } from '#server/log.ts'
import { scheduleFields } from '#shared/elections/schedule.ts'
import { BallotLoad, slateIn, theElectionIn } from '#tests/support/ballot-load.ts'
import { changeSigned } from '#tests/support/election.ts'
import { until, siteSecret } from '#tests/support/processes.ts'
import {
  DatabaseMachine,
  SiteMachine,
  databaseUrl,
  folder,
  haproxy,
  missingPrograms,
  publicAddress,
} from './cluster-machines.ts'

const [toLose = 3, rounds = 2] = process.argv.slice(2).map(Number)
const missing = missingPrograms()
if (missing.length > 0) {
  console.error(`Not tried: ${missing.join(', ')} is missing. See the first lines of deploy/try/cluster.ts.`)
  process.exit(2)
}

const machines = (['a', 'b', 'c'] as const).map((name) => new DatabaseMachine(name))
const secrets = {
  SITE_SECRET: siteSecret,
  VAULT_KEY: randomBytes(32).toString('hex'),
  BOARD_KEY: randomBytes(32).toString('hex'),
}
const sites = (['a', 'b'] as const).map((name) => new SiteMachine(name, secrets))
const proxy = haproxy()
const { pool, db } = openDatabase({ connectionString: databaseUrl('site') }, createLog('silent'))
let load: BallotLoad | undefined

const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)))
  // Whatever goes wrong, nothing is left running.
  process.once('uncaughtException', reject)
})
try {
  await Promise.race([tryCluster(), interrupted])
} catch (error) {
  console.error(error, load?.wrong.slice(0, 3))
  process.exitCode = 1
} finally {
  await load?.stop()
  await Promise.all(sites.map((site) => site.stop()))
  await pool.end()
  await proxy.end('SIGTERM')
  await Promise.all(machines.map((machine) => machine.kill()))
  if (process.exitCode) console.error(`The logs are kept in ${folder}.`)
  else fs.rmSync(folder, { recursive: true, force: true })
}

async function tryCluster(): Promise<void> {
  for (const machine of machines) machine.start()
  proxy.start()
  await untilWhole()
  say('three machines, one primary, one synchronous standby')
  await makeDatabase()
  for (const site of sites) await site.start()
  const electionId = await theElectionIn(pool)
  await moveElection(db, `now() - interval '1 hour' - voting_opens`)
  load = new BallotLoad({
    pool,
    electionId,
    slate: await slateIn(pool, electionId),
    urls: () => [publicAddress],
    secure: true,
  })

  const outages = await losePrimaries(load)
  const restarts = await restartNodes(load)

  const ballots = load.acknowledged.length
  const { rows } = await pool.query<{ stored: number; voters: number }>(
    `select count(*)::int as stored, count(distinct voter_id)::int as voters from ballots
     where election_id = $1`,
    [electionId],
  )
  say(`${ballots} ballots acknowledged, ${rows[0]?.stored} stored of ${rows[0]?.voters} voters; closing the count`)

  const deps = {
    db,
    clock: certainClock(runningClock()),
    boardKey: createBoardKey(Buffer.from(secrets.BOARD_KEY, 'hex')),
  }
  await changeSigned(deps, electionId, async (tx) => moveElection(tx, `now() - interval '10 minutes' - voting_closes`))
  // The site closes nothing before its clock has run without a fault for five minutes.
  await until(async () => {
    const { rows } = await pool.query('select traces_purged_at from elections where id = $1', [electionId])
    return rows[0]?.traces_purged_at !== null
  })
  await load.expectAllCounted()
  say(
    `${toLose} primaries lost: ${ballots} ballots acknowledged and counted, 0 lost, 0 doubled, voting again after ${outages.join(', ')} s; ` +
      `${restarts.nodes} restarts of a node: ${restarts.requests} requests, ${restarts.failed} failed`,
  )
  if (restarts.failed > 0) process.exitCode = 1
}

/** Until every machine is in the cluster again and commits wait for one of the others. */
async function untilWhole(): Promise<void> {
  await until(async () => {
    const members = await fetch(`${machines[0]?.patroni}/cluster`)
      .then(async (reply) => (await reply.json()) as { members: { role: string; state: string }[] })
      .then(({ members }) => members.filter(({ state }) => ['running', 'streaming'].includes(state)))
      .catch(() => [])
    const count = (role: string) => members.filter((member) => member.role === role).length
    return members.length === machines.length && count('leader') === 1 && count('sync_standby') === 1
  })
}

/** What the README tells to do once. */
async function makeDatabase(): Promise<void> {
  const admin = new pg.Client(databaseUrl('postgres', 'postgres'))
  await admin.connect()
  const { password } = new URL(databaseUrl('site'))
  await admin.query(`create role site login password '${password}'`)
  await admin.query('create database site owner site')
  await admin.query('grant pg_read_all_stats to site')
  await admin.end()
}

/** The election a new site begins with, moved as a whole. It lies in the past, so its count may be closed already. */
async function moveElection(tx: Queryable, by: string): Promise<void> {
  const times = scheduleFields.map((field) => `${elections[field].name} = ${elections[field].name} + (${by})`)
  await tx.execute(sql.raw(`update elections set count_closed_at = null, traces_purged_at = null, ${times.join(', ')}`))
}

async function losePrimaries(load: BallotLoad): Promise<string[]> {
  load.start(4, 20)
  await until(() => load.acknowledged.length > 20)
  const outages: string[] = []
  for (let lost = 0; lost < toLose; lost++) {
    await wait(3_000 + Math.random() * 3_000)
    const primaries = await Promise.all(machines.map((machine) => machine.isPrimary()))
    const primary = machines[primaries.indexOf(true)]
    if (!primary) throw new Error('there is no primary')
    const before = load.acknowledged.length
    const began = performance.now()
    await primary.kill()
    await until(() => load.acknowledged.length > before + 20)
    outages.push(((performance.now() - began) / 1000).toFixed(1))
    primary.start()
    await untilWhole()
    say(`the primary ${primary.name} lost and back: ${load.acknowledged.length} ballots so far`)
  }
  await load.stop()
  await load.settle()
  return outages
}

/** The nodes one after the other, while ballots are cast and pages are read: nobody may notice. */
async function restartNodes(load: BallotLoad): Promise<{ nodes: number; requests: number; failed: number }> {
  const before = { tries: load.tries, acknowledged: load.acknowledged.length }
  const readers = readPages()
  load.start(4, 20)
  let nodes = 0
  for (; nodes < rounds * sites.length; nodes++) {
    await wait(2_000)
    const site = sites[nodes % sites.length]
    await site?.stop()
    await site?.start()
    // Until haproxy has seen it too.
    await wait(3_000)
  }
  await load.stop()
  const pages = await readers.stop()
  const ballots = load.tries - before.tries
  const failedBallots = ballots - (load.acknowledged.length - before.acknowledged)
  await load.settle()
  for (const failure of pages.failures.slice(0, 5)) say(`failed: ${failure}`)
  const result = { nodes, requests: ballots + pages.read, failed: failedBallots + pages.failures.length }
  say(`${nodes} restarts of a node: ${result.requests} requests, ${result.failed} failed`)
  return result
}

/** Visitors who each come by a connection of their own. */
function readPages() {
  let going = true
  let read = 0
  const failures: string[] = []
  const reading = (async () => {
    for (; going; read++) {
      const outcome = await statusOf('/').catch((error: Error) => error.message)
      if (outcome !== 200) failures.push(`/ ${outcome}`)
      await wait(20)
    }
  })()
  return {
    async stop() {
      going = false
      await reading
      return { read, failures }
    },
  }
}

function statusOf(page: string): Promise<number> {
  return new Promise((resolve, reject) => {
    https
      .get(publicAddress + page, { agent: false, rejectUnauthorized: false }, (reply) => {
        reply.on('error', reject).on('end', () => resolve(reply.statusCode ?? 0))
        reply.resume()
      })
      .on('error', reject)
  })
}

function say(sentence: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${sentence}`)
}
