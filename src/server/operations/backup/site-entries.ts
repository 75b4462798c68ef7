import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { settingNames, type Config } from '#server/config.ts'
import { copiedTables, copyOut, copyQueryOut, prepareText } from '#server/db/copy-tables.ts'
import { appliedMigrations } from '#server/db/migrate.ts'
import { nullIfMissing, readKeyFile, writeKeyFile } from '#server/durable-files.ts'
import type { Storage } from '#server/storage/storage.ts'
import { BackupError, type Entry, type ReadEntry } from './archive.ts'
import type { Manifest, Trailer } from './check-backup.ts'

/** Key files of the data folder that belong to the site: they sign cookies and elections, or list what was signed. */
export const carriedKeys = ['site.key', 'board.key', 'board.state']

interface BackedUpSite {
  /** A separate connection, because it is in one transaction until all tables are read. */
  client: pg.Client
  storage: Storage
  config: Pick<Config, 'dataDir'>
  env: Record<string, string | undefined>
}

/**
 * Yields everything a site consists of, except the ballot keys. The tables are read in one snapshot; the files are
 * those that their rows name. `finished` receives the trailer.
 */
export async function* siteEntries(
  { client, storage, config, env }: BackedUpSite,
  manifest: Pick<Manifest, 'id' | 'madeAt' | 'version'>,
  finished: (trailer: Trailer) => void,
): AsyncGenerator<Entry> {
  const trailer: Trailer = { tables: [], files: 0, fileBytes: 0, vanished: [], missing: [], altered: [] }
  await beginSnapshot(client)
  yield json('manifest', { ...manifest, ...(await describeDatabase(client)) })
  for (const name of carriedKeys) {
    const key = await readKeyFile(join(config.dataDir, name))
    if (key) yield { header: { type: 'secret', name }, body: once(Buffer.from(key)) }
  }
  yield json('settings', carriedSettings(env))
  for (const table of await copiedTables(client)) {
    const stream = copyOut(client, table)
    const rows = () => stream.rowCount
    yield {
      header: { type: 'table', name: table.name, columns: table.columns },
      body: failingAs('database-failed', stream),
      rows,
      written: ({ sha256 }) => void trailer.tables.push({ name: table.name, rows: rows(), sha256 }),
    }
  }
  const stored = await storedFiles(client)
  // Reading files takes long. An open transaction would keep the site from purging the traces of a count.
  await client.query('commit')
  yield* fileEntries(client, storage, stored, trailer)
  yield json('trailer', trailer)
  finished(trailer)
}

async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin transaction isolation level repeatable read read only')
  await prepareText(client)
}

async function describeDatabase(client: pg.Client): Promise<Pick<Manifest, 'postgresql' | 'migrations'>> {
  const { rows: servers } = await client.query<{ server_version: string }>('show server_version')
  return { postgresql: servers[0]?.server_version ?? '', migrations: await appliedMigrations(client) }
}

/** Keeps PostgreSQL's output, about 150 bytes per file: a million files fit in memory, as strings they would not. */
async function storedFiles(client: pg.Client): Promise<Buffer[]> {
  const list: Buffer[] = []
  const stored = `select path, mime, size, sha256 from uploads where state = 'stored' order by path`
  for await (const chunk of copyQueryOut(client, stored)) list.push(Buffer.from(chunk as Buffer))
  return list
}

async function* fileEntries(
  client: pg.Client,
  storage: Storage,
  stored: Buffer[],
  trailer: Trailer,
): AsyncGenerator<Entry> {
  for (const line of lines(stored)) {
    const [path = '', mime = '', size = '', sha256 = ''] = line.split('\t')
    const found = await storage.open(path).catch((error: unknown) => {
      throw new BackupError('files-failed', '', { cause: error })
    })
    if (!found) {
      // If the row was deleted meanwhile, so was the file. If the row still exists, the file is lost.
      const { rowCount } = await client.query(`select from uploads where path = $1 and state = 'stored'`, [path])
      ;(rowCount ? trailer.missing : trailer.vanished).push(path)
      continue
    }
    yield {
      header: { type: 'file', path, mime, size: Number(size), sha256 },
      body: failingAs('files-failed', found.stream),
      written(footer) {
        trailer.files += 1
        trailer.fileBytes += footer.bytes
        if (footer.sha256 !== sha256) trailer.altered.push(path)
      },
    }
  }
}

function* lines(chunks: Buffer[]): Generator<string> {
  let rest = ''
  for (const chunk of chunks) {
    const parts = (rest + chunk.toString('latin1')).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

async function* failingAs(
  failure: 'database-failed' | 'files-failed',
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    yield* source
  } catch (error) {
    throw new BackupError(failure, '', { cause: error })
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const json = (type: 'manifest' | 'settings' | 'trailer', value: unknown): Entry => ({
  header: { type },
  // Evaluated when it is written, because the trailer is not complete before.
  body: (async function* () {
    yield Buffer.from(JSON.stringify(value))
  })(),
})

/**
 * Settings that are not copied: those of the machine, those that open ballots or this very backup, and those used only
 * at the first start.
 */
const notCarried = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ADMIN_NAME',
  'VAULT_KEY',
  'SITE_CLOCK',
  'BACKUP_DIR',
  'BACKUP_PASSPHRASE',
  'BACKUP_KEY_FILE',
])

/** The settings that another machine needs too. */
export function carriedSettings(env: Record<string, string | undefined>): Record<string, string> {
  const carried = settingNames.filter((name) => !notCarried.has(name) && env[name])
  return Object.fromEntries(carried.map((name) => [name, env[name] ?? '']))
}

/** Nothing else from a backup may get into a file from which a process takes its environment. */
export const knownSettings = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => settingNames.includes(name)))

/** The content of a file for `--env-file`, each value in quotes that it does not contain. */
export function asEnvFile(settings: Record<string, string>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? ''
    return `${name}=${quote}${value}${quote}\n`
  })
  return lines.join('')
}

/**
 * The ballot keys are the entries of a separate file. With them and a backup, somebody can read who voted for whom, so
 * nobody should get both by accident.
 */
const vaultKey = 'VAULT_KEY'
const keyFile = /^[0-9a-f-]{36}(\.roll)?\.key$/

export async function* ballotKeyEntries({
  dataDir,
  vaultKey: fromSettings,
}: Pick<Config, 'dataDir' | 'vaultKey'>): AsyncGenerator<Entry> {
  if (fromSettings) yield secret(vaultKey, fromSettings)
  const folder = join(dataDir, 'vault')
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  for (const name of names.filter((one) => keyFile.test(one)).toSorted()) {
    // A key that was destroyed meanwhile must not come back.
    const key = await readKeyFile(join(folder, name))
    if (key) yield secret(name, key)
  }
}

/** Restores the keys. Returns how many key files there were, and the setting VAULT_KEY if it was used. */
export async function restoreBallotKeys(
  dataDir: string,
  entries: AsyncIterable<ReadEntry> | ReadEntry[],
): Promise<{ keys: number; vaultKey: string | null }> {
  let keys = 0
  let found: string | null = null
  for await (const { header, body } of entries) {
    const key = (await buffer(body)).toString()
    if (header.type !== 'secret') throw new BackupError('damaged')
    if (header.name === vaultKey) found = key
    else if (keyFile.test(header.name)) {
      await writeKeyFile(join(dataDir, 'vault', basename(header.name)), key)
      keys += 1
    } else throw new BackupError('damaged')
  }
  return { keys, vaultKey: found }
}

const secret = (name: string, value: string): Entry => ({
  header: { type: 'secret', name },
  body: (async function* () {
    yield Buffer.from(value)
  })(),
})
