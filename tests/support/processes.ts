import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs, { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from '#server/config.ts'
import { processesIn } from '#server/db/embedded-cluster.ts'

/** The site as a process of its own that a test can kill; any number of them on one database and data folder. */
export interface NodeProcess {
  url: string
  pid: number
  /** What it said so far, its errors included. */
  said(): string
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Known to the tests, so that they can sign the cookies of people they made. */
export const siteSecret = 'the secret of an installation made for tests'

interface Given {
  databaseUrl: string
  dataDir: string
  /** What its clock shows when it starts; the real time without it. */
  startsAt?: number
  /** How far the clock of its machine is ahead of the true time. */
  wrongClockMs?: number
  env?: Record<string, string>
}

const wrongClock = new URL('./wrong-clock.mjs', import.meta.url).href

export async function startNode({ databaseUrl, dataDir, startsAt, wrongClockMs, env }: Given): Promise<NodeProcess> {
  const child = spawn(process.execPath, [join(projectRoot, 'src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: wrongClockMs ? `--import ${wrongClock}` : '',
      WRONG_CLOCK_MS: String(wrongClockMs ?? 0),
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl.replace('@/', '@localhost/'),
      SITE_SECRET: siteSecret,
      SITE_CLOCK: startsAt === undefined ? '' : new Date(startsAt).toISOString(),
      ...env,
    },
  })
  const ended = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const port = /open at \S+:(\d+)/.exec(said)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`The site did not start: ${said}`)))
  })
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { url, pid: child.pid ?? 0, said: () => said, kill: end('SIGKILL'), stop: end('SIGTERM') }
}

/** A script of the project as a process of its own, with what it says. It runs on the Node that runs the tests. */
export function startScript(
  file: string,
  options: { cwd: string; args?: string[]; env?: Record<string, string | undefined> },
) {
  const child = spawn(process.execPath, [file, ...(options.args ?? [])], {
    cwd: options.cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  /** The exit code, or the signal that ended it. */
  const ended = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => code ?? signal)
  return {
    pid: child.pid ?? 0,
    said: () => said,
    ended,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

export type AppProcess = {
  pid: number
  /** What it said so far, its errors included. */
  said(): string
  connection: pg.ClientConfig
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Has it send a statement on a connection of its own, which nobody waits for. */
  hold(sql: string): void
  kill(): Promise<void>
  stop(): Promise<void>
}

const FIXTURE = path.join(import.meta.dirname, 'embedded-app.ts')

/** Starts a site reduced to its database and waits until that is there; rejects with what it said when it ends before. */
export async function startApp(
  dataDir: string,
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<AppProcess> {
  const child = spawn(process.execPath, [FIXTURE, dataDir], { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  let said = ''
  const connection = await new Promise<pg.ClientConfig>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      const ready = /^ready (.*)$/m.exec(said)?.[1]
      if (ready) resolve(JSON.parse(ready))
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', () => reject(new Error(said.trim())))
  })
  return {
    pid: child.pid ?? 0,
    said: () => said,
    connection,
    query: (sql) => queryOnce(connection, sql),
    hold: (sql) => void child.stdin.write(`${sql}\n`),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

/** The server on this data folder, as its own lock file has it. */
export function postmasterPid(dataDir: string): number {
  return Number(fs.readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** All of them at once, as when the machine loses power; resolves when none is left. */
export async function killAllIn(folder: string): Promise<void> {
  await until(() => {
    const left = processesIn(folder)
    for (const pid of left) killIfThere(pid)
    return left.length === 0
  })
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** As long as the busiest machine may take for the slowest of it; most tests have less. */
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 600_000; !(await what());) {
    if (Date.now() > end) throw new Error('Waited for minutes in vain.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

export async function queryOnce(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Some files and folders of the project elsewhere, for tests that edit or break them. */
export function projectCopy(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'project-copy-'))
  copyProject(folder, names)
  return {
    folder,
    at: (...parts: string[]) => join(folder, ...parts),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function copyProject(folder: string, names: readonly string[]): void {
  for (const name of names) cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
}

/** The packages as they are here; nothing may be installed over them. */
export function linkPackages(folder: string): void {
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
}
