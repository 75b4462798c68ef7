/** Loads little and early, so that the rest loads lean. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import './lean-modules.ts'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
const [{ exitAfter, runSite }, { readConfig }] = await Promise.all([import('./run.ts'), import('./config.ts')])
exitAfter(Promise.resolve().then(() => runSite(readConfig(process.env))))
