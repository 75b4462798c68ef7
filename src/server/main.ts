/** Loads little, and first what decides how the rest is loaded. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './commonjs-drizzle.ts'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
const [{ runSite }, { readConfig }, { exitAfter }] = await Promise.all([
  import('./run.ts'),
  import('./config.ts'),
  import('./terminal.ts'),
])
// Even if the process is killed later, the next one starts in a quarter of the time.
exitAfter(Promise.resolve().then(() => runSite(readConfig(process.env), async () => flushCompileCache())))
