/** How a part of the project's folder (node_modules, dist) is replaced without ever being missing or half made. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { at, readIfThere, root } from './project.mjs'
import { say, SetupFailed } from './script.mjs'

/** Where the next node_modules and dist are made, and the last ones wait while they are replaced. */
const workshop = at('.setup')

/**
 * Makes a part of the project in a folder beside and swaps it in when it is whole. What was there stays until then, and
 * for good when the making fails.
 * @param {string} name such as `dist`
 * @param {() => boolean} isCurrent whether there is nothing to do; asked again once it is our turn
 * @param {(folder: string) => Promise<string>} make fills the empty folder and returns what in it takes the place of `name`
 */
export async function replace(name, isCurrent, make) {
  if (isCurrent()) return
  await withLock(async () => {
    finishSwap(name)
    if (isCurrent()) return
    const folder = path.join(workshop, `${name}.new`)
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder)
    try {
      swapIn(await make(folder), name)
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
}

/**
 * @param {string} made
 * @param {string} name
 */
function swapIn(made, name) {
  const last = path.join(workshop, `${name}.last`)
  if (fs.existsSync(at(name))) fs.renameSync(at(name), last)
  fs.renameSync(made, at(name))
  fs.rmSync(last, { recursive: true, force: true })
}

/**
 * A start killed in the middle of a swap left the last one aside: it goes back, or away if the new one is in its place.
 * @param {string} name
 */
function finishSwap(name) {
  const last = path.join(workshop, `${name}.last`)
  if (!fs.existsSync(last)) return
  if (fs.existsSync(at(name))) fs.rmSync(last, { recursive: true, force: true })
  else fs.renameSync(last, at(name))
}

/**
 * One start at a time may change the project's folder. The lock is a folder holding its maker's process id.
 * @param {() => Promise<void>} work
 */
async function withLock(work) {
  const lock = path.join(workshop, 'lock')
  for (let told = false; !takeLock(lock);) {
    if (!told) say('Another start is setting up; waiting for it.')
    told = true
    await sleep(200)
  }
  try {
    await work()
  } finally {
    fs.rmSync(lock, { recursive: true, force: true })
  }
}

/** @param {string} lock */
function takeLock(lock) {
  try {
    fs.mkdirSync(workshop, { recursive: true })
    fs.mkdirSync(lock)
    fs.writeFileSync(path.join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw new SetupFailed(`${root} cannot be written to (${error}).`)
  }
  const holder = Number(readIfThere(path.join(lock, 'pid')))
  const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  const isStale = holder ? !isRunning(holder) : age > 10_000
  if (isStale) {
    // Renaming is what only one of several waiting starts can do.
    const aside = `${lock}-${process.pid}`
    try {
      fs.renameSync(lock, aside)
    } catch {
      return false
    }
    fs.rmSync(aside, { recursive: true, force: true })
  }
  return false
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isErrno(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
