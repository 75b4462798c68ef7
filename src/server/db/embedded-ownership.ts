import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readIfThere, type Cluster } from './embedded-cluster.ts'
import { PORT, logFileIn, spawnServer } from './embedded-server.ts'
import { lockKeys, tryLockForConnection } from './locks.ts'

export type Log = (sentence: string) => void
export type Ownership = { client: pg.Client; adopted: boolean }
/** A cluster to be run from a data folder. `settings` are added to the usual ones of its server. */
export type Site = { dataDir: string; cluster: Cluster; socketDir: string; settings?: Record<string, string> }

const OWNER_NAME = 'owner of the data folder, process '
const STARTING_OR_STOPPING = '57P03'
const STOPPED_MEANWHILE = '57P01'
const TOO_MANY_CONNECTIONS = '53300'
const WAIT_FOR_OWNER_MS = 3_000
const SAY_RECOVERING_AFTER_MS = 2_000
const WAIT_FOR_ANSWER_MS = 60_000
const WAIT_AFTER_FAILURE_MS = 10_000

/** Resolves with the connection that holds the lock. The server is started when there is none. */
export async function ownDataFolder(site: Site, log: Log, signal: AbortSignal): Promise<Ownership> {
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

export class DataFolderInUse extends Error {
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
      child = spawnServer(site.cluster, site.socketDir, logFileIn(site.dataDir), site.settings)
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
