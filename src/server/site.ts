import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createThrottle } from '#server/accounts/throttle.ts'
import { createSettingsReader } from '#server/content/settings.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { listenForChanges } from '#server/db/site-changes.ts'
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts'
import { loadBoardKey } from '#server/elections/board/board-key.ts'
import { loadBoardState } from '#server/elections/board/board-state.ts'
import { createSignedElections } from '#server/elections/board/signed-election.ts'
import { createElectionCache } from '#server/elections/election-cache.ts'
import { createBallotBox } from '#server/elections/voting/ballot-box.ts'
import { createVault } from '#server/elections/voting/vault.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { createSessions } from '#server/http/session.ts'
import { createJobRecord } from '#server/jobs/job-record.ts'
import { startSiteJobs } from '#server/jobs/site-jobs.ts'
import { createHealth, type ReadSpace } from '#server/operations/status/health.ts'
import { joinNodes, type Membership } from '#server/operations/status/join-nodes.ts'
import { addStatusMetrics } from '#server/operations/status/metrics.ts'
import { createSiteStatus } from '#server/operations/status/status.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { createApp, createSiteServer } from './app.ts'
import { certainClock, startSiteClock, type Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { prepareFirstStart } from './first-start.ts'
import type { Log } from './log.ts'
import { createTimeMemory } from './seen-time.ts'
import { loadSiteKey } from './site-key.ts'

export interface Site {
  deps: Deps
  /** The address on this machine. */
  url: string
  /** The first administrator's login, only at the very first start. */
  firstAdmin: { email: string; password: string } | null
  stop(): Promise<void>
}

interface SiteOptions {
  clock?: Clock
  /** For the person at the terminal. */
  say?: (sentence: string) => void
  /** Replaced in tests, to simulate a full disk. */
  readSpace?: ReadSpace
}

/** Puts everything together except the database server. `npm start` and the tests both start the site here. */
export async function startSite(
  config: Config,
  connection: pg.PoolConfig,
  log: Log,
  options: SiteOptions = {},
): Promise<Site> {
  /** What to stop, in the order of starting; it is stopped in reverse. */
  const cleanups: (() => unknown)[] = []
  const end = async () => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup()
  }
  try {
    return await begin(config, connection, log, { ...options, onEnd: (cleanup) => void cleanups.push(cleanup), end })
  } catch (error) {
    await end()
    throw error
  }
}

async function begin(
  config: Config,
  connection: pg.PoolConfig,
  log: Log,
  options: SiteOptions & { onEnd: (cleanup: () => unknown) => void; end: () => Promise<void> },
): Promise<Site> {
  const { onEnd, end, say = () => undefined } = options
  const { pool, db } = openDatabase(connection, log)
  onEnd(() => pool.end())
  const { pool: fastPool } = openDatabase({ ...connection, max: 4 }, log, { planOnce: true })
  onEnd(() => fastPool.end())
  const changes = listenForChanges(connection, log)
  onEnd(() => changes.stop())
  await refuseUnfinishedRestore(config.dataDir, pool)
  await migrate(pool, {
    say,
    // Loaded only by a start that needs it.
    before: async () => {
      const { backUpBeforeUpdate } = await import('#server/operations/backup/backup-before-update.ts')
      await backUpBeforeUpdate({ config, connection, pool, say })
    },
  })
  const clock = options.clock
    ? certainClock(options.clock)
    : await startSiteClock({ pool, log, memory: createTimeMemory(config, pool), startsAt: config.clockStartsAt })
  onEnd(() => clock.stop())
  const siteKey = await loadSiteKey(config, pool)
  const boardKey = await loadBoardKey(config, pool)
  const signed = createSignedElections(db, changes, boardKey, await loadBoardState(config, pool))
  const metrics = createMetrics(pool)
  const jobRecord = createJobRecord(metrics, log)
  const parts = {
    config,
    log,
    clock,
    pool,
    db,
    siteKey,
    boardKey,
    signed,
    changes,
    sessions: createSessions(fastPool),
    throttle: createThrottle(pool, siteKey),
    storage: createStorage(config),
    metrics,
    jobRecord,
    elections: createElectionCache(db, changes, clock, signed),
    vault: createVault(config, pool, changes),
    ballotBox: createBallotBox(fastPool),
    settings: createSettingsReader(db, changes),
  }
  // A pool of its own: a check of the database must not queue behind requests that wait for the database.
  const probes = openDatabase({ ...connection, max: 2 }, log)
  onEnd(() => probes.pool.end())
  const probeVault = createVault(config, probes.pool, changes)
  const health = createHealth({
    ...parts,
    pool: probes.pool,
    vault: probeVault,
    signed,
    jobs: jobRecord,
    readSpace: options.readSpace,
  })
  const status = createSiteStatus({ ...parts, health })
  addStatusMetrics(metrics.registry, status, health)
  const deps: Deps = { ...parts, health, status }
  const app = await createApp(deps)
  onEnd(() => app.vite?.close())
  await changes.ready
  const node = await joinNodes(deps)
  onEnd(() => node.leave().catch(() => undefined))
  const jobs = startSiteJobs(deps)
  onEnd(() => jobs.stop())
  const server = createSiteServer(deps, app)
  await listen(server, config)
  onEnd(async () => {
    app.announceStop()
    await drain(node, config.drainMs)
    await finishRequests(server)
  })
  // Last, so that a start that fails does not leave an administrator whose password nobody saw.
  const firstAdmin = await prepareFirstStart(deps)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { deps, url, firstAdmin, stop: end }
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Tells the load balancer to use other nodes while the port is still open. */
async function drain(node: Membership, ms: number): Promise<void> {
  if (ms === 0) return
  await node.drain().catch(() => undefined)
  await pause(ms)
}

const requestTimeoutMs = 10_000

/** Accepts no new requests. Those in progress may finish, but are cut when they take too long. */
async function finishRequests(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), requestTimeoutMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
