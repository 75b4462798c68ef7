/**
 * `npm run build`: what `npm start` does before the site starts, for an image that is built once and started often.
 * `npm run build -- packages` installs the packages only, for which the sources need not be there.
 */
import { installPackages } from './setup/packages.mjs'
import { buildPages } from './setup/pages.mjs'
import { runScript } from './setup/script.mjs'

await runScript(async () => {
  await installPackages()
  if (process.argv[2] !== 'packages') await buildPages()
  return 0
})
