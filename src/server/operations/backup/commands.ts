import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, projectRoot, type Config } from '#server/config.ts'
import { readStoredSettings } from '#server/content/settings.ts'
import { openDatabase } from '#server/db/database.ts'
import { putClusterBack, setClusterAside } from '#server/db/embedded-cluster.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import { markInFolder, refuseUnfinishedRestore, unmarkFolder } from '#server/db/unfinished-restore.ts'
import { nullIfMissing } from '#server/durable-files.ts'
import { createLog } from '#server/log.ts'
import { StorageAway } from '#server/network-errors.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { BackupError } from './archive.ts'
import { keyForNewBackup, keyForOldBackup, readBackupFile, writeBackupFile, type BackupKey } from './backup-file.ts'
import { allRowsOf, checkBackup, rowsOf, type Trailer } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, type Restored } from './restore-backup.ts'
import { ballotKeyEntries } from './site-entries.ts'
import { erasedName, folderStore, isBackupName, openLocal, openStore, type BackupStore } from './stores.ts'
import { backupText } from './text.ts'

interface SiteAtTerminal {
  config: Config
  env: Record<string, string | undefined>
  say: (sentence: string) => void
}

/** Expected errors are printed as one sentence; any other error is a bug and keeps its stack. */
export async function withPlainErrors<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    // An unreachable database is known by its error code, which is in the cause of a query's error.
    const { cause } = error as { cause?: NodeJS.ErrnoException }
    if (!(error instanceof BackupError)) throw cause?.code && !(error instanceof StorageAway) ? cause : error
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    throw new ConfigError(error.message + reason, { cause: error })
  }
}

function sayContents(say: (sentence: string) => void, trailer: Trailer): void {
  say(
    backupText.contents({
      members: rowsOf(trailer, 'users'),
      ballots: rowsOf(trailer, 'ballots'),
      rows: allRowsOf(trailer),
      files: trailer.files,
      fileBytes: trailer.fileBytes,
    }),
  )
  if (trailer.vanished.length > 0) say(backupText.vanished(trailer.vanished.length))
  if (trailer.missing.length > 0) say(backupText.missing(trailer.missing))
  if (trailer.altered.length > 0) say(backupText.altered(trailer.altered))
}

interface Found {
  open: () => Promise<AsyncIterable<Buffer>>
  /** Reads the list of deleted members beside the backup; null if there is none. */
  readErased: () => Promise<string | null>
}

/** `s3:NAME` is a backup in the bucket; anything else is a path. */
async function findBackup(config: Config, env: SiteAtTerminal['env'], file: string): Promise<Found> {
  if (!file.startsWith('s3:')) {
    const path = fromHere(env, file)
    const erasedPath = join(dirname(path), erasedName)
    return {
      open: () => orRefuse(openLocal(path), path),
      readErased: () => readFile(erasedPath, 'utf8').catch(nullIfMissing),
    }
  }
  const name = file.slice('s3:'.length)
  if (!isBackupName(name)) throw new BackupError('no-such-file', `(${file})`)
  const store = openStore(config, 's3')
  return {
    open: () => orRefuse(store.open(name), file),
    readErased: () => store.readErased(),
  }
}

async function orRefuse(opening: Promise<AsyncIterable<Buffer> | null>, file: string): Promise<AsyncIterable<Buffer>> {
  const opened = await opening
  if (!opened) throw new BackupError('no-such-file', `(${file})`)
  return opened
}

/** npm starts scripts in the project's folder; INIT_CWD is the folder in which the person called npm. */
const fromHere = (env: SiteAtTerminal['env'], path: string) => resolve(env['INIT_CWD'] ?? projectRoot, path)

interface BackupOptions {
  /** A folder to use instead of the configured place. */
  to: string | null
  /** A separate folder for the ballot keys, if they are wanted. */
  withBallotKeys: string | null
  kind: 'scheduled' | 'manual'
}

