import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openCluster, readIfThere, type Cluster } from './embedded-cluster.ts'
import {
  PORT,
  checkSocketFolder,
  chooseSocketFolder,
  logFileIn,
  runningServer,
  spawnServer,
  stopServer,
} from './embedded-server.ts'
import { lockKeys, tryLockForConnection } from './locks.ts'

type Embedded = {
  connection: { host: string; port: number; user: string; database: string }
  stop(): Promise<void>
}

type Log = (sentence: string) => void
type Ownership = { client: pg.Client; adopted: boolean }
type Site = { dataDir: string; cluster: Cluster; socketDir: string }

const DATABASE = 'site'
const OWNER_NAME = 'owner of the data folder, process '
const STARTING_OR_STOPPING = '57P03'
const STOPPED_MEANWHILE = '57P01'
const TOO_MANY_CONNECTIONS = '53300'
const WAIT_FOR_OWNER_MS = 3_000
const SAY_RECOVERING_AFTER_MS = 2_000
const WAIT_FOR_ANSWER_MS = 60_000
const WAIT_AFTER_FAILURE_MS = 10_000

/**
 * Runs PostgreSQL in the data folder: makes the database on the first start, adopts a server that a killed site left
 * running, brings a crashed one back, and refuses a data folder that another living site uses.
 */
export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  if (process.platform === 'win32')
    throw new Error('On Windows the site brings no database: set DATABASE_URL to a PostgreSQL server.')
  const site = openSite(path.resolve(dataDir), log)
  const stopping = new AbortController()
  const own = () => ownDataFolder(site, log, stopping.signal)

  const { client, adopted } = await own()
  if (adopted) log('The database was still running from an earlier start and has been taken over.')
  try {
    await createDatabase(client)
  } catch (error) {
    await stopServer(site.cluster, site.socketDir)
    throw error
  }
  const endGuard = guardOwnership(client, own, log, stopping.signal)

  let stopped: Promise<void> | undefined
  return {
    connection: { host: site.socketDir, port: PORT, user: 'app', database: DATABASE },
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

function openSite(dataDir: string, log: Log): Site {
  const cluster = openCluster(dataDir, log)
  const socketDir = runningServer(cluster.folder)?.socketDir ?? chooseSocketFolder(cluster)
  checkSocketFolder(cluster, socketDir)
  return { dataDir, cluster, socketDir }
}

/** Resolves with the connection that holds the lock. The server is started when there is none. */
async function ownDataFolder(site: Site, log: Log, signal: AbortSignal): Promise<Ownership> {
  for (;;) {
    const ownership = await connectOrStart(site, log, signal)
    const claim = await claimLock(ownership.client)
    if (claim === 'owned') return ownership
    await ownership.client.end().catch(() => {})
    // The server stopped in between: its owner is gone, begin again.
    if (claim === 'connection lost') continue
    throw new DataFolderInUse(site.dataDir, claim.ownerPid)
  }
}

class DataFolderInUse extends Error {
  constructor(dataDir: string, ownerPid: string | undefined) {
    const process = ownerPid ? ` (process ${ownerPid})` : ''
    super(
      `The data folder ${dataDir} is in use by another running copy of this site${process}. Stop it first, or give this one its own DATA_DIR.`,
    )
  }
}

async function claimLock(client: pg.Client): Promise<'owned' | 'connection lost' | { ownerPid: string | undefined }> {
  const until = Date.now() + WAIT_FOR_OWNER_MS
  try {
    for (;;) {
      if (await tryLockForConnection(client, 'dataFolder')) return 'owned'
      // A killed owner's lock goes with its connection, in a moment.
      if (Date.now() > until) return { ownerPid: await ownerPid(client) }
      await sleep(100)
    }
  } catch {
    return 'connection lost'
  }
}

async function ownerPid(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objid = $1 AND application_name LIKE $2`,
    [lockKeys.dataFolder, `${OWNER_NAME}%`],
  )
  return rows[0]?.application_name.slice(OWNER_NAME.length)
}

async function connectOrStart(site: Site, log: Log, signal: AbortSignal): Promise<Ownership> {
  let child: ChildProcess | undefined
  let patience = Date.now() + WAIT_FOR_ANSWER_MS
  let notYetSince: number | undefined
  for (;;) {
    signal.throwIfAborted()
    const answer = await connect(site)
    if (answer instanceof pg.Client) return { client: answer, adopted: !child }
    if (answer === 'not yet') {
      notYetSince ??= Date.now()
      if (Date.now() - notYetSince > SAY_RECOVERING_AFTER_MS) {
        log('The database was not shut down properly and is getting ready, which may take a while.')
        notYetSince = Infinity
      }
      patience = Date.now() + WAIT_FOR_ANSWER_MS
    } else if (!child || hasEnded(child)) {
      // It ends at once while another server is stopping or processes of a killed one still hold its memory: try again.
      if (child) {
        patience = Math.min(patience, Date.now() + WAIT_AFTER_FAILURE_MS)
        await sleep(200)
      }
      child = spawnServer(site.cluster, site.socketDir, logFileIn(site.dataDir))
    }
    if (Date.now() > patience) throw new Error(whyNotStarted(site))
    await sleep(20)
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function whyNotStarted(site: Site): string {
  const log = logFileIn(site.dataDir)
  const lastLines = readIfThere(log)?.trimEnd().split('\n').slice(-5).join('\n')
  return `The embedded PostgreSQL did not start. The end of its log ${log}:\n${lastLines ?? '(empty)'}`
}

async function connect(site: Site): Promise<pg.Client | 'no answer' | 'not yet'> {
  const client = new pg.Client({
    host: site.socketDir,
    port: PORT,
    user: 'app',
    database: 'postgres',
    ssl: false,
    application_name: OWNER_NAME + process.pid,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (!(error instanceof pg.DatabaseError) || error.code === STOPPED_MEANWHILE) return 'no answer'
    if (error.code === STARTING_OR_STOPPING || error.code === TOO_MANY_CONNECTIONS) return 'not yet'
    throw error
  }
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
