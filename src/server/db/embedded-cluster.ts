import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findBinaries, type Binaries } from './embedded-binaries.ts'
import { canEnter, databaseUser, handTo, type DatabaseUser } from './embedded-user.ts'

/** The PostgreSQL of the package; a cluster of another one cannot be opened by it. */
const MAJOR = '18'

/** Checksums on; sorted by PostgreSQL itself, so that an upgrade of the system's C library cannot disturb an index. */
const INITDB_OPTIONS =
  '-U app --auth=trust -E UTF8 -k --locale-provider=builtin --builtin-locale=C.UTF-8 -c timezone=UTC -c log_timezone=UTC'

const OUTSIDE = '/var/lib/reservist-association-site-'

/** `folder` is the cluster's true place, free of links. */
export type Cluster = { folder: string; user: DatabaseUser; binaries: Binaries }

/**
 * Opens the cluster `pg` of the data folder, making it when there is none.
 *
 * Where only root can reach the data folder, the database's user could not: the cluster then lives under /var/lib and
 * `pg` is a link to it, the only pointer there is.
 */
export function openCluster(dataDir: string, log: (sentence: string) => void): Cluster {
  makeDataFolder(dataDir)
  sweepDeadStarts(dataDir)
  return existingCluster(dataDir) ?? makeCluster(dataDir, log) ?? openCluster(dataDir, log)
}

function existingCluster(dataDir: string): Cluster | undefined {
  const name = path.join(dataDir, 'pg')
  if (!fs.lstatSync(name, { throwIfNoEntry: false })) return undefined
  if (!fs.existsSync(name)) {
    throw new Error(
      `The database ${name} is a link to ${fs.readlinkSync(name)}, which is missing: bring that folder back, or remove the link to begin with an empty database.`,
    )
  }
  const folder = fs.realpathSync(name)
  const owner = fs.statSync(folder)
  const user = databaseUser(owner)
  // Files that root copied without their owner: take them over.
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
  if (version !== MAJOR) {
    throw new Error(
      version
        ? `The database in ${folder} was made by PostgreSQL ${version}, but this site brings PostgreSQL ${MAJOR}: use the version of the site that made it, or restore a backup into a new data folder.`
        : `The folder ${folder} holds no database: move it away, or set another DATA_DIR.`,
    )
  }
  return { folder, user, binaries: findBinaries(user, canEnter(user, dataDir) ? dataDir : path.dirname(folder)) }
}

/** Returns undefined when another start was faster. */
function makeCluster(dataDir: string, log: (sentence: string) => void): Cluster | undefined {
  const user = databaseUser(undefined)
  // While unfinished it is known by this name, so that a later start can sweep it should this one be killed.
  const unfinished = path.join(dataDir, `pg.new-${process.pid}`)
  const name = path.join(dataDir, 'pg')

  if (canEnter(user, dataDir)) {
    const binaries = findBinaries(user, dataDir)
    initialise(unfinished, user, binaries)
    if (!settle(() => fs.renameSync(unfinished, name))) {
      fs.rmSync(unfinished, { recursive: true, force: true })
      return undefined
    }
    syncFolder(dataDir)
    return { folder: fs.realpathSync(name), user, binaries }
  }

  const home = makeHomeOutside(unfinished, user)
  const folder = path.join(home, 'pg')
  const binaries = findBinaries(user, home)
  initialise(folder, user, binaries)
  const first = settle(() => fs.symlinkSync(folder, name))
  if (!first) fs.rmSync(home, { recursive: true, force: true })
  fs.unlinkSync(unfinished)
  syncFolder(dataDir)
  if (!first) return undefined
  log(`The database is kept in ${folder}, because ${user.name}, who runs it, cannot enter ${dataDir}.`)
  return { folder, user, binaries }
}

function initialise(folder: string, user: DatabaseUser, binaries: Binaries): void {
  let complaint = ''
  // The system's locale only serves character classes (sorting is PostgreSQL's own), and not every system has C.UTF-8.
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { mode: 0o700 })
    handTo(user, folder)
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

function makeDataFolder(dataDir: string): void {
  const isRoot = process.getuid?.() === 0
  // Root's database runs as another user, who has to pass through (not look inside).
  if (fs.mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 }) && isRoot) fs.chmodSync(dataDir, 0o711)
}

function makeHomeOutside(pointer: string, user: DatabaseUser): string {
  const home = OUTSIDE + randomBytes(6).toString('hex')
  fs.symlinkSync(home, pointer)
  fs.mkdirSync(home, { mode: 0o700 })
  handTo(user, home)
  return home
}

function sweepDeadStarts(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    const pid = Number(/^(?:pg|postgresql-.*)\.new-(\d+)$/.exec(name)?.[1])
    if (!pid || (pid !== process.pid && isRunning(pid))) continue
    const leftover = path.join(dataDir, name)
    const home = readLinkIfThere(leftover)
    const isOurs = home?.startsWith(OUTSIDE) && path.normalize(home) === home
    const isInUse = home && readLinkIfThere(path.join(dataDir, 'pg')) === path.join(home, 'pg')
    if (isOurs && !isInUse) fs.rmSync(home, { recursive: true, force: true })
    fs.rmSync(leftover, { recursive: true, force: true })
  }
}

/** Runs the last step of making a cluster; false when another start had already taken the name. */
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
    handTo(user, path.join(folder, name))
  handTo(user, folder)
  fs.chmodSync(folder, 0o700)
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

function readLinkIfThere(name: string): string | undefined {
  try {
    return fs.readlinkSync(name)
  } catch {
    return undefined
  }
}
