import type { Config } from '#server/config.ts'
import { readStoredSettings } from '#server/content/settings.ts'
import { openDatabase } from '#server/db/database.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts'
import { createLog } from '#server/log.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { readBackupFile, writeBackupFile } from './archive-file.ts'
import { findBackup, fromHere, inSentences, sayContents, type SiteAtTerminal } from './at-terminal.ts'
import type { BackupKey } from './backup-header.ts'
import { keyForNewBackup, keyForOldBackup } from './backup-key.ts'
import type { BackupStore } from './backup-store.ts'
import { ballotKeyEntries } from './ballot-keys.ts'
import { checkBackup } from './check-backup.ts'
import { folderStore } from './folder-store.ts'
import { makeBackup } from './make-backup.ts'
import { openStore } from './open-store.ts'
import { backupText } from './text.ts'

interface BackupWish {
  /** A folder, instead of the place that the settings choose. */
  to: string | null
  withBallotKeys: boolean
  kind: 'scheduled' | 'manual'
}

export async function backUp({ config, env, say }: SiteAtTerminal, { to, withBallotKeys, kind }: BackupWish) {
  await inSentences(async () => {
    const { connection, stop } = await reachDatabase(config, say)
    try {
      const { backupPlace, backupsKept } = await readSettings(config, connection)
      const key = await keyForNewBackup(config, (path) => say(backupText.keyMade(path)))
      const store = to === null ? openStore(config, backupPlace) : folderStore(fromHere(env, to))
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
      if (withBallotKeys) {
        // Never into a bucket: these are to be kept apart.
        const folder = to === null ? folderStore(config.backup.folder) : store
        await writeBallotKeys(config, folder, key, made.name.replace(/\.backup$/, '.ballot-keys'), say)
      }
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
  await inSentences(async () => {
    const { open } = await findBackup(config, env, file)
    const { manifest, trailer } = await checkBackup(
      readBackupFile(await open(), (kind) => keyForOldBackup(config, kind), 'site'),
    )
    say(backupText.sound(manifest.madeAt, manifest.version))
    sayContents(say, trailer)
  })
}

export async function listBackups({ config, say }: SiteAtTerminal): Promise<void> {
  await inSentences(async () => {
    for (const place of ['folder', ...(config.backup.s3 ? (['s3'] as const) : [])] as const) {
      const store = openStore(config, place)
      for (const name of await store.names()) say(store.whereIs(name))
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
