import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ConfigError } from '#server/config.ts'
import { siteVersion } from '#server/site-version.ts'
import {
  MAJOR,
  canEnter,
  databaseUser,
  findBinaries,
  giveOwnership,
  type Binaries,
  type DatabaseUser,
  type FoundCluster,
} from './embedded-binaries.ts'

/** With checksums. PostgreSQL sorts text itself, so an upgrade of the system's C library cannot break an index. */
const INITDB_OPTIONS =
  '-U app --auth=trust -E UTF8 -k --locale-provider=builtin --builtin-locale=C.UTF-8 -c timezone=UTC -c log_timezone=UTC'

const OUTSIDE = '/var/lib/reservist-association-site-'

export type Cluster = FoundCluster & { binaries: Binaries }

/** A cluster without its final name. `pointer` is the cluster, or a link to its folder outside the data folder. */
type UnfinishedCluster = { pointer: string; outside: boolean; cluster: Cluster }

export const clusterName = (dataDir: string) => path.join(dataDir, 'pg')

/**
 * Opens the cluster `pg` in the data folder, and creates it if it is missing. If only root can enter the data folder,
 * the database's user cannot; then the cluster is under /var/lib and `pg` is a link, the only pointer to it.
 */
export function openCluster(dataDir: string, log: (sentence: string) => void): Cluster {
  const found = findCluster(dataDir)
  if (found) return { ...found, binaries: findBinaries(found.user, found.home) }
  return makeCluster(dataDir, log) ?? openCluster(dataDir, log)
}

/** A site that lost its database must not start as an empty one beside its files and backups. */
export function refuseLostDatabase(dataDir: string): void {
  if (processExists(clusterName(dataDir)) || !fs.existsSync(path.join(dataDir, 'site.key'))) return
  throw new Error(
    `The data folder ${dataDir} is that of a site (it has a site.key), but its database ${clusterName(dataDir)} is missing. Bring it back, or run npm run restore; to begin with an empty site, move the data folder away.`,
  )
}

function findCluster(dataDir: string): FoundCluster | undefined {
  const name = clusterName(dataDir)
  if (!processExists(name)) return undefined
  if (!fs.existsSync(name)) {
    throw new Error(
      `The database ${name} is a link to ${fs.readlinkSync(name)}, which is missing: bring that folder back, or remove the link to begin with an empty database.`,
    )
  }
  const folder = fs.realpathSync(name)
  const owner = fs.statSync(folder)
  const user = databaseUser(owner)
  // Root has copied the files without their owner: take them over.
  if (owner.uid !== user.uid && process.getuid?.() === 0) chownTree(user, folder)
  else if (owner.uid !== user.uid) {
    throw new Error(
      `The database ${folder} belongs to another user (${owner.uid}): start the site as that user or as root.`,
    )
  }
  if (!canEnter(user, folder)) {
    throw new Error(
      `The database in ${folder} runs as ${user.name}, who cannot enter that folder: open the way to it (chmod o+x on the folders above), or move the data folder.`,
    )
  }
  const version = readIfThere(path.join(folder, 'PG_VERSION'))?.trim()
  if (!version) throw new Error(`The folder ${folder} holds no database: move it away, or set another DATA_DIR.`)
  return { folder, user, major: Number(version), home: canEnter(user, dataDir) ? dataDir : path.dirname(folder) }
}

/** PostgreSQL reads only files of its own major version. Returns whether there are any files. */
export function refuseOtherMajor(dataDir: string): boolean {
  const found = findCluster(dataDir)
  if (!found || found.major === MAJOR) return found !== undefined
  throw new ConfigError(
    `The database in ${found.folder} was made by PostgreSQL ${found.major}, and version ${siteVersion()} of this site brings PostgreSQL ${MAJOR}. The version that made it takes it along by backup and restore: npm run update -- VERSION --anew. Nothing was changed.`,
  )
}

/** Renames a cluster to make room for another. Returns its new path; undefined if there was none. */
export function setClusterAside(dataDir: string, today: string): string | undefined {
  const name = clusterName(dataDir)
  if (!processExists(name)) return undefined
  const free = ['', ...Array.from({ length: 99 }, (_one, number) => `-${number + 2}`)]
    .map((ending) => path.join(dataDir, `pg-kept-${today}${ending}`))
    .find((candidate) => !processExists(candidate))
  if (!free) throw new ConfigError(`Many databases are kept in ${dataDir}: remove those that are no longer needed.`)
  fs.renameSync(name, free)
  syncFolder(dataDir)
  return free
}

/** Restores a cluster that was renamed; deletes the one that was created since. */
export function putClusterBack(dataDir: string, asidePath: string): void {
  removeCluster(clusterName(dataDir))
  fs.renameSync(asidePath, clusterName(dataDir))
  syncFolder(dataDir)
}

