import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connect } from './database.ts'
import { canEnter, giveOwnership } from './embedded-binaries.ts'
import { isRunning, readIfThere, processRunsIn, type Cluster } from './embedded-cluster.ts'
import { lockKeys, tryLockForConnection } from './locks.ts'

const PORT = 5432
export const DATABASE = 'site'

/** How to connect to the server with its socket in this folder. */
export const connectionIn = (socketDir: string, database = DATABASE) => ({
  host: socketDir,
  port: PORT,
  user: 'app',
  database,
  ssl: false,
})

/**
 * One small server for one site, on a Unix socket only. Durability (fsync, synchronous_commit, full_page_writes) keeps
 * PostgreSQL's safe defaults. It uses little memory: a bigger site has its own server (DATABASE_URL).
 */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: PORT,
  // A site uses about fifteen. A new start needs room beside connections of killed sites that have not ended yet.
  max_connections: 100,
  shared_buffers: '32MB',
  huge_pages: 'off',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: 2,
  max_parallel_workers_per_gather: 1,
  max_logical_replication_workers: 0,
  autovacuum_worker_slots: 2,
  autovacuum_max_workers: 2,
  max_wal_size: '512MB',
  // Lets a backend notice during a long query that its client was killed.
  client_connection_check_interval: '1s',
  // Errors of statements reach the app, which redacts personal data, so they must not be logged here as well.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** A socket path may have 103 bytes on macOS and 107 on Linux; this leaves a margin. */
const LONGEST_SOCKET_PATH = 90
const KEEP_LOG_BELOW = 1_000_000
const FAST_SHUTDOWN_MS = 60_000

function logFileIn(dataDir: string): string {
  return path.join(dataDir, 'postgres.log')
}

/** Starts the server independent of this process's terminal and signals. It ends by `stopServer`, or can be adopted. */
function spawnServer(cluster: Cluster, socketDir: string, logFile: string): ChildProcess {
  prepareSocketFolder(cluster, socketDir)
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > KEEP_LOG_BELOW)
    fs.renameSync(logFile, `${logFile}.1`)
  const log = fs.openSync(logFile, 'a', 0o600)
  try {
    const child = spawn(
      cluster.binaries.postgres,
      [
        '-D',
        cluster.folder,
        '-k',
        socketDir,
        ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        // The environment contains passwords and keys, so nothing of it is passed on.
        env: { PATH: process.env['PATH'], TZ: 'UTC', ...staleProcessIdExcuse(cluster.folder) },
        ...cluster.user.switchTo,
      },
    )
    child.on('error', (error) => fs.appendFileSync(logFile, `${error.message}\n`))
    child.unref()
    return child
  } finally {
    fs.closeSync(log)
  }
}

/** Fast shutdown: rolls back open transactions and flushes everything committed, so that nothing needs recovery. */
export async function stopServer(cluster: Pick<Cluster, 'folder'>, socketDir: string): Promise<void> {
  const server = runningServer(cluster.folder)
  if (server) {
    process.kill(server.pid, 'SIGINT')
    const quitAt = Date.now() + FAST_SHUTDOWN_MS
    let hasSentQuit = false
    while (isServer(server.pid, cluster.folder)) {
      if (!hasSentQuit && Date.now() > quitAt) {
        // This is still safe: the next start replays the write-ahead log.
        process.kill(server.pid, 'SIGQUIT')
        hasSentQuit = true
      }
      await sleep(20)
    }
  }
  if (socketDir !== cluster.folder) fs.rmSync(socketDir, { recursive: true, force: true })
}

/** The server that runs on this cluster, whoever started it. */
export function runningServer(folder: string): { pid: number; socketDir: string | undefined } | undefined {
  const lines = readIfThere(path.join(folder, 'postmaster.pid'))?.split('\n') ?? []
  const pid = Number(lines[0])
  return pid > 0 && isServer(pid, folder) ? { pid, socketDir: lines[4] || undefined } : undefined
}

/** A process id is reused after a crash, so on Linux the working directory identifies a PostgreSQL process. */
function isServer(pid: number, folder: string): boolean {
  return process.platform === 'linux' ? processRunsIn(pid, folder) : isRunning(pid)
}

/**
 * PostgreSQL does not start while the process id in a crashed server's lock file is alive, even if it now belongs to
 * another program. It ignores the process id in this variable.
 */
function staleProcessIdExcuse(folder: string): { PG_GRANDPARENT_PID?: string } {
  const pid = Number(readIfThere(path.join(folder, 'postmaster.pid'))?.split('\n')[0])
  return pid > 0 && !isServer(pid, folder) ? { PG_GRANDPARENT_PID: String(pid) } : {}
}