/** Returns where the backup is, as an argument for `npm run restore`. */
export function backUp({ config, env, say }: SiteAtTerminal, { to, withBallotKeys, kind }: BackupOptions) {
  return withPlainErrors(async () => {
    const { connection, stop } = await reachDatabase(config, say)
    try {
      const { backupPlace, backupsKept } = await readSettings(config, connection)
      const key = await keyForNewBackup(config, (path) => say(backupText.keyMade(path)))
      const folder = to === null ? config.backup.folder : fromHere(env, to)
      const keysFolder = withBallotKeys && fromHere(env, withBallotKeys)
      if (keysFolder === folder) throw new ConfigError(backupText.keysApart)
      const store = to === null ? openStore(config, backupPlace) : folderStore(folder)
      const made = await makeBackup({
        config,
        env,
        connection,
        storage: createStorage(config),
        store,
        key,
        kind,
        keep: kind === 'scheduled' ? backupsKept : null,
      })
      say(backupText.made(store.whereIs(made.name), made.bytes))
      sayContents(say, made.trailer)
      const keysName = made.name.replace(/\.backup$/, '.ballot-keys')
      if (keysFolder) await writeBallotKeys(config, folderStore(keysFolder), key, keysName, say)
      return store.whereIs(made.name)
    } finally {
      await stop()
    }
  })
}

async function writeBallotKeys(
  config: Config,
  folder: BackupStore,
  key: BackupKey,
  name: string,
  say: (sentence: string) => void,
): Promise<void> {
  await folder.write(name, writeBackupFile(ballotKeyEntries(config), key, 'ballot keys'), async (written) => {
    for await (const { body } of readBackupFile(written, async () => key, 'ballot keys'))
      for await (const _bytes of body);
  })
  say(backupText.ballotKeysMade(folder.whereIs(name)))
}

export async function checkFile({ config, env, say }: SiteAtTerminal, file: string): Promise<void> {
  await withPlainErrors(async () => {
    const { open } = await findBackup(config, env, file)
    const { manifest, trailer } = await checkBackup(
      readBackupFile(await open(), (kind) => keyForOldBackup(config, kind), 'site'),
    )
    say(backupText.sound(manifest.madeAt, manifest.version))
    sayContents(say, trailer)
  })
}

export async function listBackups({ config, say }: SiteAtTerminal): Promise<void> {
  await withPlainErrors(async () => {
    for (const place of ['folder', ...(config.backup.s3 ? (['s3'] as const) : [])] as const) {
      const store = openStore(config, place)
      const names = await store.names()
      for (const name of names) say(store.whereIs(name))
      if (names.length === 0) say(backupText.noneAt(store.whereIs('')))
    }
  })
}

async function readSettings(config: Config, connection: Parameters<typeof openDatabase>[0]) {
  const { pool, db } = openDatabase({ ...connection, max: 1 }, createLog('silent'))
  try {
    await refuseUnfinishedRestore(config.dataDir, pool)
    return (await readStoredSettings(db)).settings
  } finally {
    await pool.end()
  }
}

interface RestoreOptions {
  file: string
  ballotKeys: string | null
  erased: string | null
  keepFiles: boolean
  /** Whether to rename the existing embedded database to make room. */
  setAside: boolean
}

export async function restoreFrom({ config, env, say }: SiteAtTerminal, opts: RestoreOptions): Promise<void> {
  await withPlainErrors(async () => {
    const { open, readErased } = await findBackup(config, env, opts.file)
    const openBallotKeys = opts.ballotKeys === null ? null : (await findBackup(config, env, opts.ballotKeys)).open
    const erased = opts.erased === null ? await readErased() : await readFile(fromHere(env, opts.erased), 'utf8')
    if (erased === null) say(backupText.noErasedList)
    // An unfinished restore goes on with the database that it began.
    const makesRoom = opts.setAside && !config.databaseUrl && markInFolder(config.dataDir) === null
    const asidePath = makesRoom ? setClusterAside(config.dataDir, new Date().toISOString().slice(0, 10)) : undefined
    try {
      const done = await restoreBackup({
        config,
        storage: createStorage(config),
        open,
        openBallotKeys,
        erased,
        keepFiles: opts.keepFiles,
        reach: () => reachDatabase(config, say),
      })
      sayRestored(say, done)
      if (asidePath) say(backupText.setAside(asidePath))
    } catch (error) {
      if (asidePath) {
        putClusterBack(config.dataDir, asidePath)
        await unmarkFolder(config.dataDir)
      }
      throw error
    }
  })
}

function sayRestored(say: (sentence: string) => void, done: Restored): void {
  say(backupText.restored(done.manifest.madeAt))
  sayContents(say, done.trailer)
  if (done.erased > 0) say(backupText.erasedAgain(done.erased))
  if (done.administratorsToErase > 0) say(backupText.administratorsNotErased(done.administratorsToErase))
  if (done.ballotKeys > 0) say(backupText.ballotKeysRestored(done.ballotKeys))
  if (done.electionsWithoutKey > 0) say(backupText.ballotKeysMissing(done.electionsWithoutKey))
  if (done.settings) say(backupText.settingsRestored(done.settings))
}
