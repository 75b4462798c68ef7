import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import type pg from 'pg'
import { createAuth } from './accounts/auth.ts'
import { createSessions } from '#server/http/session.ts'
import { createThrottle } from './accounts/throttle.ts'
import { createApp } from './app.ts'
import { runningClock, type Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createSettingsReader } from './content/settings.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { listenForChanges } from './db/site-changes.ts'
import { refuseUnfinishedRestore } from './db/unfinished-restore.ts'
import type { Deps } from './deps.ts'
import { createElectionCache } from '#server/elections/election-cache.ts'
import { createBallotBox } from '#server/elections/voting/ballot-box.ts'
import { createVault } from '#server/elections/voting/vault.ts'
import { prepareFirstStart } from './first-start.ts'
import { createMetrics } from './http/metrics.ts'
import { createSiteServer } from './http/server.ts'
import { startSiteJobs } from './jobs/site-jobs.ts'
import type { Log } from './log.ts'
import { loadSiteKey } from './site-key.ts'
import { createStorage } from './storage/create-storage.ts'

export interface Site {
  deps: Deps
  /** Where it can be reached on this machine. */
  url: string
  /** The first administrator's login, at the very first start only. */
  firstAdmin: { email: string; password: string } | null
  stop(): Promise<void>
}

/** Everything but the database server itself, put together. `npm start` and the tests both start the site here. */
export async function startSite(
  config: Config,
  connection: pg.PoolConfig,
  log: Log,
  given: { clock?: Clock } = {},
): Promise<Site> {
  const { pool, db } = openDatabase(connection, log)
  const changes = listenForChanges(connection, log)
  try {
    await refuseUnfinishedRestore(config.dataDir, pool)
    await migrate(pool)
    const clock = given.clock ?? runningClock(config.clockStartsAt)
    const siteKey = await loadSiteKey(config, pool)
    const deps: Deps = {
      config,
      log,
      clock,
      pool,
      db,
      siteKey,
      changes,
      auth: createAuth(config, db, siteKey),
      sessions: createSessions(pool),
      throttle: createThrottle(pool, siteKey),
      storage: createStorage(config),
      metrics: createMetrics(pool),
      elections: createElectionCache(db, changes, clock),
      vault: createVault(config, pool, changes),
      ballotBox: createBallotBox(pool),
      settings: createSettingsReader(db, changes),
    }
    const app = await createApp(deps)
    await changes.ready
    const jobs = startSiteJobs(deps)
    const server = createSiteServer(deps, app)
    await listen(server, config)
    // Last, so that a start that fails has not made an administrator whose password nobody was told.
    const firstAdmin = await prepareFirstStart(deps)

    return {
      deps,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      firstAdmin,
      async stop() {
        app.announceStop()
        await finishRequests(server)
        await app.vite?.close()
        await jobs.stop()
        await changes.stop()
        await pool.end()
      },
    }
  } catch (error) {
    await changes.stop()
    await pool.end()
    throw error
  }
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

const patienceMs = 10_000

/** No new requests; those under way end by themselves, or are cut when they take too long. */
async function finishRequests(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
