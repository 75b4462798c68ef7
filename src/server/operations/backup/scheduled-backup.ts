import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { backupIsDue, backupFailures, type BackupFailure } from '#shared/operations/backup/backup.ts'
import { projectRoot, type Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { tryLockForConnection, unlockConnection } from '#server/db/locks.ts'
import { takeBackupRequest } from './ask-for-backup.ts'
import { keepErasedList } from './erased-members.ts'
import { openStore } from './open-store.ts'
import { lastBegun, readScheduled } from './queries.ts'
import { recordBackup } from './backup-records.ts'
import { warnAfterFailures } from './warn.ts'

type BackupDeps = Pick<Deps, 'config' | 'db' | 'pool' | 'log' | 'settings' | 'clock'>

/**
 * Looks every minute whether tonight's backup is due or one was asked for, and brings the list of erased members beside the backups up to date. A demonstration, a
 * developer's or a test's site makes none, unless it names a folder for them.
 */
export async function backUpWhenDue(deps: BackupDeps, signal: AbortSignal): Promise<void> {
  const { config, pool } = deps
  if (!config.backup.wanted) return
  const settings = await deps.settings()
  await failInterrupted(pool)
  const { last, born, now } = await readScheduled(pool)
  const asked = await takeBackupRequest(pool)
  // A clock that leaps ahead would have one made too early, and the oldest removed for it.
  if (deps.clock.health().problem === null && backupIsDue(settings, { last, born, now })) {
    await backUpAs('scheduled', deps, signal)
    await warnAfterFailures(deps)
  } else if (asked) await backUpAs('manual', deps, signal)
  const isReachable = settings.backupPlace === 'folder' || config.backup.s3 !== undefined
  if (isReachable) await keepErasedList(pool, openStore(config, settings.backupPlace))
}

type Kind = 'scheduled' | 'manual'

async function backUpAs(kind: Kind, deps: BackupDeps, signal: AbortSignal): Promise<void> {
  const before = await lastBegun(deps.pool)
  const failure = await backUpInChild(kind, deps, signal)
  if (!failure || (await lastBegun(deps.pool)) !== before) return
  // One that failed before it could record itself would be tried again every minute, and nobody would know.
  const records = recordBackup(deps.pool)
  const { backupPlace: place } = await deps.settings()
  await records.fail(await records.begin({ kind, place, name: '' }), failure)
}

/** In a process of its own, which gives way to the site: reading, compressing and encrypting everything takes a while. */
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
    { cwd: projectRoot, stdio: ['ignore', 'ignore', 'pipe'], env: environmentOf(config) },
  )
  // A child that could not be started says so by `error` alone.
  const ended = Promise.race([
    once(child, 'close'),
    once(child, 'error').then(([error]: Error[]) => Promise.reject(error)),
  ])
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk).slice(-2000)))
  try {
    const [code] = await ended
    if (code === 0) return null
    if (signal.aborted) return 'interrupted'
    log.error({ reason: said.trim() }, 'a backup failed')
    const found = Object.entries(backupFailures).find(([, sentence]) => said.includes(sentence))
    return (found?.[0] ?? 'unexpected') as BackupFailure
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The same site, also where its settings did not come by the environment. */
const environmentOf = ({ dataDir, databaseUrl, backup }: Config): NodeJS.ProcessEnv => ({
  ...process.env,
  // The preload of tests and the flags of this process are not the child's.
  NODE_OPTIONS: '',
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  BACKUP_DIR: backup.folder,
})

/** A record that says `running` while nobody holds the lock was left by a killed process. */
async function failInterrupted(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(`select from backups where state = 'running' limit 1`)
  if (!rowCount) return
  const client = await pool.connect()
  // The lock stays with a connection that fails meanwhile, so that one is ended.
  let sound = false
  try {
    if (await tryLockForConnection(client, 'backup')) {
      await recordBackup(client).failInterrupted()
      await unlockConnection(client, 'backup')
    }
    sound = true
  } finally {
    client.release(!sound)
  }
}
