/**
 * `npm start`: installs what is missing, builds what is stale, runs the site until it is told to stop. Whoever pauses the site
 * (an update) has it started again from what is then in this folder, in the same service and the same terminal.
 */
import { once } from 'node:events'
import { installPackages } from './setup/packages.mjs'
import { buildPages } from './setup/pages.mjs'
import { takePauses } from './setup/pause.mjs'
import { runScript } from './setup/script.mjs'
import { undoCutSwitch } from './setup/switch.mjs'
import { runSite, whenToldToStop } from './site-process.mjs'

await runScript(async () => {
  process.env.NODE_ENV ||= 'production'
  await undoCutSwitch()
  await installPackages()
  await buildPages()
  const ending = whenToldToStop()
  let stop = new AbortController()
  ending.addEventListener('abort', () => stop.abort(ending.reason))
  const pauses = await takePauses(() => stop.abort('SIGTERM'))
  try {
    for (;;) {
      stop = new AbortController()
      if (ending.aborted) stop.abort(ending.reason)
      else if (pauses.isAwaited()) stop.abort('SIGTERM')
      const code = await runSite(stop.signal, { onOpen: pauses.sayOpen })
      // Whoever had it stopped may be gone by now; then it starts again at once.
      if (ending.aborted || !(stop.signal.aborted || pauses.isPaused())) return code
      await Promise.race([pauses.over(), once(ending, 'abort')])
      if (ending.aborted) return 0
      await undoCutSwitch()
    }
  } finally {
    pauses.close()
  }
})
