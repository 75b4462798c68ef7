import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { connect } from '#server/db/database.ts'
import { tryLockForConnection } from '#server/db/locks.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts'
import { finishKeyChange } from '#server/site-key.ts'
import { siteVersion } from '#server/site-version.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Instant } from '#shared/time.ts'
import { BackupError, backupFailureOf } from './archive.ts'
import { readBackupFile, writeBackupFile, type BackupKey } from './backup-file.ts'
import { allRowsOf, checkBackup, type Trailer } from './check-backup.ts'
import { keepErasedList } from './erased-members.ts'
import { recordBackup } from './queries.ts'
import { siteEntries } from './site-entries.ts'
import { newBackupName, siteOf, type BackupStore } from './stores.ts'

interface BackupJob {
  config: Pick<Config, 'dataDir' | 'siteSecret' | 'boardKey'>
  env: Record<string, string | undefined>
  connection: pg.ClientConfig
  storage: Storage
  store: BackupStore
  key: BackupKey
  kind: 'scheduled' | 'manual'
  /** How many scheduled backups to keep; null keeps all. */
  keep: number | null
}

interface MadeBackup {
  name: string
  bytes: number
  trailer: Trailer
}

/** The site grows, so a fifth more than the last backup must fit. */
const growth = 1.2
const spareBytes = 500 * 1024 * 1024

/** Makes a backup, reads it back and records the outcome. The site may run meanwhile. */
export async function makeBackup(job: BackupJob): Promise<MadeBackup> {
  const { connection, store, kind } = job
  const client = await connectFor(connection)
  try {
    await refuseUnfinishedRestore(job.config.dataDir, client)
    // If a change of the site key was interrupted, this makes the file match the database.
    await finishKeyChange(job.config, client)
    // The lock belongs to the connection, so whatever is half done without it was left by a killed process.
    if (!(await tryLockForConnection(client, 'backup'))) throw new BackupError('another-running')
    const records = recordBackup(client)
    await records.failInterrupted()
    const madeAt = await timeIn(client)
    const name = newBackupName(madeAt, await readSiteFingerprint(client))
    const id = await records.begin({ kind, place: store.place, name })
    const made = await writeBackup(job, client, name, madeAt).catch(async (error: unknown) => {
      await recordFailure(connection, id, error)
      throw error
    })
    await records.finish(id, { bytes: made.bytes, rows: allRowsOf(made.trailer), files: made.trailer.files })
    // A failure to remove old backups does not matter to the new one.
    if (job.keep !== null) await removeOldBackups(client, store, name, job.keep)
    return made
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function writeBackup(job: BackupJob, client: pg.Client, name: string, madeAt: Instant): Promise<MadeBackup> {
  const { store, key, config, env, storage } = job
  await keepErasedList(client, store, config)
  await store.removeUnfinished(siteOf(name))
  await refuseWithoutRoom(client, store)
  const manifest = { id: randomUUID(), madeAt: toTimestamp(madeAt), version: siteVersion() }
  let trailer: Trailer | undefined
  const entries = siteEntries({ client, storage, config, env }, manifest, (found) => (trailer = found))
  const bytes = await store.write(name, writeBackupFile(entries, key, 'site'), async (written) => {
    try {
      const read = await checkBackup(readBackupFile(written, async () => key, 'site'))
      if (read.manifest.id !== manifest.id) throw new Error('another backup was read back')
    } catch (error) {
      throw new BackupError('check-failed', '', { cause: error })
    }
  })
  if (!trailer) throw new Error('the backup has no trailer')
  return { name, bytes, trailer }
}

async function refuseWithoutRoom(client: pg.Client, store: BackupStore): Promise<void> {
  const free = await store.freeBytes()
  if (free === null) return
  const last = await recordBackup(client).lastSize()
  if (free < last * growth + spareBytes) throw new BackupError('no-room')
}

const connectFor = (connection: pg.ClientConfig) =>
  connect({ ...connection, application_name: 'backup', keepAlive: true })

/** Uses a new connection: the other may have failed. With the database away, the next backup marks this one. */
async function recordFailure(connection: pg.ClientConfig, id: string, error: unknown): Promise<void> {
  const client = await connectFor(connection).catch(() => null)
  if (!client) return
  await recordBackup(client)
    .fail(id, backupFailureOf(error))
    .catch(() => undefined)
  await client.end().catch(() => undefined)
}

async function timeIn(client: pg.Client): Promise<Instant> {
  const { rows } = await client.query<{ now: Instant }>('select now() as now')
  return rows[0]?.now ?? Date.now()
}

/** Distinguishes the backups of two sites in one folder, and stays the same after a restore. */
async function readSiteFingerprint(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ value: string }>(`select value from installation where key = 'born'`)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 8)
}

/**
 * Removes the oldest scheduled backups of this site beyond `keep`. Manual backups stay until somebody removes them, and
 * so do files that are not named like a backup of this site.
 */
async function removeOldBackups(
  client: Pick<pg.ClientBase, 'query'>,
  store: BackupStore,
  newest: string,
  keep: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select name from backups where kind = 'manual'`)
  const manual = new Set(rows.map(({ name }) => name))
  const scheduled = (await store.names()).filter((name) => siteOf(name) === siteOf(newest) && !manual.has(name))
  for (const name of scheduled.slice(0, -keep)) if (name !== newest) await store.remove(name)
}
