/** The packages of package-lock.json, and the Node among them that runs the site. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { at, readIfThere } from './project.mjs'
import { replace } from './replace.mjs'
import { commandFailed, runQuietly, say, SetupFailed } from './script.mjs'

/**
 * Installs the packages of package-lock.json unless they are there. Where they cannot be had (the registry is away, the
 * folder is not ours to write) those installed before go on serving, so that an update never stops a site that ran.
 */
export async function ensurePackages() {
  try {
    await installPackages()
  } catch (error) {
    if (!(error instanceof SetupFailed) || !packagesOfBefore()) throw error
    say(`${error.message} The site goes on with those it had.`)
  }
}

/** The same for tests, which prove nothing with other packages than those of package-lock.json. */
export function installPackages() {
  return replace('node_modules', packagesAreCurrent, async (folder) => {
    say('Installing packages, which takes a minute the first time.')
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      if (fs.existsSync(at(file))) fs.copyFileSync(at(file), path.join(folder, file))
    const npm = npmCommand()
    const options = [
      '--include=dev',
      '--include=optional',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      ...npmCache(),
    ]
    const result = await runQuietly(npm.command, [...npm.args, 'ci', '--prefix', folder, ...options], { cwd: folder })
    if (result.code !== 0) throw commandFailed('The packages could not be installed', result.output)
    const made = path.join(folder, 'node_modules')
    fs.writeFileSync(path.join(made, '.installed'), wantedPackages())
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

function wantedPackages() {
  const lockFile = fs.readFileSync(at('package-lock.json'))
  return `${createHash('sha256').update(lockFile).digest('hex')} ${platform}`
}

function packagesOfBefore() {
  return installedPackages().endsWith(` ${platform}`)
}

function packagesAreCurrent() {
  const wanted = wantedPackages()
  if (installedPackages() === wanted) return true
  if (!installedByHand()) return false
  try {
    fs.writeFileSync(stamp, wanted)
  } catch {
    // A read-only folder is no reason to install again.
  }
  return true
}

/** Whether `npm install` has put exactly these versions there: npm's own record of node_modules is the last thing it writes. */
function installedByHand() {
  const record = readIfThere(at('node_modules', '.package-lock.json'))
  if (!record) return false
  /** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package */
  const /** @type {Record<string, Package>} */ wanted = JSON.parse(
      fs.readFileSync(at('package-lock.json'), 'utf8'),
    ).packages
  const /** @type {Record<string, Package>} */ present = JSON.parse(record).packages
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '' || present[name]?.version === entry.version) return true
    const isForElsewhere = !entry.os?.includes(process.platform) || !entry.cpu?.includes(process.arch) || entry.libc
    return entry.optional && !present[name] && isForElsewhere
  })
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
  const pinned = at('node_modules', `node-${platform}`, 'bin', 'node')
  if (fs.existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new SetupFailed(`The site needs Node 24 or later; this is ${process.version}, and no packaged one runs here.`)
}
