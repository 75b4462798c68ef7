import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigError, type Config } from './config.ts'
import { ensureKeyFile, readKeyFile } from './key-file.ts'

/**
 * The key that signs cookies and seals two-step secrets. It lies outside the database, so a copy of the database alone
 * opens nobody's session: a file in the data folder, or SITE_SECRET where several nodes share one.
 */
export async function loadSiteKey(config: Config, pool: pg.Pool): Promise<string> {
  const key = config.siteSecret ?? (await keyFromFile(join(config.dataDir, 'site.key')))
  const fingerprint = createHash('sha256').update(`site key\0${key}`).digest('hex').slice(0, 16)
  await pool.query(`insert into installation (key, value) values ('site key', $1) on conflict (key) do nothing`, [
    fingerprint,
  ])
  const { rows } = await pool.query<{ value: string }>(`select value from installation where key = 'site key'`)
  if (rows[0]?.value !== fingerprint)
    throw new ConfigError(
      'The site key differs from the one this database was set up with. Put back the file site.key of its data folder, or set SITE_SECRET to the same value on every node.',
    )
  return key
}

async function keyFromFile(path: string): Promise<string> {
  const key = (await readKeyFile(path)) ?? (await ensureKeyFile(path).then(() => readKeyFile(path)))
  if (!key || key.length < 32)
    throw new ConfigError(`The file ${path} holds no key. Put back the one from a backup, or remove it on a new site.`)
  return key
}
