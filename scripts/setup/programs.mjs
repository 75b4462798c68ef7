/** Programs besides Node that tests and measurements start: found on this machine, or installed with a sentence that says so. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { node24 } from './packages.mjs'
import { at } from './project.mjs'
import { runQuietly, say, SetupFailed } from './script.mjs'

/** Finds a Chromium or Chrome, installing one where there is none, and names it in CHROMIUM_PATH. */
export async function ensureBrowser() {
  const browser = findBrowser() ?? (await installBrowser())
  if (!browser)
    throw new SetupFailed('The tests need a browser: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
  process.env.CHROMIUM_PATH = browser
}

export function findBrowser() {
  // The shell has no windows to draw around each page: a new page costs a quarter of what it costs in the whole browser.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return [process.env.CHROMIUM_PATH, ...names.map(onPath), playwrightBrowser()].find(runs)
}

async function installBrowser() {
  say('Installing Chromium for the tests.')
  // Not every release has the shell.
  for (const debianPackage of ['chromium-headless-shell', 'chromium']) {
    await installFromDebian(debianPackage)
    const browser = findBrowser()
    if (browser) return browser
  }
  const result = await runQuietly(node24(), [at('node_modules/playwright-core/cli.js'), 'install', 'chromium'])
  if (result.code !== 0) console.error(result.output)
  return findBrowser()
}

/** Where Playwright keeps a browser of its own, whether or not it is there. */
function playwrightBrowser() {
  const /** @type {typeof import('playwright-core')} */ playwright = createRequire(at('package.json'))(
      'playwright-core',
    )
  return playwright.chromium.executablePath()
}

/** Finds PostgreSQL's own load generator, installing it where there is none, and names it in PGBENCH_PATH. */
export async function ensurePgbench() {
  let pgbench = findPgbench()
  if (!pgbench) {
    say('Installing PostgreSQL’s pgbench for the comparison.')
    await installFromDebian('postgresql')
    pgbench = findPgbench()
  }
  // The bench says what it leaves out without it.
  if (pgbench) process.env.PGBENCH_PATH = pgbench
}

function findPgbench() {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).toSorted().toReversed() : []
  const installed = versions.map((version) => path.join(debian, version, 'bin', 'pgbench'))
  return [process.env.PGBENCH_PATH, onPath('pgbench'), ...installed].find(runs)
}

/** Finds the usual pooler of PostgreSQL's connections, installing it where there is none, and names it in PGBOUNCER_PATH. */
export async function ensurePgbouncer() {
  const find = () => [process.env.PGBOUNCER_PATH, onPath('pgbouncer'), '/usr/sbin/pgbouncer'].find(runs)
  if (!find()) {
    say('Installing pgbouncer for the tests.')
    await installFromDebian('pgbouncer')
  }
  const pgbouncer = find()
  if (!pgbouncer) throw new SetupFailed('These tests need pgbouncer: install it, or set PGBOUNCER_PATH to one.')
  process.env.PGBOUNCER_PATH = pgbouncer
}

/**
 * A file of that name may be a stub that only tells how to install the program.
 * @param {string | undefined} file
 */
function runs(file) {
  return Boolean(file && fs.existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0)
}

/** @param {string} debianPackage */
async function installFromDebian(debianPackage) {
  const isRoot = process.getuid?.() === 0
  if (!onPath('apt-get') || !(isRoot || (onPath('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0))) return
  const [command = '', ...args] = [
    ...(isRoot ? [] : ['sudo', '-n']),
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
  ]
  await runQuietly(command, [...args, 'update', '-qq'])
  const result = await runQuietly(command, [
    ...args,
    'install',
    '-qq',
    '--yes',
    '--no-install-recommends',
    debianPackage,
  ])
  if (result.code !== 0) console.error(result.output)
}

/** @param {string} program */
function onPath(program) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, program))
    .find((file) => fs.existsSync(file))
}
