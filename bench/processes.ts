import { fork, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processSettings } from '../scripts/site-process.mjs'
import { childrenOf } from './measure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface RunningSite {
  url: string
  /** From the process to the open door. */
  startMs: number
  pid: number
  dataDir: string
  databaseUrl: string | undefined
  /** Every process of its database server. */
  databasePids(): number[]
  stop(options?: { keep?: boolean }): Promise<void>
}

/** Its database, beside it. */
export const connectionTo = ({ dataDir }: Pick<RunningSite, 'dataDir'>) => ({
  host: readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[4] ?? '',
  user: 'app',
  database: 'site',
})

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill()))

/** A bench that failed leaves nothing running. */
export const stopAll = () => Promise.all([...running].map((child) => ended(child, 'SIGTERM')))

/** The site as `npm start` runs it, in a folder of its own. */
export async function runSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = env.DATA_DIR ?? (await aDataFolder())
  const began = performance.now()
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...processSettings,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint = chunk.toString().slice(-2000)))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const port = /open at http:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    child.on('exit', () => reject(new Error(`the site did not start: ${said}${complaint}`)))
  })
  const startMs = performance.now() - began
  const postmaster = () => Number(readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url,
    startMs,
    pid: child.pid ?? 0,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databasePids: () => (env.DATABASE_URL ? [] : [postmaster(), ...childrenOf(postmaster())]),
    async stop({ keep = false } = {}) {
      await ended(child, 'SIGTERM')
      if (!keep) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function aDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  // As root the database runs as another user, who must be able to enter.
  await chmod(dataDir, 0o711)
  return dataDir
}

export async function runFloor(...args: string[]): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('floor.ts', import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  const address = await new Promise<{ port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { port: number })),
  )
  return { url: `http://127.0.0.1:${address.port}`, pid: child.pid ?? 0, stop: () => ended(child, 'SIGTERM') }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  running.delete(child)
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
