import { createHash, randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PgClient } from '#server/db/database.ts'
import { ConfigError, type Config } from './config.ts'
import { ensureKeyFile, readKeyFile, syncFolder, writeKeyFile } from './durable-files.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'siteSecret'>

const fileOf = ({ dataDir }: KeyConfig) => join(dataDir, 'site.key')
/** Holds a new key until the database knows it. */
const nextFileOf = (config: KeyConfig) => `${fileOf(config)}.next`

/** The database stores this hash to recognise the key. */
export const siteKeyFingerprint = (key: string) =>
  createHash('sha256').update(`site key\0${key}`).digest('hex').slice(0, 16)

/**
 * The key that signs cookies and encrypts two-step secrets. It is not in the database, so a copy of the database alone
 * opens nobody's session. It is in a file in the data folder, or in SITE_SECRET if several nodes share it.
 */
export async function loadSiteKey(config: KeyConfig, pool: PgClient): Promise<string> {
  await finishKeyChange(config, pool)
  const key = config.siteSecret ?? (await keyFromFile(fileOf(config)))
  await pool.query(`insert into installation (key, value) values ('site key', $1) on conflict (key) do nothing`, [
    siteKeyFingerprint(key),
  ])
  if ((await knownFingerprint(pool)) !== siteKeyFingerprint(key)) throw new ConfigError(keyDiffers)
  return key
}

const keyDiffers =
  'The site key differs from the one this database was set up with. Put back the file site.key of its data folder, or set SITE_SECRET to the same value on every node (it is the content of site.key, where the site had one). Where both are there, SITE_SECRET counts.'

/** Returns why a start would refuse the key, or null. Changes nothing. */
export async function whyOtherSiteKey(config: KeyConfig, pool: PgClient): Promise<string | null> {
  const { rows: tables } = await pool.query(`select to_regclass('public.installation') as made`)
  const known = tables[0]?.made ? await knownFingerprint(pool) : undefined
  const keys = config.siteSecret
    ? [config.siteSecret]
    : await Promise.all([readKeyFile(fileOf(config)), readKeyFile(nextFileOf(config))])
  const fits = keys.some((key) => key !== null && siteKeyFingerprint(key) === known)
  return known === undefined || fits ? null : keyDiffers
}

async function knownFingerprint(pool: PgClient): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(`select value from installation where key = 'site key'`)
  return rows[0]?.value
}

/** Creates the next key, or reads one whose change was interrupted. */
export async function prepareNextKey(config: KeyConfig): Promise<string> {
  if (config.siteSecret) return randomBytes(32).toString('hex')
  await writeKeyFile(nextFileOf(config), randomBytes(32).toString('hex'))
  return keyFromFile(nextFileOf(config))
}

/** Activates the next key if the database already knows it, because a change may have been interrupted. */
export async function finishKeyChange(config: KeyConfig, pool: PgClient): Promise<void> {
  const next = config.siteSecret ? null : await readKeyFile(nextFileOf(config))
  if (!next || (await knownFingerprint(pool)) !== siteKeyFingerprint(next)) return
  await rename(nextFileOf(config), fileOf(config))
  await syncFolder(dirname(fileOf(config)))
}

async function keyFromFile(path: string): Promise<string> {
  const key = (await readKeyFile(path)) ?? (await ensureKeyFile(path).then(() => readKeyFile(path)))
  if (!key || key.length < 32)
    throw new ConfigError(`The file ${path} holds no key. Put back the one from a backup, or remove it on a new site.`)
  return key
}
