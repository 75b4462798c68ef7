import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { BallotLoad, expectWhole, slateIn, theElectionIn } from '#tests/support/ballot-load.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { votingCloses, votingOpens } from '#tests/support/election.ts'
import { postmasterPid, startApp, until, startNode, type NodeProcess } from '#tests/support/processes.ts'
import { booksOf } from '#tests/support/voters.ts'

const open = votingOpens + 3_600_000
const over = votingCloses + 120_000

/** Looks again and again, in one glance each, that no batch is counted in part. */
function watch(pool: pg.Pool, election: string) {
  let going = true
  let looks = 0
  const watching = (async () => {
    for (; going; looks++) {
      const books = await booksOf(pool, election).catch(() => null)
      if (books) expectWhole(books)
      await wait(150)
    }
  })()
  return {
    async stop(): Promise<number> {
      going = false
      await watching
      return looks
    },
  }
}

async function closingOf(pool: pg.Pool, election: string) {
  const { rows } = await pool.query<{ count_closed_at: number | null; traces_purged_at: number | null }>(
    'select count_closed_at, traces_purged_at from elections where id = $1',
    [election],
  )
  return rows[0]
}

// Shows counting-09, counting-15
test('the server killed 200 times under load: every acknowledged ballot is counted once, slot by slot', async () => {
  const [kills, killsWhileClosing] = [160, 40]
  const scratch = await scratchDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'ballot-kills-'))
  const { pool } = openDatabase(scratch.config, createLog('silent'))
  const start = (startsAt = open) => startNode({ databaseUrl: scratch.url, dataDir, startsAt })
  let nodes: NodeProcess[] = [await start()]
  // The next one is under way while its predecessor is killed.
  let coming = start()
  try {
    const electionId = await theElectionIn(pool)
    const slate = await slateIn(pool, electionId)
    nodes.push(await start())
    const load = new BallotLoad({ pool, electionId, slate, urls: () => nodes.map(({ url }) => url) })
    const watching = watch(pool, electionId)
    load.start(6, 15)
    for (let killed = 0; killed < kills; killed++) {
      await wait(Math.random() * 1500)
      const [victim, ...rest] = nodes
      await victim?.kill()
      nodes = rest
      nodes = [...rest, await coming]
      coming = start()
      if (killed % 10 === 9) process.stdout.write(`${killed + 1} kills, ${load.acknowledged.length} ballots\n`)
    }
    await load.stop()
    const unheard = load.unanswered.length
    await load.settle()
    await Promise.all([...nodes, await coming].map((node) => node.kill()))
    nodes = []

    // Killed while the last batches are counted and the count is closed, too.
    let done = 0
    for (; done < killsWhileClosing; done++) {
      const node = await start(over)
      await wait(Math.random() * 4500)
      await node.kill()
    }
    const last = await start(over)
    nodes = [last]
    coming = Promise.resolve(last)
    await until(async () => (await closingOf(pool, electionId))?.traces_purged_at !== null)
    const looks = await watching.stop()
    await load.expectAllCounted()
    process.stdout.write(
      `${kills + done} kills: ${load.acknowledged.length} ballots, ${load.tries} requests, ${unheard} asked again at the end, ${looks} looks at the books\n`,
    )
  } finally {
    await Promise.all([...nodes, await coming].map((node) => node.kill()))
    await pool.end()
    await scratch.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 2_700_000)

// Shows counting-15
test('the database killed twenty times under load, its connections or the whole of it: nothing is lost or doubled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ballot-database-kills-'))
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const app = await startApp(dataDir)
  const { host, port, user, database } = app.connection
  const databaseUrl = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
  const { pool } = openDatabase({ ...app.connection, ssl: false }, createLog('silent'))
  const nodes: NodeProcess[] = []
  try {
    const start = (startsAt: number) => startNode({ databaseUrl, dataDir: join(folder, 'site'), startsAt })
    nodes.push(await start(open), await start(open))
    const electionId = await theElectionIn(pool)
    const slate = await slateIn(pool, electionId)
    const load = new BallotLoad({ pool, electionId, slate, urls: () => nodes.map(({ url }) => url) })
    const watching = watch(pool, electionId)
    load.start(6, 15)
    for (let killed = 0; killed < 20; killed++) {
      await wait(1500 + Math.random() * 2000)
      const victim = killed % 2 ? postmasterPid(dataDir) : await backendOf(pool)
      if (victim) process.kill(victim, 'SIGKILL')
      else killed--
      await until(() =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      )
    }
    await load.stop()
    const unheard = load.unanswered.length
    await load.settle()
    await Promise.all(nodes.map((node) => node.kill()))
    nodes.splice(0, 2, await start(over))
    await until(async () => (await closingOf(pool, electionId))?.traces_purged_at !== null)
    await watching.stop()
    await load.expectAllCounted()
    process.stdout.write(`20 database kills: ${load.acknowledged.length} ballots, ${unheard} asked again at the end\n`)
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await pool.end()
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}, 600_000)

/** One of the connections that the nodes hold. */
async function backendOf(pool: pg.Pool): Promise<number | undefined> {
  // A connection of our own may still be one that the last kill cut.
  const found = await pool
    .query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and backend_type = 'client backend' order by random() limit 1`,
    )
    .catch(() => null)
  return found?.rows[0]?.pid
}
