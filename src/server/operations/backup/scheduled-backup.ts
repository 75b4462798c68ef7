import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { desc, eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { emailsOfJob } from '#server/accounts/administrator-queries.ts'
import { projectRoot, type Config } from '#server/config.ts'
import { inTransaction } from '#server/db/database.ts'
import { tryLockForConnection, unlockConnection } from '#server/db/locks.ts'
import { backups } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import { backupIsDue, type BackupFailure } from '#shared/operations/backup/backup.ts'
import { keepErasedList } from './erased-members.ts'
import { lastBegun, readScheduled, recordBackup, takeBackupRequest } from './queries.ts'
import { openStore } from './stores.ts'
import { backupsFailEmail } from './text.ts'

type BackupDeps = Pick<Deps, 'config' | 'db' | 'pool' | 'log' | 'settings' | 'clock'>

/**
 * Runs every minute: makes tonight's backup if it is due, or one that was requested, and updates the list of deleted
 * members beside the backups. A demonstration, development or test site makes none unless it sets a folder.
 */
export async function backUpWhenDue(deps: BackupDeps, signal: AbortSignal): Promise<void> {
  const { config, pool } = deps
  if (!config.backup.wanted) return
  const settings = await deps.settings()
  await failInterrupted(pool)
  const { last, born, now } = await readScheduled(pool)
  const isRequested = await takeBackupRequest(pool)
  // With a clock that leapt ahead, this backup would come too early and remove the oldest one.
  if (deps.clock.health().problem === null && backupIsDue(settings, { last, born, now })) {
    await backUpAs('scheduled', deps, signal)
    await warnAfterFailures(deps)
  } else if (isRequested) await backUpAs('manual', deps, signal)
  const isReachable = settings.backupPlace === 'folder' || config.backup.s3 !== undefined
  if (isReachable) await keepErasedList(pool, openStore(config, settings.backupPlace), config)
}

type Kind = 'scheduled' | 'manual'

async function backUpAs(kind: Kind, deps: BackupDeps, signal: AbortSignal): Promise<void> {
  const before = await lastBegun(deps.pool)
  const failure = await backUpInChild(kind, deps, signal)
  if (!failure || (await lastBegun(deps.pool)) !== before) return
  // A backup that failed before it wrote its row would be retried every minute, and nobody would know.
  const records = recordBackup(deps.pool)
  const { backupPlace: place } = await deps.settings()
  await records.fail(await records.begin({ kind, place, name: '' }), failure)
}

/** Uses a separate low-priority process, because reading, compressing and encrypting everything takes a while. */
async function backUpInChild(
  kind: Kind,
  { config, log }: BackupDeps,
  signal: AbortSignal,
): Promise<BackupFailure | null> {
  if (signal.aborted) return 'interrupted'
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      pathToFileURL(join(projectRoot, 'src/server/commonjs-drizzle.ts')).href,
      join(projectRoot, 'scripts/backup.ts'),
      ...(kind === 'scheduled' ? ['--scheduled'] : []),
    ],
    { cwd: projectRoot, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env: environmentOf(config) },
  )
  // A child that could not be started only emits `error`.
  const ended = Promise.race([
    once(child, 'close'),
    once(child, 'error').then(([error]: Error[]) => Promise.reject(error)),
  ])
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  let failure: BackupFailure = 'unexpected'
  child.on('message', (message) => (failure = message as BackupFailure))
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-2000)))
  try {
    const [code] = await ended
    if (code === 0) return null
    if (signal.aborted) return 'interrupted'
    log.error({ reason: output.trim() }, 'a backup failed')
    return failure
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Passes this site's settings to the child, even if they did not come from the environment. */
const environmentOf = ({ dataDir, databaseUrl, backup }: Config): NodeJS.ProcessEnv => ({
  ...process.env,
  // The child must not get test preloads and flags of this process.
  NODE_OPTIONS: '',
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  BACKUP_DIR: backup.folder,
})

/** A row in the state `running` while nobody holds the lock was left by a killed process. */
async function failInterrupted(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(`select from backups where state = 'running' limit 1`)
  if (!rowCount) return
  const client = await pool.connect()
  // A connection that fails would keep the lock, so it is closed.
  let succeeded = false
  try {
    if (await tryLockForConnection(client, 'backup')) {
      await recordBackup(client).failInterrupted()
      await unlockConnection(client, 'backup')
    }
    succeeded = true
  } finally {
    client.release(!succeeded)
  }
}

/** The key in `installation` for the time of the last warning to the administrators. */
const warnedAt = 'backup warning sent'

/**
 * One failed night may be an accident; two in a row will not fix themselves. Sends at most one email a day, because
 * people stop reading hourly ones.
 */
async function warnAfterFailures({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const { shortName } = await settings()
  await inTransaction({ db }, async (tx) => {
    const lastTwo = await tx
      .select({ state: backups.state, error: backups.error })
      .from(backups)
      .where(eq(backups.kind, 'scheduled'))
      .orderBy(desc(backups.startedAt))
      .limit(2)
    const [last, before] = lastTwo
    if (last?.state !== 'failed' || before?.state !== 'failed') return
    const { rowCount } = await tx.execute(sql`
      insert into installation (key, value) values (${warnedAt}, now()::text)
      on conflict (key) do update set value = excluded.value
      where installation.value::timestamptz < now() - interval '1 day'`)
    if (rowCount !== 1) return
    const failure = (last.error ?? 'unexpected') as BackupFailure
    await queueEmailToEach(tx, await emailsOfJob(tx, 'settings'), backupsFailEmail({ shortName, failure }))
  })
}
