import { spawn } from 'node:child_process'
import { once } from 'node:events'

const running = new Set<number>()

/** Runs Node in a folder, at most so long, with everything it starts. Answers its exit code and what it said. */
export async function runNode(
  args: readonly string[],
  { folder, env, seconds }: { folder: string; env: NodeJS.ProcessEnv; seconds: number },
): Promise<{ code: number | null; said: string }> {
  // A group of its own, so that its children can be ended with it.
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = child.pid ?? 0
  running.add(group)
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const tooLong = setTimeout(() => end(group), seconds * 1000)
  const [code] = await once(child, 'close')
  clearTimeout(tooLong)
  running.delete(group)
  return { code, said }
}

export const endAll = (): void => running.forEach(end)

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}
