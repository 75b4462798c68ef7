import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { copiedTables, copyTables, tableSums } from './copy-tables.ts'
import { connect } from './database.ts'
import { MAJOR, canEnter, olderBinaries, removeOlderBinaries } from './embedded-binaries.ts'
import {
  clusterName,
  findCluster,
  finishExchange,
  isRunning,
  isThere,
  makeUnfinished,
  nameCluster,
  OUTSIDE,
  readLinkIfThere,
  removeUnfinished,
  syncFolder,
  upgradedName,
  type Cluster,
} from './embedded-cluster.ts'
import {
  chooseSocketFolder,
  DATABASE,
  DataFolderInUse,
  ownDataFolder,
  connectionIn,
  runningServer,
  stopServer,
  type Log,
  type Site,
} from './embedded-server.ts'
import { appliedMigrations, isKnown, migrate } from './migrate.ts'

const SPARE_BYTES = 500_000_000

/**
 * A new major version of PostgreSQL cannot read the files of an older one. Its rows are copied into a new cluster, compared,
 * and only then does the new cluster take the old one's name; the old one is kept. Killed anywhere, the next start finds either
 * the old cluster, and begins again, or the new one.
 */
export async function upgradeOlderCluster(dataDir: string, log: Log): Promise<void> {
  if (!finishExchange(dataDir)) throw new DataFolderInUse(dataDir, undefined)
  const found = findCluster(dataDir)
  if (!found) return
  if (found.major === MAJOR) return removeOlderBinaries(found.home)
  if (!(found.major < MAJOR))
    throw new Error(
      `The database in ${found.folder} was made by PostgreSQL ${found.major}, but this site brings PostgreSQL ${MAJOR}, which cannot read it: use the version of the site that made it, or restore a backup into a new data folder.`,
    )
  checkRoom(dataDir, found)
  const binaries = await olderBinaries(found, log)
  await upgradeCluster(dataDir, { ...found, binaries }, log)
  removeOlderBinaries(found.home)
}

/** As `upgradeOlderCluster`, once the programs of the old cluster are there. */
export async function upgradeCluster(dataDir: string, old: Cluster, log: Log): Promise<void> {
  const running = new AbortController().signal
  // A server that a killed site left: it is stopped, so that nothing of that site is still being written.
  const left = runningServer(old.folder)
  if (left) {
    const socketDir = left.socketDir ?? old.folder
    const { client } = await ownDataFolder({ dataDir, cluster: old, socketDir }, log, running)
    await stopServer(old, socketDir)
    await client.end().catch(() => {})
  }
  const settings = { default_transaction_read_only: 'on' }
  const from: Site = { dataDir, cluster: old, socketDir: chooseSocketFolder(old), settings }
  const { client: owner } = await ownDataFolder(from, log, running)
  try {
    log(`The database was made by PostgreSQL ${old.major} and is now taken over into PostgreSQL ${MAJOR}.`)
    await makeUpgraded(from, log)
  } catch (error) {
    throw new Error(`${(error as Error).message} The old database is unchanged.`, { cause: error })
  } finally {
    await stopServer(old, from.socketDir)
    await owner.end().catch(() => {})
  }
  const kept = exchange(dataDir, old.major)
  log(
    `The database now runs on PostgreSQL ${MAJOR}. The old one is kept in ${kept}: remove it when the site has run well for a while.`,
  )
}

/** Returns where the old cluster is kept. */
function exchange(dataDir: string, major: number): string {
  const kept = keptName(dataDir, major, new Date().toISOString().slice(0, 10))
  fs.renameSync(clusterName(dataDir), kept)
  syncFolder(dataDir)
  if (finishExchange(dataDir)) return kept
  // In this very moment another start has started the old server: the folder is that start's now.
  fs.renameSync(kept, clusterName(dataDir))
  throw new DataFolderInUse(dataDir, undefined)
}

/** Makes the cluster `pg.upgraded`, complete and compared. One that an earlier start left may be out of date. */
async function makeUpgraded(from: Site, log: Log): Promise<void> {
  const { dataDir } = from
  removeCluster(upgradedName(dataDir))
  const made = makeUnfinished(dataDir, from.cluster.user)
  const to: Site = { dataDir, cluster: made.cluster, socketDir: chooseSocketFolder(made.cluster) }
  try {
    const { client: owner } = await ownDataFolder(to, log, new AbortController().signal)
    try {
      await owner.query(`create database ${DATABASE}`)
      await copyDatabase(from, to, log)
    } finally {
      await stopServer(to.cluster, to.socketDir)
      await owner.end().catch(() => {})
    }
    if (!nameCluster(made, upgradedName(dataDir))) throw new Error(`${upgradedName(dataDir)} is in the way.`)
  } catch (error) {
    removeUnfinished(made)
    throw error
  }
}

