/** One start at a time may change the project's folder. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { at, readIfThere, root } from './project.mjs'
import { say, SetupFailed } from './script.mjs'

/** Where the next node_modules and dist are made, and the last ones wait while they are replaced. */
export const setupFolder = at('.setup')

const lock = path.join(setupFolder, 'lock')
const owner = path.join(lock, 'owner')

/** The holder shows every so often that it lives: its process id may be somebody else's after a restart. */
const beatMs = 2000
const silentMs = 30_000

/** @param {() => Promise<void>} work */
export async function withSetupLock(work) {
  const me = `${process.pid} ${randomUUID()}`
  for (let told = false; !takeLock(me);) {
    if (!told)
      say(`Another start or update is running in this folder. Waiting for it (${silentMs / 1000} s if it was killed).`)
    told = true
    await sleep(200)
  }
  const release = () => {
    if (readIfThere(owner) === me) fs.rmSync(lock, { recursive: true, force: true })
  }
  const beat = setInterval(() => fs.utimes(lock, new Date(), new Date(), () => undefined), beatMs)
  // A signal ends this process without coming back here.
  process.once('exit', release)
  try {
    await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

/** @param {string} me */
function takeLock(me) {
  try {
    fs.mkdirSync(setupFolder, { recursive: true })
  } catch (error) {
    throw cannotWrite(error)
  }
  try {
    fs.mkdirSync(lock)
    fs.writeFileSync(owner, me)
    return true
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw cannotWrite(error)
  }
  const holder = readIfThere(owner)
  if (!isStale(holder)) return false
  remove(holder)
  return takeLock(me)
}

/** @param {string | undefined} holder */
function isStale(holder) {
  const seen = fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  const pid = Number(holder?.split(' ')[0])
  return Date.now() - seen > silentMs || (Boolean(pid) && (pid === process.pid || !isRunning(pid)))
}

/**
 * Several starts may find the same lock stale, and one of them may have taken it anew already: what was moved aside and
 * is not the one that was found goes back.
 * @param {string | undefined} holder
 */
function remove(holder) {
  const aside = `${lock}-${process.pid}`
  try {
    fs.renameSync(lock, aside)
    if (readIfThere(path.join(aside, 'owner')) === holder) fs.rmSync(aside, { recursive: true, force: true })
    else fs.renameSync(aside, lock)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw cannotWrite(error)
  }
}

/** @param {unknown} error */
const cannotWrite = (error) => new SetupFailed(`${root} cannot be written to (${error}).`)

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
