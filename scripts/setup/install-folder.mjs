/** `node scripts/setup/install-folder.mjs <folder>`: installs what the lock file there names, and runs nothing of it. */
import { installFrom } from './packages.mjs'
import { runScript } from './script.mjs'

const [folder = ''] = process.argv.slice(2)
await runScript(async () => {
  await installFrom(folder, ['--ignore-scripts'])
  return 0
})
