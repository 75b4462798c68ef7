import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { runningClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { connect, openDatabase } from '#server/db/database.ts'
import { tryLockForConnection } from '#server/db/locks.ts'
import { isKnown, migrate } from '#server/db/migrate.ts'
import type { ReachedDatabase } from '#server/db/reach-database.ts'
import {
  describeRestoration,
  isRestoredFrom,
  markFolder,
  markInFolder,
  unmarkDatabase,
  unmarkFolder,
} from '#server/db/unfinished-restore.ts'
import { readKeyFile, writeDurably, writeKeyFile } from '#server/durable-files.ts'
import { addToBoardState } from '#server/elections/board/board-state.ts'
import { createVault } from '#server/elections/voting/vault.ts'
import { createLog } from '#server/log.ts'
import { stopAllMailings } from '#server/members/mailing/send-mailing.ts'
import { isStoredPath, type Storage } from '#server/storage/storage.ts'
import { isUpload } from '#server/storage/sweep.ts'
import { buckets } from '#shared/file-access.ts'
import { BackupError, type ReadEntry } from './archive.ts'
import { keyForOldBackup, readBackupFile } from './backup-file.ts'
import { checkBackup, envSettingsSchema, type CheckedBackup, type Manifest, type Trailer } from './check-backup.ts'
import { readErasedList, type ErasedMember } from './erased-members.ts'
import {
  eraseAgain,
  fillTable,
  finishTables,
  makeTables,
  refuseFilledDatabase,
  type Erased,
} from './restore-database.ts'
import { asEnvFile, carriedKeys, knownSettings, restoreBallotKeys } from './site-entries.ts'
import { folderStore } from './stores.ts'

interface Restore {
  config: Config
  storage: Storage
  /** Opens the backup from its start; called twice. */
  open: () => Promise<AsyncIterable<Buffer>>
  /** Opens the file of ballot keys, if there is one. */
  openBallotKeys: (() => Promise<AsyncIterable<Buffer>>) | null
  /** The list of deleted members as text; null if there is none. */
  erased: string | null
  /** Keep files that exist already with the right size: they belong to this site. */
  keepFiles: boolean
  /** Called once nothing prevents the restore. */
  reach: () => Promise<ReachedDatabase>
}

export interface Restored {
  manifest: Manifest
  trailer: Trailer
  erased: number
  administratorsToErase: number
  ballotKeys: number
  /** Elections with ballots that nobody can open here. */
  electionsWithoutKey: number
  /** The file with the old machine's settings, if it had any. */
  settings: string | null
}

export const settingsFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'restored-settings.env')

/**
 * Restores a whole site onto an empty one. The backup is read to its end before anything is written. An interrupted
 * restore can be run again, and the site does not start before it has finished.
 */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { config, storage, keepFiles } = restore
  const keyFor = (kind: 'passphrase' | 'key file') => keyForOldBackup(config, kind)
  const entries = async () => readBackupFile(await restore.open(), keyFor, 'site')
  const ballotKeys = async () =>
    restore.openBallotKeys && readBackupFile(await restore.openBallotKeys(), keyFor, 'ballot keys')

  const { manifest, trailer, tables, siteKey, boardSeed } = await checkBackup(await entries())
  const erased = restore.erased === null ? [] : readErasedList(restore.erased, boardSeed)
  for await (const { body } of (await ballotKeys()) ?? []) await buffer(body)
  refuseUnknownMigrations(manifest)
  await refuseFilledFolder(config, storage, { backupId: manifest.id, keepFiles })
  await refuseOtherSiteKey(config, siteKey)

  // An embedded database is part of the data folder, and is created when it is reached.
  if (!config.databaseUrl) await markFolder(config.dataDir, manifest.id)
  const { connection, stop } = await restore.reach()
  const client = await connect({ ...connection, application_name: 'restore', keepAlive: true }).catch(
    async (error: unknown) => {
      await stop()
      throw error
    },
  )
  try {
    if (!(await tryLockForConnection(client, 'restore'))) throw new BackupError('another-running')
    const wasComplete = markInFolder(config.dataDir) !== null && (await isRestoredFrom(client, manifest.id))
    if (!wasComplete) await refuseFilledDatabase(client, manifest.id)
    await markFolder(config.dataDir, manifest.id)
    // Only the folder's mark is left: nodes may already use this database.
    const parts = wasComplete
      ? alreadyRestored
      : await restoreParts(restore, { client, connection, manifest, tables, erased, entries, ballotKeys })
    // Running elections wait until an administrator has stated in public how they continue.
    if (!wasComplete) {
      const restoration = await describeRestoration(client)
      await addToBoardState(config, { type: 'restored', ...restoration })
      await unmarkDatabase(client, manifest.id, restoration)
    }
    await unmarkFolder(config.dataDir)
    return { manifest, trailer, ...parts }
  } finally {
    await client.end().catch(() => undefined)
    await stop()
  }
}

