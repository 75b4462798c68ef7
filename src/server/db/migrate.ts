import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { connectWithoutLimits } from './database.ts'
import { lockForConnection } from './locks.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
const sayEveryMs = 10_000

type Migration = ReturnType<typeof readMigrationFiles>[number]

interface How {
  say?: (sentence: string) => void
  /** The time of the last migration to apply; all of them without it. */
  upTo?: number
  /** Called before a database that is in use is changed. */
  before?: () => Promise<void>
}

/**
 * Brings the database up to date, each migration wholly or not at all. It may take as long as it takes: what holds it up is
 * said. Nodes that start together wait for one another; the later ones find nothing to do.
 */
export async function migrate(pool: pg.Pool, { say = () => undefined, upTo, before }: How = {}): Promise<void> {
  const client = await connectWithoutLimits(pool)
  const tellProgress = progress(say)
  try {
    await client.query('set client_min_messages = warning')
    tellProgress.on('Waiting for another node, which brings the database up to date')
    await lockForConnection(client, 'migrate')
    const applied = await readApplied(client)
    const known = readMigrationFiles({ migrationsFolder })
    refuseForeign(applied, known)
    const pending = known.filter(({ folderMillis }) => folderMillis <= (upTo ?? Infinity) && !applied.has(folderMillis))
    if (pending.length > 0 && applied.size > 0) await before?.()
    for (const [n, migration] of pending.entries()) {
      if (applied.size > 0) say(`Bringing the database up to date: step ${n + 1} of ${pending.length}.`)
      tellProgress.on('The database is still being brought up to date; another program may be using one of its tables')
      await apply(client, migration)
    }
  } finally {
    tellProgress.off()
    // The lock goes with the connection.
    await client.end().catch(() => undefined)
  }
}

async function apply(client: pg.Client, { sql, hash, folderMillis }: Migration): Promise<void> {
  await client.query('begin')
  try {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The times of the migrations the database has had: a migration is known by its time, not by its text, whose comments may be corrected. */
async function readApplied(client: pg.Client): Promise<Set<number>> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  const { rows } = await client.query<{ created_at: string | number }>(
    'select created_at from drizzle.__drizzle_migrations',
  )
  return new Set(rows.map(({ created_at }) => Number(created_at)))
}

function refuseForeign(applied: ReadonlySet<number>, known: Migration[]): void {
  const times = new Set(known.map(({ folderMillis }) => folderMillis))
  if ([...applied].some((time) => !times.has(time)))
    throw new ConfigError(
      'The database was made by another version of this site, with migrations that this one does not know. Start that version, or give this one an empty database: another DATA_DIR or DATABASE_URL.',
    )
}

/** One line every few seconds while something takes its time. */
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
