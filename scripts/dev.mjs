/** `npm run dev`: the site from its sources. Vite reloads changed pages; a changed server file starts the site anew. */
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensurePackages } from './setup/packages.mjs'
import { at } from './setup/project.mjs'
import { runScript, say } from './setup/script.mjs'
import { runSite, whenToldToStop } from './site-process.mjs'

await runScript(async () => {
  process.env.NODE_ENV = 'development'
  await ensurePackages()
  const told = whenToldToStop()
  let edited = new AbortController()
  const watchers = watchServer(() => edited.abort('SIGTERM'))
  for (;;) {
    edited = new AbortController()
    const stop = AbortSignal.any([told, edited.signal])
    const code = await runSite(stop)
    if (!stop.aborted) {
      say('The site has ended. It starts again when a file of the server is changed.')
      await once(stop, 'abort')
    }
    if (told.aborted) {
      for (const watcher of watchers) watcher.close()
      return code
    }
    // An editor that saves all its files, or git, writes more than one.
    await sleep(100)
    say('A file of the server was changed: starting anew.')
  }
})

/** @param {() => void} onEdit called when something changes that the server is made of */
function watchServer(onEdit) {
  return ['src/server', 'src/shared'].map((folder) =>
    fs.watch(at(folder), { recursive: true }, (_event, file) => {
      if (file && /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts')) onEdit()
    }),
  )
}
