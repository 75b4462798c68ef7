/** The site as a process of its own, which ends with the script that started it and is told to stop only once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { node24 } from './setup/packages.mjs'
import { root, settingsOption } from './setup/project.mjs'

/** With what the process of the site is started; a setting of the same name goes before. */
export const processSettings = {
  // Pictures come and go in large pieces; with its own habits the C library keeps hundreds of megabytes of them. In one place
  // it finds what is free, and pieces of 128 KB and more go back at once; what a connection reads into is half of that.
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  // The very first file is found here too: for a single one that is not, Node loads its TypeScript compiler, and keeps it.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
}

/** Taken before anything else, so that an npm killed while packages were installed is missed. */
const parent = process.ppid

/**
 * @param {AbortSignal} stop when to end it
 * @param {{ patienceMs?: number, onOpen?: () => void }} [options] how long to wait for a site that does not end; what to do
 * once it is open
 */
export async function runSite(stop, { patienceMs, onOpen = () => undefined } = {}) {
  const site = spawn(
    node24(),
    [
      '--disable-warning=ExperimentalWarning',
      ...settingsOption(),
      '--import',
      pathToFileURL(path.join(root, 'scripts/follow-parent.mjs')).href,
      path.join(root, 'src/server/main.ts'),
      ...process.argv.slice(2),
    ],
    {
      // Away from the terminal: Ctrl-C goes to every process there, and npm passes it on once more.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // npm starts scripts in this folder; the same then holds without npm.
      cwd: root,
      env: { ...processSettings, ...process.env },
    },
  )
  // All it ever says here is that it is open.
  site.on('message', onOpen)
  let /** @type {NodeJS.Timeout | undefined} */ lastResort
  const end = () => {
    site.kill(stop.reason)
    if (patienceMs) lastResort = setTimeout(() => site.kill('SIGKILL'), patienceMs)
  }
  if (stop.aborted) end()
  stop.addEventListener('abort', end)
  const [code, signal] = await once(site, 'exit')
  clearTimeout(lastResort)
  stop.removeEventListener('abort', end)
  return Number(code ?? 128 + os.constants.signals[/** @type {NodeJS.Signals} */ (signal)])
}

/** Aborts when this script is told to stop, with the signal to pass on as its reason. */
export function whenToldToStop() {
  const told = new AbortController()
  process.on('SIGINT', () => told.abort('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => told.abort('SIGTERM'))
  // npm killed outright passes nothing on. Started without npm, losing the parent (a closed shell) means nothing.
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) told.abort('SIGTERM')
  }, 300)
  watch.unref()
  return told.signal
}
