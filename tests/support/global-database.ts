import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/**
 * Global setup of Vitest and of Playwright: one database server for the whole run with a migrated template, from which
 * `scratchDatabase` makes a database for each test file. Returns the teardown. A run within a run, and each
 * further project of Vitest, uses the one that is there.
 */
export default async function globalDatabase(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASES']) return async () => {}
  const host = spawn(process.execPath, [path.join(import.meta.dirname, 'database-host.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C in the terminal ends the run, and the run's end is what this process waits for.
    detached: true,
  })
  const ended = once(host, 'exit')
  let said = ''
  for await (const chunk of host.stdout) {
    said += chunk
    if (said.includes('\n')) break
  }
  if (!said.includes('\n')) throw new Error('The database for the tests did not start.')
  process.env['TEST_DATABASES'] = said

  return async () => {
    host.stdin.end()
    await ended
  }
}
