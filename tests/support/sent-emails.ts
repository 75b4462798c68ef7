import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The emails to somebody that lie in a site's outbox, the oldest first, as they read once their encoding is undone. */
export async function emailsTo(dataDir: string, email: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  // One that begins with a dot is still being written.
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => /^[^.].*\.eml$/.test(name))
  const messages = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  return messages
    .filter((message) => message.includes(email))
    .map((message) => message.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}