async function copyDatabase(from: Site, to: Site, log: Log): Promise<void> {
  const source = await connectTo(from)
  // A start that was killed before it had made the database: there is nothing to copy.
  if (!source) return
  const target = await connectTo(to)
  try {
    if (!target) throw new Error('The new database is missing.')
    // Two lone connections, on servers nobody else uses: their transactions end with them.
    await source.query('begin isolation level repeatable read read only')
    const applied = await appliedMigrations(source)
    if (!isKnown(applied))
      throw new Error(
        'The database has migrations that this version of the site does not know: start the version that made it.',
      )
    await makeSameSchema(to, applied)
    await target.query('begin')
    await refuseOtherTables(source, target)
    const sent = await copyTables(source, target)
    await target.query('commit')

    await target.query('begin')
    const arrived = await tableSums(target)
    await target.query('commit')
    for (const [table, sum] of sent)
      if (arrived.get(table)?.rows !== sum.rows || arrived.get(table)?.sha256 !== sum.sha256)
        throw new Error(`The table ${table} is not the same in the new database.`)
    await target.query('vacuum (analyze)')
    const rows = [...sent.values()].reduce((all, sum) => all + sum.rows, 0)
    log(`Copied and compared ${rows} rows in ${sent.size} tables.`)
  } finally {
    await source.end()
    await target?.end()
  }
}

/** What is newer than the old database's migrations runs later, on its data. */
async function makeSameSchema(to: Site, applied: readonly number[]): Promise<void> {
  const pool = new pg.Pool({ ...connectionIn(to.socketDir), max: 1 })
  await migrate(pool, { upTo: applied.at(-1) ?? 0 }).finally(() => pool.end())
}

/** A table or column that the migrations did not make would be left behind. */
async function refuseOtherTables(source: pg.Client, target: pg.Client): Promise<void> {
  const columnsIn = async (client: pg.Client) =>
    (await copiedTables(client)).flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
  const expected = new Set(await columnsIn(target))
  const others = (await columnsIn(source)).filter((column) => !expected.has(column))
  if (others.length > 0)
    throw new Error(
      `The database has columns that no version of this site made (${others.join(', ')}): move them to a database of their own, then start again.`,
    )
}

/** Undefined when there is no such database. */
async function connectTo({ socketDir }: Site): Promise<pg.Client | undefined> {
  const client = await connect(connectionIn(socketDir)).catch((error: { code?: string }) => {
    const databaseMissing = '3D000'
    if (error.code !== databaseMissing) throw error
  })
  await client?.query('set client_min_messages = warning')
  return client ?? undefined
}

/** The old cluster is kept, and the new one has its write-ahead log besides its data. */
function checkRoom(dataDir: string, { folder, user }: Pick<Cluster, 'folder' | 'user'>): void {
  const place = canEnter(user, dataDir) ? dataDir : path.dirname(OUTSIDE)
  const { bavail, bsize } = fs.statfsSync(place)
  const needed = 2 * sizeOf(folder) + SPARE_BYTES
  if (bavail * bsize >= needed) return
  throw new Error(
    `The database was made by an older PostgreSQL and is to be taken over, which needs ${gigabytes(needed)} of free disk at ${place}; there are ${gigabytes(bavail * bsize)}. Make room, then start again. Nothing was changed.`,
  )
}

function sizeOf(folder: string): number {
  return (
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      // A server that a killed site left may just have removed a file.
      .map((entry) => fs.statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((all, size) => all + size, 0)
  )
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** Removes what starts left that were killed, and stops servers that nothing but such a start would have stopped. */
export async function sweepLeftovers(dataDir: string): Promise<void> {
  for (const name of fs.readdirSync(dataDir)) {
    const leftover = path.join(dataDir, name)
    const pid = Number(/^(?:pg|postgresql-.*)\.new-(\d+)$/.exec(name)?.[1])
    if (!pid || (pid !== process.pid && isRunning(pid))) continue
    const home = readLinkIfThere(leftover)
    if (isInUse(dataDir, home)) fs.unlinkSync(leftover)
    else {
      await stopServerOf(home ? path.join(home, 'pg') : leftover)
      removeCluster(leftover)
    }
  }
}

/** The name of an old cluster, kept after its data was taken over. */
export function keptName(dataDir: string, major: number, today: string): string {
  const name = path.join(dataDir, `pg-${major}-kept-${today}`)
  for (let number = 2; ; number++) {
    const free = number === 2 ? name : `${name}-${number - 1}`
    if (!isThere(free)) return free
  }
}

/** A cluster, or the folder outside the data folder that a link leads to. */
export function removeCluster(name: string): void {
  const target = readLinkIfThere(name)
  const home = target && path.basename(target) === 'pg' ? path.dirname(target) : target
  if (home?.startsWith(OUTSIDE) && path.normalize(home) === home) fs.rmSync(home, { recursive: true, force: true })
  fs.rmSync(name, { recursive: true, force: true })
}

function isInUse(dataDir: string, home: string | undefined): boolean {
  if (!home) return false
  return [clusterName(dataDir), upgradedName(dataDir)].some((name) => readLinkIfThere(name) === path.join(home, 'pg'))
}

async function stopServerOf(name: string): Promise<void> {
  if (!fs.existsSync(name)) return
  const folder = fs.realpathSync(name)
  const server = runningServer(folder)
  if (server) await stopServer({ folder }, server.socketDir ?? folder)
}
