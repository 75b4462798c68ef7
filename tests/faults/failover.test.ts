import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { BallotLoad, slateIn, theElectionIn } from '#tests/support/ballot-load.ts'
import { aSecret, choicesFrom, votingCloses, votingOpens } from '#tests/support/election.ts'
import { until, siteSecret, startNode, type NodeProcess } from '#tests/support/processes.ts'
import { ReplicatedPostgres } from '#tests/support/replicated-postgres.ts'
import { booksOf, sendBallot, signedInPeople } from '#tests/support/voters.ts'

const open = votingOpens + 3_600_000
const over = votingCloses + 120_000
const failovers = 5

// Shows counting-15
test('five primaries lost under load, each time the synchronous standby takes over: no acknowledged ballot is lost or doubled', async () => {
  const database = await ReplicatedPostgres.start()
  const dataDir = await mkdtemp(join(tmpdir(), 'failover-site-'))
  const { pool } = openDatabase({ connectionString: database.url }, createLog('silent'))
  const nodes: NodeProcess[] = []
  const start = (startsAt: number) => startNode({ databaseUrl: database.url, dataDir, startsAt })
  try {
    nodes.push(await start(open), await start(open))
    const electionId = await theElectionIn(pool)
    const slate = await slateIn(pool, electionId)

    // What makes the rest hold: a ballot that only one of the two servers has is not acknowledged.
    const [voter] = await signedInPeople({ pool, siteKey: siteSecret }, 1)
    const ballot = { choices: choicesFrom(slate), secret: aSecret() }
    const release = await database.holdStandby()
    const sent = sendBallot(nodes[0]!.url, voter!, electionId, ballot)
    const first = await Promise.race([sent.then(() => 'acknowledged'), wait(3_000).then(() => 'waits')])
    release()
    expect(first).toBe('waits')
    const receipt = await sent
    expect(receipt).toMatchObject({ status: 201 })

    const load = new BallotLoad({ pool, electionId, slate, urls: () => nodes.map(({ url }) => url) })
    load.acknowledged.push({ voter: voter!, ...ballot })
    load.start(6, 15)
    const outages: number[] = []
    for (let lost = 0; lost < failovers; lost++) {
      await wait(1_000 + Math.random() * 2_000)
      const before = load.acknowledged.length
      const began = performance.now()
      await database.failOver()
      await database.addStandby()
      // The same nodes, never restarted, take ballots again.
      await until(() => load.acknowledged.length > before + 20)
      outages.push(Math.round(performance.now() - began))
    }
    await load.stop()
    const unheard = load.unanswered.length
    await load.settle()
    expect((await booksOf(pool, electionId)).ballots).toBe(load.acknowledged.length)

    await Promise.all(nodes.map((node) => node.kill()))
    nodes.splice(0, 2, await start(over))
    await until(async () => {
      const { rows } = await pool.query('select traces_purged_at from elections where id = $1', [electionId])
      return rows[0].traces_purged_at !== null
    })
    await load.expectAllCounted()
    process.stdout.write(
      `${failovers} primaries lost: ${load.acknowledged.length} ballots, 0 lost, 0 doubled, ${unheard} asked again at the end, ballots again after ${outages.join(', ')} ms (a new standby copied included)\n`,
    )
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 600_000)