/** Removes a cluster, and also the folder outside the data folder if it is a link. */
export function removeCluster(name: string): void {
  const target = readLinkIfThere(name)
  const home = target && path.basename(target) === 'pg' ? path.dirname(target) : target
  if (home?.startsWith(OUTSIDE) && path.normalize(home) === home) fs.rmSync(home, { recursive: true, force: true })
  fs.rmSync(name, { recursive: true, force: true })
}

/** Returns undefined if another process was faster. */
function makeCluster(dataDir: string, log: (sentence: string) => void): Cluster | undefined {
  const made = makeUnfinished(dataDir, databaseUser(undefined))
  const name = clusterName(dataDir)
  if (!nameCluster(made, name)) {
    removeUnfinished(made)
    return undefined
  }
  const folder = fs.realpathSync(name)
  if (made.outside)
    log(`The database is kept in ${folder}, because ${made.cluster.user.name}, who runs it, cannot enter ${dataDir}.`)
  return { ...made.cluster, folder }
}

/** The unfinished name contains this process id, so that a later start can delete the folder if this one is killed. */
function makeUnfinished(dataDir: string, user: DatabaseUser): UnfinishedCluster {
  const pointer = path.join(dataDir, `pg.new-${process.pid}`)
  const outside = !canEnter(user, dataDir)
  const home = outside ? makeHomeOutside(pointer, user) : dataDir
  const folder = outside ? path.join(home, 'pg') : pointer
  const binaries = findBinaries(user, home)
  initialise(folder, user, binaries)
  return { pointer, outside, cluster: { folder: fs.realpathSync(folder), user, major: MAJOR, home, binaries } }
}

/** Gives a finished cluster its final name in the data folder; returns false if the name is taken. */
function nameCluster({ pointer, outside, cluster }: UnfinishedCluster, name: string): boolean {
  const named = settle(() => (outside ? fs.symlinkSync(cluster.folder, name) : fs.renameSync(pointer, name)))
  if (named && outside) fs.unlinkSync(pointer)
  if (named) syncFolder(path.dirname(name))
  return named
}

function removeUnfinished({ pointer, outside, cluster }: UnfinishedCluster): void {
  if (outside) fs.rmSync(cluster.home, { recursive: true, force: true })
  fs.rmSync(pointer, { recursive: true, force: true })
}

function initialise(folder: string, user: DatabaseUser, binaries: Binaries): void {
  let complaint = ''
  // The system's locale only decides character classes (PostgreSQL sorts itself), and not every system has C.UTF-8.
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { mode: 0o700 })
    giveOwnership(user, folder)
    const made = spawnSync(binaries.initdb, ['-D', folder, `--locale=${locale}`, ...INITDB_OPTIONS.split(' ')], {
      cwd: '/',
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
      encoding: 'utf8',
      ...user.switchTo,
    })
    if (made.status === 0) return
    complaint = made.error?.message ?? made.stderr.trim()
  }
  throw new Error(`PostgreSQL could not make its database in ${folder}: ${complaint}`)
}

export function makeDataFolder(dataDir: string): void {
  const isRoot = process.getuid?.() === 0
  // With root, the database runs as another user, who must be able to pass through the folder but not to list it.
  if (fs.mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 }) && isRoot) fs.chmodSync(dataDir, 0o711)
}

function makeHomeOutside(pointer: string, user: DatabaseUser): string {
  const home = OUTSIDE + randomBytes(6).toString('hex')
  fs.symlinkSync(home, pointer)
  fs.mkdirSync(home, { mode: 0o700 })
  giveOwnership(user, home)
  return home
}

/** Runs the last step of making a cluster. Returns false if another process had already taken the name. */
function settle(step: () => void): boolean {
  try {
    step()
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(code)) return false
    throw error
  }
}

function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function chownTree(user: DatabaseUser, folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    giveOwnership(user, path.join(folder, name))
  giveOwnership(user, folder)
  fs.chmodSync(folder, 0o700)
}

/** All processes whose working directory is this folder, which is so for all of PostgreSQL's. Only on Linux. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux' || !fs.existsSync(folder)) return []
  const realFolder = fs.realpathSync(folder)
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && processRunsIn(pid, realFolder))
}

export function processRunsIn(pid: number, folder: string): boolean {
  return readLinkIfThere(`/proc/${pid}/cwd`) === folder
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

export function readLinkIfThere(name: string): string | undefined {
  try {
    return fs.readlinkSync(name)
  } catch {
    return undefined
  }
}

/** Also true for a broken link. */
function processExists(name: string): boolean {
  return fs.lstatSync(name, { throwIfNoEntry: false }) !== undefined
}
