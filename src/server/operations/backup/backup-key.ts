import { join } from 'node:path'
import { ConfigError, type Config } from '#server/config.ts'
import { ensureKeyFile, readKeyFile } from '#server/key-file.ts'
import { BackupError } from './backup-error.ts'
import type { BackupKey } from './backup-header.ts'

type KeyConfig = Pick<Config, 'backup' | 'dataDir'>

export const ownKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backup.key')

/** The key for a new backup. Without one named, a file in the data folder is made on first use; `made` is then told where. */
export async function keyForNewBackup(config: KeyConfig, made: (path: string) => void): Promise<BackupKey> {
  const { passphrase, keyFile } = config.backup
  if (passphrase) return { passphrase }
  if (keyFile) return readKey(keyFile)
  const path = ownKeyFile(config)
  if ((await readKeyFile(path)) === null) {
    await ensureKeyFile(path)
    made(path)
  }
  return readKey(path)
}

/** The key for a backup that is there. */
export async function keyForOldBackup(config: KeyConfig, kind: 'passphrase' | 'key file'): Promise<BackupKey> {
  const { passphrase, keyFile } = config.backup
  if (kind === 'key file') return readKey(keyFile ?? ownKeyFile(config))
  if (!passphrase) throw new BackupError('key-missing', 'Set BACKUP_PASSPHRASE to the one this backup was made with.')
  return { passphrase }
}

async function readKey(path: string): Promise<BackupKey> {
  const text = await readKeyFile(path)
  if (text === null) throw new BackupError('key-missing', `Put it at ${path}, or set BACKUP_KEY_FILE to where it is.`)
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError(`The file ${path} holds no key: it must have 64 hexadecimal digits (32 bytes).`)
  return { bytes: Buffer.from(text, 'hex') }
}
