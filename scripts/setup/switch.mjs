/**
 * How the project's folder becomes another version that lies ready beside it: its sources, packages and pages. An update notes
 * what it is about to do; one that is cut short before the new version was in its place is undone by the start.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isThere } from './make-and-swap.mjs'
import { at, readIfThere } from './project.mjs'
import { commandFailed, runQuietly, say } from './script.mjs'
import { setupFolder, withSetupLock } from './setup-lock.mjs'

/** Where the next version lies ready, and where the packages and pages of the one before wait. */
export const next = path.join(setupFolder, 'next')
const previous = path.join(setupFolder, 'previous')
const note = path.join(setupFolder, 'switch.json')

/** @typedef {{ commit: string, was: string, version: string, before: string }} Switch commits and numbers, of then and of now */

/** @param {Switch} change */
export function noteSwitch(change) {
  fs.writeFileSync(`${note}.new`, JSON.stringify(change))
  fs.renameSync(`${note}.new`, note)
}

/** Nothing is undone any more: nothing was changed yet, or the new version is to be started, which changes the database. */
export function dropNote() {
  fs.rmSync(note, { force: true })
}

/** @param {Switch} change */
export async function switchVersion({ commit }) {
  await checkOut(commit)
  fs.mkdirSync(previous, { recursive: true })
  for (const name of ['node_modules', 'dist']) {
    const ready = path.join(next, name)
    // A link leads to the packages of now, which are this version's too.
    if (!fs.lstatSync(ready, { throwIfNoEntry: false })?.isDirectory()) continue
    if (isThere(at(name))) fs.renameSync(at(name), path.join(previous, name))
    fs.renameSync(ready, at(name))
  }
  dropNote()
}

/** @param {Switch} change */
export async function switchBack(change) {
  noteSwitch(change)
  await endOfGit()
  // By force, and by way of the new version: what a git that was killed has half written and added goes with it.
  await checkOut(change.commit, '--force')
  await checkOut(change.was, '--force')
  for (const name of ['node_modules', 'dist']) {
    const kept = path.join(previous, name)
    if (!isThere(kept)) continue
    if (isThere(at(name))) fs.renameSync(at(name), path.join(next, name))
    fs.renameSync(kept, at(name))
  }
  dropNote()
}

/** What was noted by an update that does not live any more is undone. */
export async function undoCutSwitch() {
  if (!fs.existsSync(note)) return
  await withSetupLock(async () => {
    const written = readIfThere(note)
    if (!written) return
    const /** @type {Switch} */ change = JSON.parse(written)
    await switchBack(change)
    removeBoth()
    say(`The update to ${change.version} was interrupted, and ${change.before} is back in place. Run the update again.`)
  })
}

/** What lies beside the folder; not where a start still needs it to go back. */
export function removeBoth() {
  if (fs.existsSync(note)) return
  for (const folder of [next, previous]) fs.rmSync(folder, { recursive: true, force: true })
}

/** The git of an update that was killed may be at work for another moment, or have left its lock. */
async function endOfGit() {
  const { output } = await runQuietly('git', ['rev-parse', '--git-path', 'index.lock'])
  const lock = path.resolve(at(), output)
  for (const until = Date.now() + 5000; fs.existsSync(lock) && Date.now() < until;) await sleep(100)
  fs.rmSync(lock, { force: true })
}

/**
 * @param {string} commit
 * @param {string[]} options
 */
async function checkOut(commit, ...options) {
  const { code, output } = await runQuietly('git', ['checkout', '--quiet', ...options, '--detach', commit])
  if (code !== 0) throw commandFailed(`Version ${commit} could not be checked out`, output)
}