interface RestoreSources {
  client: pg.Client
  connection: pg.PoolConfig
  manifest: Manifest
  tables: CheckedBackup['tables']
  erased: readonly ErasedMember[]
  entries: () => Promise<AsyncIterable<ReadEntry>>
  ballotKeys: () => Promise<AsyncIterable<ReadEntry> | null>
}

type Parts = Omit<Restored, 'manifest' | 'trailer'>
const alreadyRestored: Parts = {
  erased: 0,
  administratorsToErase: 0,
  ballotKeys: 0,
  electionsWithoutKey: 0,
  settings: null,
}

/** In the order of the backup: the tables in one transaction, then the files. */
async function restoreParts(
  { config, storage, keepFiles }: Restore,
  { client, connection, manifest, tables, erased, entries, ballotKeys }: RestoreSources,
): Promise<Parts> {
  let settings: Record<string, string> = {}
  let done: Erased | null = null
  await client.query('begin')
  await makeTables(client, manifest, tables)
  for await (const entry of await entries()) {
    const { header, body } = entry
    if (header.type === 'secret' && carriedKeys.includes(header.name))
      await writeKeyFile(join(config.dataDir, header.name), (await buffer(body)).toString())
    else if (header.type === 'settings')
      settings = knownSettings(envSettingsSchema.parse(JSON.parse((await buffer(body)).toString())))
    else if (header.type === 'table') await fillTable(client, entry)
    else if (header.type === 'file' || header.type === 'trailer') {
      done ??= await completeDatabase(client, connection, {
        erased,
        backupsHere: await folderStore(config.backup.folder).names(),
      })
      if (header.type === 'file' && !done.paths.has(header.path)) await restoreFile(storage, entry, keepFiles)
    }
  }
  if (!done) throw new BackupError('damaged')
  // Removes half files of an interrupted restore at once: nobody is uploading here.
  await storage.removeUnfinished(0, isUpload)
  const keys = await restoreBallotKeys(config.dataDir, (await ballotKeys()) ?? [])
  if (keys.vaultKey) settings = { ...settings, VAULT_KEY: keys.vaultKey }
  // Also checks keys that were there before and stay.
  const vault = createVault(config, client, { on: () => undefined })
  const sealed = keys.vaultKey ? 0 : (await vault.keysThatDoNotOpen()).length
  const hasSettings = Object.keys(settings).length > 0
  if (hasSettings) await writeDurably(settingsFile(config), [Buffer.from(asEnvFile(settings))])
  await client.query('analyze')
  return {
    erased: done.members,
    administratorsToErase: done.administrators,
    ballotKeys: keys.keys,
    electionsWithoutKey: sealed,
    settings: hasSettings ? settingsFile(config) : null,
  }
}

/** Deletes members again as soon as the tables are committed, so that their data is on the disk only briefly. */
async function completeDatabase(
  client: pg.Client,
  connection: pg.PoolConfig,
  { erased, backupsHere }: { erased: readonly ErasedMember[]; backupsHere: readonly string[] },
): Promise<Erased> {
  await finishTables(client, backupsHere)
  await client.query('commit')
  const { pool, db } = openDatabase({ ...connection, max: 2 }, createLog('silent'))
  try {
    await migrate(pool)
    await stopAllMailings(db)
    return await eraseAgain({ db, clock: runningClock() }, erased)
  } finally {
    await pool.end()
  }
}

async function restoreFile(storage: Storage, { header, body, footer }: ReadEntry, keepFiles: boolean): Promise<void> {
  if (header.type !== 'file') return
  const { path, mime } = header
  if (keepFiles && (await storage.stat(path))?.size === header.size) return
  const stored = await storage.put(path, body, { mime, maxBytes: Number.MAX_SAFE_INTEGER })
  if (stored.sha256 !== footer()?.sha256) throw new Error(`the file ${path} is not what was restored`)
}

/** A version can only migrate a database forward, and from a state it knows. */
function refuseUnknownMigrations({ migrations }: Manifest): void {
  if (migrations.length === 0 || !isKnown(migrations)) throw new BackupError('newer')
}

/** Called before anything is written: with another key, restored two-step logins would be useless. */
async function refuseOtherSiteKey(
  { dataDir, siteSecret }: Pick<Config, 'dataDir' | 'siteSecret'>,
  siteKey: string | null,
): Promise<void> {
  if (siteKey === null) return
  if (siteSecret && siteSecret !== siteKey) throw new BackupError('other-site-secret')
  const path = join(dataDir, 'site.key')
  const found = siteSecret ? null : await readKeyFile(path)
  if (found !== null && found !== siteKey) throw new BackupError('other-site-key', `(${path})`)
}

/** Refuses a place that has a site already, unless an unfinished restore of the same backup made it. */
async function refuseFilledFolder(
  { dataDir, databaseUrl, s3 }: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>,
  storage: Storage,
  { backupId, keepFiles }: { backupId: string; keepFiles: boolean },
): Promise<void> {
  const mark = markInFolder(dataDir)
  if (mark === backupId) return
  if (mark !== null) throw new BackupError('other-restore-unfinished')
  // A return to an older version keeps the site key and the ballot keys that belong to the files.
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
