import { hostname } from 'node:os'
import type pg from 'pg'
import { ConfigError, type Config } from '#server/config.ts'
import { noteMigrating } from '#server/db/migrate.ts'
import { siteVersion } from '#server/site-version.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { keyForNewBackup } from './backup-file.ts'
import { makeBackup } from './make-backup.ts'
import { folderStore } from './stores.ts'
import { backupText } from './text.ts'

interface Update {
  config: Config
  connection: pg.PoolConfig
  pool: pg.Pool
  say: (sentence: string) => void
}

/**
 * Called before a new version changes the tables, because the old version cannot use them afterwards: going back needs
 * a backup. Without one nothing is changed, unless the operator allows it.
 */
export async function backUpBeforeUpdate({ config, connection, pool, say }: Update): Promise<void> {
  const isWanted = config.backup.wanted && !config.updateWithoutBackup && (await canBackUp(pool))
  const backup = isWanted ? await backUp({ config, connection, say }) : null
  await noteMigrating(pool, { version: siteVersion(), at: new Date().toISOString(), backup, host: hostname() })
}

/** A database that is older than the feature has no table for backups. */
async function canBackUp(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ can: boolean }>(`select to_regclass('public.backups') is not null as can`)
  return rows[0]?.can === true
}

async function backUp({ config, connection, say }: Omit<Update, 'pool'>): Promise<string> {
  say(backupText.beforeUpdate)
  try {
    const key = await keyForNewBackup(config, (path) => say(backupText.keyMade(path)))
    const store = folderStore(config.backup.folder)
    const storage = createStorage(config)
    const job = { config, env: process.env, connection, storage, store, key, kind: 'manual', keep: null } as const
    const { name, bytes } = await makeBackup(job)
    say(backupText.made(store.whereIs(name), bytes))
    return store.whereIs(name)
  } catch (error) {
    throw new ConfigError(backupText.beforeUpdateFailed((error as Error).message), { cause: error })
  }
}
