import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { siteVersion } from '#server/site-version.ts'
import { connectWithoutLimits } from './database.ts'
import { lockForConnection } from './locks.ts'

const sayEveryMs = 10_000

interface MigrateOptions {
  /** Those of this version, except in tests. */
  migrations?: Migration[]
  say?: (sentence: string) => void
  /** The time of the last migration to apply; all are applied if it is missing. */
  upTo?: number
  /** Called before a database in use is changed. */
  before?: () => Promise<void>
}

/**
 * Migrates the database, all or nothing: if a step fails, the previous version can go on. There is no timeout, but long
 * waits are reported. Nodes that start together wait for one another; the later ones find nothing to do.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<void> {
  const { migrations = knownMigrations(), say = () => undefined, upTo = Infinity, before } = options
  const client = await connectWithoutLimits(pool)
  const reporting = progress(say)
  try {
    await client.query('set client_min_messages = warning')
    reporting.on('Waiting for another node, which brings the database up to date')
    await lockForConnection(client, 'migrate')
    const applied = await appliedMigrations(client)
    if (!isKnown(applied, migrations)) throw new ConfigError(await whyDatabaseNotOurs(client, siteVersion()))
    const pending = migrations.filter(({ time }) => time <= upTo && !applied.includes(time))
    if (pending.length > 0 && applied.length > 0) await before?.()
    await client.query('begin')
    for (const [n, migration] of pending.entries()) {
      if (applied.length > 0) say(`Bringing the database up to date: step ${n + 1} of ${pending.length}.`)
      reporting.on('The database is still being brought up to date; another program may be using one of its tables')
      await applyMigration(client, migration)
    }
    await client.query('commit')
  } finally {
    reporting.off()
    // Closing the connection releases the lock and rolls back anything half done.
    await client.end().catch(() => undefined)
  }
}

/** Prints a line every few seconds while something takes long. */
function progress(say: (sentence: string) => void) {
  let timer: NodeJS.Timeout | undefined
  const off = () => clearInterval(timer)
  return {
    off,
    on(sentence: string) {
      off()
      const began = Date.now()
      timer = setInterval(() => say(`${sentence} (${Math.round((Date.now() - began) / 1000)} s).`), sayEveryMs)
    },
  }
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** A migration is identified by its time, not its text, because comments in the text may be corrected. */
interface Migration {
  time: number
  statements: string[]
  hash: string
}

type Queries = Pick<pg.ClientBase, 'query'>

/** All migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }) => ({
    time: folderMillis,
    statements: sql,
    hash,
  }))

/** Drizzle's journal in the database: the times of the applied migrations, oldest first. */
export async function appliedMigrations(queries: Queries): Promise<number[]> {
  const { rows: journal } = await queries.query(`select to_regclass('drizzle.__drizzle_migrations') as made`)
  if (!journal[0]?.made) return []
  const { rows } = await queries.query<{ time: number }>(
    'select created_at::float8 as time from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ time }) => time)
}

/** True if this version knows all of these and none is missing in between, so that it makes the same schema. */
export function isKnown(applied: readonly number[], known = knownMigrations()): boolean {
  return applied.every((time, place) => known[place]?.time === time)
}

/** Applies one migration and adds its line to the journal, in the caller's transaction. */
export async function applyMigration(queries: Queries, { time, statements, hash }: Migration): Promise<void> {
  for (const statement of statements) await queries.query(statement).catch(explainExtension)
  await queries.query('create schema if not exists drizzle')
  await queries.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await queries.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, time])
}

/** A server may lack an extension, or not allow this role to create it: then its operator must act. */
function explainExtension(error: Error): never {
  const extension = /extension "(\w+)"/.exec(error.message)?.[1]
  if (!extension) throw error
  throw new ConfigError(
    `Members are searched for by PostgreSQL’s own extension ${extension}, which this server refused: ${error.message}. Install it (in many systems the package postgresql-contrib), or, if only the role of the site may not make it, let the owner of the server do so in the site’s database: create extension ${extension}`,
    { cause: error },
  )
}

/** A note that a version writes before it changes the tables, for an older version that is started on them later. */
interface MigratingNote {
  /** The version about to migrate, as in package.json. */
  version: string
  at: string
  /** The backup made just before, as an argument for `npm run restore`; null if none could be made. */
  backup: string | null
  /** The server whose folder has the backup, because every node may have its own folder. */
  host: string
}

const key = 'migrated'
type Client = Pick<pg.ClientBase, 'query'>

/** The table `installation` exists since the first release, so every version can read the note of a later one. */
export async function noteMigrating(client: Client, note: MigratingNote): Promise<void> {
  await client.query(
    `insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, JSON.stringify(note)],
  )
}

/** Explains why this version refuses a database with unknown migrations, and what to do. */
export async function whyDatabaseNotOurs(client: Client, ownVersion: string): Promise<string> {
  const note = await readNote(client)
  if (!note?.backup)
    return 'The database was made by another version of this site, with migrations that this one does not know. Start that version, or give this one an empty database: another DATA_DIR or DATABASE_URL.'
  const day = note.at.slice(0, 10)
  const where = note.host === hostname() ? '' : `That backup is on the server ${note.host}: run this there. `
  return `The database was brought up to date on ${day} by version ${note.version} of this site, and version ${ownVersion} cannot use it. Stay with version ${note.version}. Or go back to how it was before that by: npm run update -- v${ownVersion.split(' ')[0]} --restore ${note.backup} (${where}What was entered since is lost then. With DATABASE_URL, name an empty database there first.)`
}

async function readNote(client: Client) {
  const { rows: tables } = await client.query(`select to_regclass('public.installation') as made`)
  if (!tables[0].made) return undefined
  const { rows } = await client.query<{ value: string }>('select value from installation where key = $1', [key])
  return rows[0] && (JSON.parse(rows[0].value) as MigratingNote)
}
