/** Loads little, and first what decides how the rest is loaded. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './commonjs-drizzle.ts'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
const [{ exitAfter, runSite }, { readConfig }] = await Promise.all([import('./run.ts'), import('./config.ts')])
exitAfter(Promise.resolve().then(() => runSite(readConfig(process.env))))
