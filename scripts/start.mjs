/** `npm start`: installs what is missing, builds what is stale, runs the site until it is told to stop. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild, ensureDependencies, node24, root, runScript } from './setup.mjs'

await runScript(async () => {
  process.env.NODE_ENV ||= 'production'
  await ensureDependencies()
  await ensureBuild()
  return runSite()
})

async function runSite() {
  const site = spawn(
    node24(),
    [
      '--disable-warning=ExperimentalWarning',
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
      // Pictures come and go in large pieces; with its own habits the C library keeps hundreds of megabytes of them.
      env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1000000', ...process.env },
    },
  )
  let told = false
  const tell = (/** @type {NodeJS.Signals} */ signal) => {
    if (!told) site.kill(signal)
    told = true
  }
  process.on('SIGINT', () => tell('SIGINT'))
  process.on('SIGTERM', () => tell('SIGTERM'))
  process.on('SIGHUP', () => tell('SIGTERM'))
  const watch = stopWhenNpmIsGone(() => tell('SIGTERM'))

  const [code, signal] = await once(site, 'exit')
  clearInterval(watch)
  return code ?? 128 + os.constants.signals[/** @type {NodeJS.Signals} */ (signal)]
}

/**
 * npm killed outright passes nothing on. Started without npm, losing the parent (a closed shell) means nothing.
 * @param {() => void} stop
 */
function stopWhenNpmIsGone(stop) {
  const parent = process.ppid
  return setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) stop()
  }, 300)
}