/** The cluster's own private folder if the path is short enough, else a short temporary one. */
export function chooseSocketFolder(cluster: Cluster): string {
  const name = `pg-${createHash('sha256').update(cluster.folder).digest('hex').slice(0, 16)}`
  const choices = [cluster.folder, path.join(os.tmpdir(), name), path.join('/tmp', name)]
  const fitting = choices.find(
    (folder) =>
      Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH &&
      canEnter(cluster.user, path.dirname(folder)),
  )
  if (!fitting)
    throw new Error(`The temporary folder ${os.tmpdir()} is too long a path for a socket: set TMPDIR to a short one.`)
  return fitting
}

/** Temporary folders are open to all: a folder that somebody else made there could lead the site to their server. */
function prepareSocketFolder(cluster: Cluster, folder: string): void {
  if (folder === cluster.folder) return
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
    giveOwnership(cluster.user, folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  checkSocketFolder(cluster, folder)
}

export function checkSocketFolder(cluster: Cluster, folder: string): void {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (!found || folder === cluster.folder) return
  if (!found.isDirectory() || found.uid !== cluster.user.uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `The folder ${folder}, meant for the database's socket, belongs to somebody else: remove it, or set TMPDIR.`,
    )
  }
}

export type WriteLine = (sentence: string) => void
export type Ownership = { client: pg.Client; adopted: boolean }
/** A cluster and the data folder it belongs to. */
export type EmbeddedSite = { dataDir: string; cluster: Cluster; socketDir: string }

const OWNER_NAME = 'owner of the data folder, process '
const STARTING_OR_STOPPING = '57P03'
const STOPPED_MEANWHILE = '57P01'
const TOO_MANY_CONNECTIONS = '53300'
const WAIT_FOR_OWNER_MS = 3_000
const SAY_RECOVERING_AFTER_MS = 2_000
const WAIT_FOR_ANSWER_MS = 60_000
const WAIT_AFTER_FAILURE_MS = 10_000

/** Resolves with the connection that holds the lock. Starts the server if none is running. */
export async function ownDataFolder(site: EmbeddedSite, log: WriteLine, signal: AbortSignal): Promise<Ownership> {
  for (;;) {
    const ownership = await connectOrStart(site, log, signal)
    const claim = await claimLock(ownership.client)
    if (claim === 'owned') return ownership
    await ownership.client.end().catch(() => {})
    // The server stopped in between, so its owner is gone: start it again.
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
      // The lock of a killed owner ends with its connection, after a moment.
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

async function connectOrStart(site: EmbeddedSite, log: WriteLine, signal: AbortSignal): Promise<Ownership> {
  let child: ChildProcess | undefined
  let deadline = Date.now() + WAIT_FOR_ANSWER_MS
  let notYetSince: number | undefined
  for (;;) {
    signal.throwIfAborted()
    const answer = await connectAsOwner(site)
    if (answer instanceof pg.Client) return { client: answer, adopted: !child }
    if (answer === 'not yet') {
      notYetSince ??= Date.now()
      if (Date.now() - notYetSince > SAY_RECOVERING_AFTER_MS) {
        log('The database was not shut down properly and is getting ready, which may take a while.')
        notYetSince = Infinity
      }
      deadline = Date.now() + WAIT_FOR_ANSWER_MS
    } else if (!child || hasEnded(child)) {
      // It ends at once while another server is stopping, or a killed one's processes hold its memory: retry.
      if (child) {
        deadline = Math.min(deadline, Date.now() + WAIT_AFTER_FAILURE_MS)
        await sleep(200)
      }
      child = spawnServer(site.cluster, site.socketDir, logFileIn(site.dataDir))
    }
    if (Date.now() > deadline) throw new Error(whyNotStarted(site))
    await sleep(20)
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function whyNotStarted(site: EmbeddedSite): string {
  const log = logFileIn(site.dataDir)
  const lastLines = readIfThere(log)?.trimEnd().split('\n').slice(-5).join('\n')
  return `The embedded PostgreSQL did not start. The end of its log ${log}:\n${lastLines ?? '(empty)'}`
}

function connectAsOwner({ socketDir }: EmbeddedSite): Promise<pg.Client | 'no answer' | 'not yet'> {
  const name = { application_name: OWNER_NAME + process.pid, connectionTimeoutMillis: 5_000 }
  return connect({ ...connectionIn(socketDir, 'postgres'), ...name }).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code === STOPPED_MEANWHILE) return 'no answer'
    if (error.code === STARTING_OR_STOPPING || error.code === TOO_MANY_CONNECTIONS) return 'not yet'
    throw error
  })
}
