import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const longestMs = 30 * 24 * 60 * 60_000
/** As the outbox names emails; with a dot before it, one whose writing was cut short. */
const emailName = /^\.?\d{4}-\d{2}-\d{2}T[\d.-]+Z-[0-9a-f-]{36}\.eml$/

/**
 * Emails name people and hold links and codes. In the outbox they lie to be read or forwarded, not to be kept. Only what the
 * site wrote there goes, also when a mail server was set since; `now` is the machine's time, by which files are dated.
 */
export async function sweepOutbox(dataDir: string, now: number): Promise<void> {
  const folder = join(dataDir, 'outbox')
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (emailName.test(name) && (await lstat(path)).mtimeMs < now - longestMs) await rm(path)
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
