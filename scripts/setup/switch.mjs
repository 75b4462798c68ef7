/** How the project's folder becomes another version that lies ready beside it: its sources, packages and pages. */
import fs from 'node:fs'
import path from 'node:path'
import { at, readIfThere } from './project.mjs'
import { commandFailed, runQuietly } from './script.mjs'
import { setupFolder } from './setup-lock.mjs'

const marker = path.join(setupFolder, 'switch.json')

/**
 * @param {{ commit: string, from: string, to: string }} change the version's commit, the folder in which its packages and pages
 * lie ready, and the folder that takes those of now
 */
export async function switchVersion(change) {
  fs.mkdirSync(change.to, { recursive: true })
  fs.writeFileSync(`${marker}.new`, JSON.stringify(change))
  fs.renameSync(`${marker}.new`, marker)
  try {
    await checkOut(change.commit)
  } catch (error) {
    // Git refused, before anything else was moved.
    fs.rmSync(marker)
    throw error
  }
  await finishSwitch()
}

/** All of it was ready when it began, so one that was cut short is finished by the next start. */
export async function finishSwitch() {
  const written = readIfThere(marker)
  if (!written) return
  const { commit, from, to } = JSON.parse(written)
  await checkOut(commit)
  for (const name of ['node_modules', 'dist']) {
    const ready = path.join(from, name)
    // A link leads to the packages of now, which are this version's too.
    if (!fs.lstatSync(ready, { throwIfNoEntry: false })?.isDirectory()) continue
    if (fs.existsSync(at(name))) fs.renameSync(at(name), path.join(to, name))
    fs.renameSync(ready, at(name))
  }
  fs.rmSync(marker)
}

/** @param {string} commit */
async function checkOut(commit) {
  const { code, output } = await runQuietly('git', ['checkout', '--quiet', '--detach', commit])
  if (code !== 0) throw commandFailed(`Version ${commit} could not be checked out`, output)
}
