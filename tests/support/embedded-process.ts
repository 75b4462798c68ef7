import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { processesIn } from '#server/db/embedded-cluster.ts'

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
  }, 30_000)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

export async function until(what: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await what());) {
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain.`)
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
