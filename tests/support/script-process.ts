import { spawn } from 'node:child_process'
import { once } from 'node:events'

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
