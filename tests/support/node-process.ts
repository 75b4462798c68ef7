import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '#server/config.ts'

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
