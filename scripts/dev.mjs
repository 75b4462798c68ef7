/** `npm run dev`: the site from its sources. Vite reloads changed pages; a changed server file starts the site anew. */
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackages } from './setup/packages.mjs'
import { at } from './setup/project.mjs'
import { runScript, say } from './setup/script.mjs'
import { runSite, whenToldToStop } from './site-process.mjs'

await runScript(async () => {
  process.env.NODE_ENV = 'development'
  await installPackages()
  const told = whenToldToStop()
  let stop = new AbortController()
  told.addEventListener('abort', () => stop.abort(told.reason))
  const unwatch = watchServer(() => stop.abort('SIGTERM'))
  for (;;) {
    stop = new AbortController()
    // A loop without end, typed by mistake, does not keep the next version from starting.
    const code = await runSite(stop.signal, { patienceMs: 10_000 })
    if (!stop.signal.aborted) {
      say('The site has stopped. It will start again when a server file changes.')
      await once(stop.signal, 'abort')
    }
    if (told.aborted) {
      unwatch()
      return code
    }
    // An editor that saves all its files, or git, writes more than one.
    await sleep(100)
    say('A server file changed: restarting.')
  }
})

/**
 * Folder by folder: what Node watches as a tree on Linux, it loses sight of when a file is saved by renaming a new one over it.
 * @param {() => void} onEdit called when something changes that the server is made of
 * @returns {() => void} ends the watching
 */
function watchServer(onEdit) {
  const /** @type {Map<string, fs.FSWatcher>} */ watchers = new Map()
  const watch = (/** @type {string} */ folder) => {
    if (watchers.has(folder)) return
    const watcher = fs.watch(folder, (_event, name) => {
      const place = path.join(folder, name ?? '')
      if (fs.statSync(place, { throwIfNoEntry: false })?.isDirectory()) watch(place)
      if (/\.(ts|sql)$/.test(place) && !place.endsWith('.test.ts')) onEdit()
    })
    watcher.on('error', () => watchers.delete(folder))
    watchers.set(folder, watcher)
    for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) watch(path.join(folder, entry.name))
  }
  for (const folder of ['src/server', 'src/shared']) watch(at(folder))
  return () => watchers.forEach((watcher) => watcher.close())
}
