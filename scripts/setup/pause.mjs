/**
 * How another script has the running site stop for a while. It connects to a socket in `.setup`: the site stops, and starts
 * again when it is told to, or when the connection ends, so that a script that is killed leaves no site stopped.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './project.mjs'
import { SetupFailed } from './script.mjs'
import { setupFolder } from './setup-lock.mjs'

/** By a path from here: that of a socket may have some hundred characters only. */
const socket = () => path.relative(process.cwd(), path.join(setupFolder, 'start.sock'))

/**
 * For `npm start`.
 * @param {() => void} stopSite
 */
export async function takePauses(stopSite) {
  let /** @type {net.Socket | null} */ pausedBy = null
  let resume = () => undefined
  let isAwaited = false
  const server = net.createServer((other) => {
    other.on('error', () => undefined)
    if (pausedBy) return other.end()
    pausedBy = other
    createInterface(other)
      .on('line', () => resume())
      // Of one that was killed; the end of the connection is what counts.
      .on('error', () => undefined)
    other.on('close', () => {
      pausedBy = null
      resume()
    })
    isAwaited = true
    stopSite()
  })
  process.chdir(root)
  // A folder that cannot be written to is updated in another way, such as by a new image.
  server.on('error', () => undefined)
  await listen(server)
  return {
    isPaused: () => pausedBy !== null,
    /** Whether somebody waits for the site to stop. */
    isAwaited: () => isAwaited && pausedBy !== null,
    sayOpen: () => void pausedBy?.write('open\n'),
    async over() {
      await new Promise((resolve) => {
        isAwaited = false
        resume = () => void resolve(undefined)
        if (pausedBy) pausedBy.write('stopped\n')
        else resume()
      })
      resume = () => undefined
    },
    close() {
      pausedBy?.destroy()
      server.close()
    },
  }
}

/** @param {net.Server} server */
async function listen(server) {
  // Another start from this folder, with a data folder of its own, has it already.
  if (await connect()) return
  try {
    fs.mkdirSync(setupFolder, { recursive: true })
    fs.rmSync(socket(), { force: true })
  } catch {
    return
  }
  server.listen(socket())
  await Promise.race([once(server, 'listening'), once(server, 'error')])
}

/** For whoever wants the site to stop for a while; null where none runs from this folder. */
export async function pauseSite() {
  process.chdir(root)
  const connection = await connect()
  if (!connection) return null
  const lines = createInterface(connection)[Symbol.asyncIterator]()
  /** Undefined once the start that runs the site has ended. */
  const next = () =>
    lines.next().then(
      ({ value }) => /** @type {string | undefined} */ (value),
      () => undefined,
    )
  if ((await next()) !== 'stopped')
    throw new SetupFailed('Another script has stopped the site for now. Wait until it is done.')
  return {
    /** Returns whether it opened; if not, it stays stopped. */
    async start() {
      connection.write('start\n')
      return (await next()) === 'open'
    },
    end: () => connection.end(),
  }
}

/** @returns {Promise<net.Socket | null>} */
function connect() {
  return new Promise((resolve) => {
    const connection = net.connect(socket())
    connection.once('connect', () => resolve(connection))
    connection.on('error', () => resolve(null))
  })
}
