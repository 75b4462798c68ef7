import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import {
  clusterName,
  isRunning,
  makeDataFolder,
  openCluster,
  readLinkIfThere,
  refuseLostDatabase,
  refuseOtherMajor,
  removeCluster,
} from './embedded-cluster.ts'
import {
  checkSocketFolder,
  chooseSocketFolder,
  DATABASE,
  DataFolderInUse,
  ownDataFolder,
  connectionIn,
  runningServer,
  stopServer,
  type WriteLine,
  type Ownership,
  type EmbeddedSite,
} from './embedded-server.ts'

const WAIT_FOR_CONNECTIONS_MS = 5_000

type Embedded = {
  connection: ReturnType<typeof connectionIn>
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL in the data folder. Creates the database on the first start, adopts a server that a killed site left
 * running, and restarts a crashed one. Refuses a data folder that another site uses or that has lost its database.
 */
export async function startEmbedded(dataDir: string, log: WriteLine, { refusesLost = true } = {}): Promise<Embedded> {
  if (process.platform === 'win32')
    throw new Error('On Windows the site brings no database: set DATABASE_URL to a PostgreSQL server.')
  const site = await openSite(path.resolve(dataDir), log, refusesLost)
  const stopping = new AbortController()
  const own = () => ownDataFolder(site, log, stopping.signal)

  const { client, adopted } = await own()
  if (adopted) log('The database was still running from an earlier start and has been taken over.')
  try {
    if (adopted) await endConnectionsOfKilledSites(client)
    await createDatabase(client)
  } catch (error) {
    await stopServer(site.cluster, site.socketDir)
    throw error
  }
  const endGuard = guardOwnership(client, own, log, stopping.signal)

  let stopped: Promise<void> | undefined
  return {
    connection: connectionIn(site.socketDir),
    stop: () => (stopped ??= stop()),
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const { client: last, isOurs } = await endGuard()
    // The lock is held until the server itself ends, so that nobody adopts a server that is stopping.
    if (isOurs) await stopServer(site.cluster, site.socketDir)
    await last.end().catch(() => {})
  }
}

async function openSite(dataDir: string, log: WriteLine, refusesLost: boolean): Promise<EmbeddedSite> {
  makeDataFolder(dataDir)
  await sweepLeftovers(dataDir)
  refuseOtherMajor(dataDir)
  // A restore creates the missing database.
  if (refusesLost) refuseLostDatabase(dataDir)
  const cluster = openCluster(dataDir, log)
  const socketDir = runningServer(cluster.folder)?.socketDir ?? chooseSocketFolder(cluster)
  checkSocketFolder(cluster, socketDir)
  return { dataDir, cluster, socketDir }
}

/** Removes what killed starts left behind, and stops their servers, as nobody else would. */
async function sweepLeftovers(dataDir: string): Promise<void> {
  for (const name of fs.readdirSync(dataDir)) {
    const leftover = path.join(dataDir, name)
    const pid = Number(/^(?:pg|postgresql-.*)\.new-(\d+)$/.exec(name)?.[1])
    if (!pid || (pid !== process.pid && isRunning(pid))) continue
    const home = readLinkIfThere(leftover)
    if (home && readLinkIfThere(clusterName(dataDir)) === path.join(home, 'pg')) fs.unlinkSync(leftover)
    else {
      await stopServerOf(home ? path.join(home, 'pg') : leftover)
      removeCluster(leftover)
    }
  }
}

async function stopServerOf(name: string): Promise<void> {
  if (!fs.existsSync(name)) return
  const folder = fs.realpathSync(name)
  const server = runningServer(folder)
  if (server) await stopServer({ folder }, server.socketDir ?? folder)
}

/**
 * Killed sites leave connections with locks, some in the middle of a statement. The owner of the data folder knows that
 * no other site is running, so it ends them, but not a person's `psql` or a dump.
 */
async function endConnectionsOfKilledSites(owner: pg.Client): Promise<void> {
  const until = Date.now() + WAIT_FOR_CONNECTIONS_MS
  do {
    const { rowCount } = await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name !~ '^(psql|pg_)'`,
    )
    if (!rowCount) return
    await sleep(20)
  } while (Date.now() < until)
}

async function createDatabase(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (!rowCount) await owner.query(`CREATE DATABASE ${DATABASE}`)
}

/**
 * Holds the lock as long as the site runs. If its connection is lost (PostgreSQL crashed or was killed), acquires it
 * again in the background, which also restarts the server. Returns a function that ends this.
 */
function guardOwnership(first: pg.Client, own: () => Promise<Ownership>, log: WriteLine, signal: AbortSignal) {
  let client = first
  let isOurs = true
  let retaking: Promise<void> = Promise.resolve()
  watch()
  return async () => {
    await retaking
    return { client, isOurs }
  }

  function watch(): void {
    client.once('end', () => {
      if (!signal.aborted) retaking = retake()
    })
  }

  async function retake(): Promise<void> {
    log('The connection to the database was lost; connecting again.')
    while (!signal.aborted) {
      try {
        client = (await own()).client
        isOurs = true
        log('The database is back.')
        return watch()
      } catch (error) {
        if (signal.aborted) return
        isOurs = !(error instanceof DataFolderInUse)
        log((error as Error).message)
        await sleep(5_000, undefined, { signal }).catch(() => {})
      }
    }
  }
}
