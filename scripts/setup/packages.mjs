/** The packages of package-lock.json, and the Node among them that runs the site. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isMadeFor } from '../lock-file.mjs'
import { makeAndSwap } from './make-and-swap.mjs'
import { at, readIfThere } from './project.mjs'
import { commandFailed, runQuietly, say, SetupFailed } from './script.mjs'

/**
 * Installs the packages of package-lock.json unless they are there. Nothing starts with others: half of one version and half
 * of the other would change the database.
 */
export function installPackages() {
  return makeAndSwap('node_modules', packagesAreCurrent, async (folder) => {
    say('Installing packages, which takes a minute the first time.')
    // The lock file may be pulled anew while npm works: what is noted is what was installed.
    const wanted = wantedPackages()
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      if (fs.existsSync(at(file))) fs.copyFileSync(at(file), path.join(folder, file))
    const npm = npmCommand()
    const options = [
      '--include=optional',
      '--include=dev',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      ...npmCache(),
    ]
    const result = await runQuietly(npm.command, [...npm.args, 'ci', '--prefix', folder, ...options], { cwd: folder })
    const [, away] = /^npm error code (ECONN\w+|ENOTFOUND|EAI_AGAIN|E\w*TIMEDOUT|E5\d\d)$/m.exec(result.output) ?? []
    if (result.code !== 0 && away)
      throw new SetupFailed(`The packages could not be installed: the package registry does not reply (${away}).`)
    if (result.code !== 0) throw commandFailed('The packages could not be installed', result.output)
    const made = path.join(folder, 'node_modules')
    fs.writeFileSync(path.join(made, '.installed'), wanted)
    return made
  })
}

const stamp = at('node_modules', '.installed')

/** What is installed, as `installPackages` or `installedByHand` has noted it: the pages are built anew when it changes. */
export function installedPackages() {
  return readIfThere(stamp) ?? ''
}

/** Native packages are of one platform: a folder that was copied from another machine does not do. */
const platform = `${process.platform}-${process.arch}`
const pinnedNode = at('node_modules', `node-${platform}`, 'bin', 'node')

/** A version that brings no other packages than the one before needs none installed: only the project's own number differs. */
function wantedPackages() {
  const { packages } = JSON.parse(fs.readFileSync(at('package-lock.json'), 'utf8'))
  const others = JSON.stringify({ ...packages, '': undefined })
  return `${createHash('sha256').update(others).digest('hex')} ${platform}`
}

/** Whether the site can run on what is there, though it may be older than package-lock.json wants. */
export function hasUsablePackages() {
  const isWhole = installedPackages() !== '' || readIfThere(at('node_modules', '.package-lock.json')) !== undefined
  return isWhole && (installedPackages().endsWith(` ${platform}`) || fs.existsSync(pinnedNode))
}

function packagesAreCurrent() {
  const wanted = wantedPackages()
  if (installedPackages() === wanted) return true
  if (!installedByHand()) return false
  try {
    fs.writeFileSync(`${stamp}.new`, wanted)
    fs.renameSync(`${stamp}.new`, stamp)
  } catch {
    // A read-only folder is no reason to install again.
  }
  return true
}

/** Whether `npm install` has put exactly these versions there: npm's own record of node_modules is the last thing it writes. */
function installedByHand() {
  const record = readIfThere(at('node_modules', '.package-lock.json'))
  if (!record) return false
  /** @typedef {import('../lock-file.mjs').LockFile} LockFile */
  const /** @type {LockFile} */ wanted = JSON.parse(fs.readFileSync(at('package-lock.json'), 'utf8'))
  const /** @type {LockFile} */ present = JSON.parse(record)
  const thisMachine = { os: process.platform, cpu: process.arch, libc: libc() }
  return Object.entries(wanted.packages).every(([place, entry]) => {
    const found = present.packages[place]
    if (place === '' || found?.version === entry.version) return true
    // npm itself decides about those that are for any machine and belong to one that is not.
    return entry.optional && !found && (!(entry.os ?? entry.cpu) || !isMadeFor(entry, thisMachine))
  })
}

function libc() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return report.header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** The npm that runs this script, else the one on the path. */
function npmCommand() {
  const cli = process.env.npm_execpath
  return cli && path.basename(cli) === 'npm-cli.js'
    ? { command: process.execPath, args: [cli] }
    : { command: 'npm', args: [] }
}

/** npm keeps its cache in the home folder, which a service's user may not have. */
function npmCache() {
  try {
    fs.accessSync(os.homedir(), fs.constants.W_OK)
    return []
  } catch {
    return ['--cache', path.join(os.tmpdir(), `npm-cache-${os.userInfo().uid}`)]
  }
}

/** The Node that runs the site: the pinned one of the packages, else this one if it is new enough. */
export function node24() {
  if (fs.existsSync(pinnedNode) && spawnSync(pinnedNode, ['--version']).status === 0) return pinnedNode
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new SetupFailed(`The site needs Node 24 or later; this is ${process.version}, and no packaged one runs here.`)
}
