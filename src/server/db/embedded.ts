import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { makeDataFolder, openCluster, refuseLostDatabase } from './embedded-cluster.ts'
import {
  checkSocketFolder,
  chooseSocketFolder,
  DATABASE,
  DataFolderInUse,
  ownDataFolder,
  connectionIn,
  runningServer,
  stopServer,
  type Log,
  type Ownership,
  type Site,
} from './embedded-server.ts'
import { sweepLeftovers, upgradeOlderCluster } from './embedded-upgrade.ts'

const WAIT_FOR_CONNECTIONS_MS = 5_000

type Embedded = {
  connection: ReturnType<typeof connectionIn>
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL in the data folder: makes the database on the first start, adopts a server that a killed site left
 * running, brings a crashed one back, takes over the data of an older major version, and refuses a data folder that another
 * living site uses.
 */
export async function startEmbedded(dataDir: string, log: Log, { takesOver = true } = {}): Promise<Embedded> {
  if (process.platform === 'win32')
    throw new Error('On Windows the site brings no database: set DATABASE_URL to a PostgreSQL server.')
  const site = await openSite(path.resolve(dataDir), log, takesOver)
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
    // The lock is held until the server itself ends, so that nobody takes over a server about to stop.
    if (isOurs) await stopServer(site.cluster, site.socketDir)
    await last.end().catch(() => {})
  }
}

async function openSite(dataDir: string, log: Log, takesOver: boolean): Promise<Site> {
  makeDataFolder(dataDir)
  await sweepLeftovers(dataDir)
  // That is for the start of the site: a script must not change more than it was asked to.
  if (takesOver) {
    await upgradeOlderCluster(dataDir, log)
    refuseLostDatabase(dataDir)
  }
  const cluster = openCluster(dataDir, log)
  const socketDir = runningServer(cluster.folder)?.socketDir ?? chooseSocketFolder(cluster)
  checkSocketFolder(cluster, socketDir)
  return { dataDir, cluster, socketDir }
}

/**
 * Killed sites leave connections, some in the middle of a statement, with their locks. Whoever owns the data folder knows that
 * no other site lives; a person at `psql` or a dump is left alone.
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
 * Keeps the lock for as long as the site runs. When its connection is lost (PostgreSQL crashed or was killed), it is taken
 * again in the background, which brings a vanished server back as well. Returns a function that ends this watch.
 */
function guardOwnership(first: pg.Client, own: () => Promise<Ownership>, log: Log, signal: AbortSignal) {
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
