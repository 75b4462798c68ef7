/**
 * What `npm start` and `npm test` need before anything else can run. Plain JavaScript for Node 20, without packages: it
 * is what installs them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const at = (/** @type {string[]} */ ...names) => path.join(root, ...names)

/** A step that cannot go on: the sentence is all a person needs to see. */
export class SetupFailed extends Error {}

/**
 * Runs what a script is made of, and turns a failed step into one sentence and exit code 1.
 * @param {() => Promise<number>} steps answers the exit code
 */
export async function runScript(steps) {
  try {
    process.exitCode = await steps()
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Installs the packages of package-lock.json unless they are there. */
export async function ensureDependencies() {
  if (dependenciesAreCurrent()) return
  await withLock(async () => {
    if (dependenciesAreCurrent()) return
    say('Installing packages, which takes a minute the first time.')
    const npm = npmCommand()
    const result = await runQuietly(npm.command, [
      ...npm.args,
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      ...npmCache(),
    ])
    if (result.code !== 0) throw new SetupFailed(`The packages could not be installed (npm ci):\n${result.output}`)
    fs.writeFileSync(dependenciesStamp, lockFileHash())
  })
}

const dependenciesStamp = at('node_modules', '.installed')

function lockFileHash() {
  return createHash('sha256')
    .update(fs.readFileSync(at('package-lock.json')))
    .digest('hex')
}

function dependenciesAreCurrent() {
  const hash = lockFileHash()
  if (readIfThere(dependenciesStamp) === hash) return true
  if (!installedByHand()) return false
  try {
    fs.writeFileSync(dependenciesStamp, hash)
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
  const pinned = at('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (fs.existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new SetupFailed(`The site needs Node 24 or later; this is ${process.version}, and no packaged one runs here.`)
}

/** Builds the pages unless dist/ was made from exactly these sources. */
export async function ensureBuild() {
  if (buildIsCurrent()) return
  await withLock(async () => {
    const hash = sourcesHash()
    if (buildIsCurrent(hash)) return
    say('Building the pages.')
    sweep('dist')
    const made = at(`dist.new-${process.pid}`)
    await vite('--outDir', path.join(made, 'client'))
    await vite('--ssr', 'src/web/entry-server.tsx', '--outDir', path.join(made, 'server'))
    fs.writeFileSync(path.join(made, '.stamp'), hash)
    const old = at(`dist.old-${process.pid}`)
    if (fs.existsSync(at('dist'))) fs.renameSync(at('dist'), old)
    fs.renameSync(made, at('dist'))
    fs.rmSync(old, { recursive: true, force: true })
  })
}

/** @param {string[]} options */
async function vite(...options) {
  const result = await runQuietly(
    node24(),
    [at('node_modules/vite/bin/vite.js'), 'build', '--emptyOutDir', ...options],
    {
      // Whatever the site or the tests run as, pages are built for production.
      NODE_ENV: 'production',
    },
  )
  if (result.code !== 0) throw new SetupFailed(`The pages could not be built (vite build):\n${result.output}`)
}

function buildIsCurrent(hash = sourcesHash()) {
  return readIfThere(at('dist', '.stamp')) === hash
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of ['src/web', 'src/shared', 'vite.config.ts', 'package-lock.json']) addToHash(hash, source)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} name
 */
function addToHash(hash, name) {
  if (fs.statSync(at(name)).isDirectory()) {
    for (const child of fs.readdirSync(at(name)).toSorted()) addToHash(hash, `${name}/${child}`)
  } else if (!/\.test\.tsx?$/.test(name)) {
    const content = fs.readFileSync(at(name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
}

/** Finds a Chromium or Chrome for the tests, installing one where there is none; answers its path. */
export async function ensureBrowser() {
  const browser = findBrowser() ?? (await installBrowser())
  if (!browser)
    throw new SetupFailed('The tests need a browser: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
  process.env.CHROMIUM_PATH = browser
  return browser
}

function findBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  // A file of that name may be a stub that only tells how to install the browser.
  return [process.env.CHROMIUM_PATH, ...candidates, playwrightBrowser()].find(
    (file) => file && fs.existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0,
  )
}

/** Where Playwright keeps a browser of its own, whether or not it is there. */
function playwrightBrowser() {
  const /** @type {typeof import('playwright-core')} */ playwright = createRequire(at('package.json'))(
      'playwright-core',
    )
  return playwright.chromium.executablePath()
}

async function installBrowser() {
  say('Installing Chromium for the tests.')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (isOnPath('apt-get') && (sudo.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0)) {
    const [command = '', ...args] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
    await runQuietly(command, [...args, 'update', '-qq'])
    await runQuietly(command, [...args, 'install', '-qq', '--yes', '--no-install-recommends', 'chromium'])
    const browser = findBrowser()
    if (browser) return browser
  }
  const result = await runQuietly(node24(), [at('node_modules/playwright-core/cli.js'), 'install', 'chromium'])
  if (result.code !== 0) console.error(result.output)
  return findBrowser()
}

/** @param {string} command */
function isOnPath(command) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, command)))
}

/**
 * One start at a time may change node_modules and dist. The lock is a folder holding its maker's process id.
 * @param {() => Promise<void>} work
 */
async function withLock(work) {
  const lock = at('.setup-lock')
  for (let told = false; !takeLock(lock);) {
    if (!told) say('Another start is setting up; waiting for it.')
    told = true
    await sleep(200)
  }
  try {
    await work()
  } finally {
    fs.rmSync(lock, { recursive: true, force: true })
  }
}

/** @param {string} lock */
function takeLock(lock) {
  try {
    fs.mkdirSync(lock)
    fs.writeFileSync(path.join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (!isErrno(error, 'EEXIST'))
      throw new SetupFailed(`The site must be installed and built first, but ${root} cannot be written to: ${error}`)
  }
  const holder = Number(readIfThere(path.join(lock, 'pid')))
  const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  const isStale = holder ? !isRunning(holder) : age > 10_000
  if (isStale) {
    // Renaming is what only one of several waiting starts can do.
    const aside = `${lock}-${process.pid}`
    try {
      fs.renameSync(lock, aside)
    } catch {
      return false
    }
    fs.rmSync(aside, { recursive: true, force: true })
  }
  return false
}

/**
 * Removes `<name>.new-<pid>` and `<name>.old-<pid>` of builds that were killed.
 * @param {string} name
 */
function sweep(name) {
  for (const entry of fs.readdirSync(root)) {
    if (entry.startsWith(`${name}.new-`) || entry.startsWith(`${name}.old-`))
      fs.rmSync(at(entry), { recursive: true, force: true })
  }
}

/**
 * Runs a command in the project's folder and keeps what it says, to be shown only if it fails. It ends with this process.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
function runQuietly(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    const endWithUs = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal)
      child.once('exit', () => process.exit(128 + os.constants.signals[signal]))
    }
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    for (const signal of signals) process.once(signal, endWithUs)
    const finish = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, endWithUs)
      resolve({ code, output: output.trim() })
    }
    child.once('error', (error) => {
      output += error.message
      finish(1)
    })
    child.once('close', (code) => finish(code ?? 1))
  })
}

/** @param {string} sentence */
function say(sentence) {
  console.log(sentence)
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isErrno(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
