/** Loads little itself, and the compile cache first, because it speeds up everything loaded later. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './commonjs-drizzle.ts'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
const [{ runSite }, { readConfig }, { exitAfter }] = await Promise.all([
  import('./run.ts'),
  import('./config.ts'),
  import('./terminal.ts'),
])
// Flushed now: even if the process is killed later, the next one starts in a quarter of the time.
exitAfter(Promise.resolve().then(() => runSite(readConfig(process.env), async () => flushCompileCache())))
