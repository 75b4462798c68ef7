import { createHash, randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PgClient } from '#server/db/database.ts'
import { ConfigError, type Config } from './config.ts'
import { ensureKeyFile, readKeyFile, syncFolder, writeKeyFile } from './durable-files.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'siteSecret'>

const fileOf = ({ dataDir }: KeyConfig) => join(dataDir, 'site.key')
/** A new key is here until the database knows it. */
const nextFileOf = (config: KeyConfig) => `${fileOf(config)}.next`

/** How the database recognises the key. */
export const siteKeyFingerprint = (key: string) =>
  createHash('sha256').update(`site key\0${key}`).digest('hex').slice(0, 16)

/**
 * The key that signs cookies and seals two-step secrets. It is outside the database, so a copy of the database alone opens
 * nobody's session: a file in the data folder, or SITE_SECRET where several nodes share one.
 */
export async function loadSiteKey(config: KeyConfig, pool: PgClient): Promise<string> {
  await finishChange(config, pool)
  const key = config.siteSecret ?? (await keyFromFile(fileOf(config)))
  await pool.query(`insert into installation (key, value) values ('site key', $1) on conflict (key) do nothing`, [
    siteKeyFingerprint(key),
  ])
  if ((await knownFingerprint(pool)) !== siteKeyFingerprint(key)) throw new ConfigError(keyDiffers)
  return key
}

const keyDiffers =
  'The site key differs from the one this database was set up with. Put back the file site.key of its data folder, or set SITE_SECRET to the same value on every node (it is the content of site.key, where the site had one). Where both are there, SITE_SECRET counts.'

/** Why a start would refuse the key, or null. Changes nothing. */
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

/** Creates the next key, or finds one whose creation was interrupted. */
export async function prepareNextKey(config: KeyConfig): Promise<string> {
  if (config.siteSecret) return randomBytes(32).toString('hex')
  await writeKeyFile(nextFileOf(config), randomBytes(32).toString('hex'))
  return keyFromFile(nextFileOf(config))
}

/** Activates the next key once the database knows it: a change may have been interrupted before. */
export async function finishChange(config: KeyConfig, pool: PgClient): Promise<void> {
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
