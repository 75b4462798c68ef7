import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import { readKeyFile, writeKeyFile } from '#server/key-file.ts'
import type { Entry, ReadEntry } from './archive.ts'
import { BackupError } from './backup-error.ts'

/**
 * The keys that seal ballots, as entries of a file of their own. Whoever has them and a backup of the site can read who voted for
 * whom, so nobody gets both by accident.
 */
const vaultKey = 'VAULT_KEY'
const keyFile = /^[0-9a-f-]{36}\.key$/

export async function* ballotKeyEntries({
  dataDir,
  vaultKey: fromSettings,
}: Pick<Config, 'dataDir' | 'vaultKey'>): AsyncGenerator<Entry> {
  if (fromSettings) yield secret(vaultKey, fromSettings)
  const folder = join(dataDir, 'vault')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => keyFile.test(one)).toSorted()) {
    // One that was destroyed meanwhile is gone, as it should be.
    const key = await readKeyFile(join(folder, name))
    if (key) yield secret(name, key)
  }
}

/** Puts the keys back. Returns how many files there were, and the setting VAULT_KEY, where it was used. */
export async function restoreBallotKeys(
  dataDir: string,
  entries: AsyncIterable<ReadEntry> | ReadEntry[],
): Promise<{ keys: number; vaultKey: string | null }> {
  let keys = 0
  let found: string | null = null
  for await (const { header, body } of entries) {
    const key = (await buffer(body)).toString()
    if (header.type !== 'secret') throw new BackupError('damaged')
    if (header.name === vaultKey) found = key
    else if (keyFile.test(header.name)) {
      await writeKeyFile(join(dataDir, 'vault', basename(header.name)), key)
      keys += 1
    } else throw new BackupError('damaged')
  }
  return { keys, vaultKey: found }
}

const secret = (name: string, value: string): Entry => ({
  header: { type: 'secret', name },
  body: (async function* () {
    yield Buffer.from(value)
  })(),
})
