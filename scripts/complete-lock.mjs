/** `npm run complete-lock`, after a package was added or moved: see withOtherPlatforms. */
import fs from 'node:fs'
import { lockFaults, withOtherPlatforms } from './lock-file.mjs'
import { at } from './setup/project.mjs'
import { runScript } from './setup/script.mjs'

await runScript(async () => {
  const file = at('package-lock.json')
  const before = JSON.parse(fs.readFileSync(file, 'utf8'))
  const after = withOtherPlatforms(before)
  fs.writeFileSync(file, `${JSON.stringify(after, null, 2)}\n`)
  const added = Object.keys(after.packages).length - Object.keys(before.packages).length
  console.log(`${added} packages of other platforms added`)
  const faults = lockFaults(after)
  for (const fault of faults) console.error(fault)
  return faults.length > 0 ? 1 : 0
})
