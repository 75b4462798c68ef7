import type { BackupPlace } from '#shared/operations/backup/backup.ts'
import type { Config } from '#server/config.ts'
import { BackupError } from './backup-error.ts'
import type { BackupStore } from './backup-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

/** Where several nodes make backups, all of them must reach the same place: a bucket, or a folder that they share. */
export function openStore({ backup }: Pick<Config, 'backup'>, place: BackupPlace): BackupStore {
  if (place === 'folder') return folderStore(backup.folder)
  if (!backup.s3) throw new BackupError('bucket-missing')
  return s3Store(backup.s3)
}
