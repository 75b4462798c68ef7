/** `npm start`: installs what is missing, builds what is stale, runs the site until it is told to stop. */
import { ensurePackages } from './setup/packages.mjs'
import { ensurePages } from './setup/pages.mjs'
import { runScript } from './setup/script.mjs'
import { runSite, whenToldToStop } from './site-process.mjs'

await runScript(async () => {
  process.env.NODE_ENV ||= 'production'
  await ensurePackages()
  await ensurePages()
  return runSite(whenToldToStop())
})
