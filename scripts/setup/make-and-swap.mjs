/** How a part of the project's folder (node_modules, dist) is made anew: in a folder beside it, swapped in when it is whole. */
import fs from 'node:fs'
import path from 'node:path'
import { at } from './project.mjs'
import { SetupFailed } from './script.mjs'
import { setupFolder, withSetupLock } from './setup-lock.mjs'

/**
 * What was there stays until the new one is whole, and for good when the making fails.
 * @param {string} name such as `dist`
 * @param {() => boolean} isCurrent whether there is nothing to do; asked again once it is our turn
 * @param {(folder: string) => Promise<string>} make fills the empty folder and returns what in it takes the place of `name`
 */
export async function makeAndSwap(name, isCurrent, make) {
  const wasCurrent = isCurrent()
  if (wasCurrent && leftovers(name).length === 0) return
  try {
    await withSetupLock(async () => {
      finishSwap(name)
      sweep(name)
      if (isCurrent()) return
      const folder = fs.mkdtempSync(path.join(setupFolder, `${name}.new-`))
      try {
        swapIn(await make(folder), name)
      } finally {
        fs.rmSync(folder, { recursive: true, force: true })
      }
    })
  } catch (error) {
    // What an earlier start left behind may lie there; nothing was to be made.
    if (wasCurrent) return
    if (error instanceof Error && 'syscall' in error)
      throw new SetupFailed(`${at(name)} could not be replaced: ${error.message}.`, '', { cause: error })
    throw error
  }
}

/**
 * @param {string} made
 * @param {string} name
 */
function swapIn(made, name) {
  const last = lastOf(name)
  const hadOne = isThere(at(name))
  if (hadOne) fs.renameSync(at(name), last)
  try {
    fs.renameSync(made, at(name))
  } catch (error) {
    if (hadOne) fs.renameSync(last, at(name))
    throw error
  }
  fs.rmSync(last, { recursive: true, force: true })
}

/**
 * A start killed between the two renames left the last one aside: it goes back, or away if the new one is in its place.
 * @param {string} name
 */
function finishSwap(name) {
  const last = lastOf(name)
  if (!isThere(last)) return
  if (isThere(at(name))) fs.rmSync(last, { recursive: true, force: true })
  else fs.renameSync(last, at(name))
}

/** @param {string} name */
function sweep(name) {
  for (const entry of leftovers(name)) fs.rmSync(path.join(setupFolder, entry), { recursive: true, force: true })
}

/** @param {string} name */
function leftovers(name) {
  try {
    return fs.readdirSync(setupFolder).filter((entry) => entry.startsWith(`${name}.`))
  } catch {
    return []
  }
}

/** @param {string} name */
const lastOf = (name) => path.join(setupFolder, `${name}.last`)

/**
 * A link that leads nowhere is there, too: moved aside, a relative one always does.
 * @param {string} place
 */
export const isThere = (place) => fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined
