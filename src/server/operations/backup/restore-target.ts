import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buckets } from '#shared/file-access.ts'
import type { Config } from '#server/config.ts'
import { isKnown } from '#server/db/migration-journal.ts'
import { readKeyFile } from '#server/key-file.ts'
import { markInFolder } from '#server/db/unfinished-restore.ts'
import { isStoredPath, type Storage } from '#server/storage/storage.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'

/** A version can only bring a database forward, and from a state that it knows. */
export function refuseUnknownMigrations({ migrations }: Manifest): void {
  if (migrations.length === 0 || !isKnown(migrations)) throw new BackupError('newer')
}

/** Before anything is written: with another key nobody could use a two-step login that was restored. */
export async function refuseOtherSiteKey(
  { dataDir, siteSecret }: Pick<Config, 'dataDir' | 'siteSecret'>,
  siteKey: string | null,
): Promise<void> {
  if (siteKey === null) return
  if (siteSecret && siteSecret !== siteKey) throw new BackupError('other-site-secret')
  const path = join(dataDir, 'site.key')
  const found = siteSecret ? null : await readKeyFile(path)
  if (found !== null && found !== siteKey) throw new BackupError('other-site-key', `(${path})`)
}

/** Refuses a place that a site lives in already, unless an unfinished restore of the same backup made it. */
export async function refuseFilledFolder(
  { dataDir, databaseUrl, s3 }: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>,
  storage: Storage,
  { backupId, keepFiles }: { backupId: string; keepFiles: boolean },
): Promise<void> {
  const mark = markInFolder(dataDir)
  if (mark === backupId) return
  if (mark !== null) throw new BackupError('other-restore-unfinished')
  // Who goes back to an older version keeps the key, and the ballots' keys, that belong to the files.
  const others = [...(databaseUrl ? [] : ['pg']), ...(keepFiles ? [] : ['site.key', 'board.key', 'vault'])]
  const found = others.find((name) => existsSync(join(dataDir, name)))
  if (found)
    throw new BackupError('target-not-empty', `The data folder ${dataDir} has ${found} already: set another DATA_DIR.`)
  if (keepFiles || !(await hasFiles(storage))) return
  throw new BackupError(
    'target-not-empty',
    s3
      ? `The bucket ${s3.bucket} has files already: set another S3_BUCKET, or add --keep-files if they are this site’s.`
      : `The folder ${join(dataDir, 'files')} has files already: set another DATA_DIR, or add --keep-files if they are this site’s.`,
  )
}

async function hasFiles(storage: Storage): Promise<boolean> {
  for (const bucket of buckets)
    for await (const { path } of storage.list(`${bucket}/`)) if (isStoredPath(path)) return true
  return false
}
