import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { copiedTables, copyOut, copyQueryOut, prepareText } from '#server/db/copy-tables.ts'
import { appliedMigrations } from '#server/db/migration-journal.ts'
import { readKeyFile } from '#server/key-file.ts'
import type { Storage } from '#server/storage/storage.ts'
import { join } from 'node:path'
import type { Entry } from './archive.ts'
import { carriedSettings } from './carried-settings.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, Trailer } from './manifest.ts'

/** Files of the data folder without which a site is not the same: one signs cookies, the other elections. */
export const carriedKeys = ['site.key', 'board.key']

export interface BackedUpSite {
  /** A connection of its own: it is in one transaction until the tables are read. */
  client: pg.Client
  storage: Storage
  config: Pick<Config, 'dataDir'>
  env: Record<string, string | undefined>
}

/**
 * All that a site consists of, except the keys of ballots. The tables are read in one state of the database; the files are
 * those its records name. `finished` receives the trailer.
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
  // Files take long. A transaction that stays open as long would keep the site from purging the traces of a count.
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

/** The list as PostgreSQL sends it, about 150 bytes for each file: a million of them fit in memory, as text of their own they would not. */
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
      // A record that was deleted since takes its file along; one that is still there has lost it.
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
  // Written down only when its turn comes: the trailer is not complete before.
  body: (async function* () {
    yield Buffer.from(JSON.stringify(value))
  })(),
})
