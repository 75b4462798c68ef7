/** `npm run build`: what `npm start` does before the site starts; for an image that is built once and started often. */
import { installPackages } from './setup/packages.mjs'
import { buildPages } from './setup/pages.mjs'
import { runScript } from './setup/script.mjs'

await runScript(async () => {
  await installPackages()
  await buildPages()
  return 0
})
