import type pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { siteVersion } from '#server/site-version.ts'
import { connectWithoutLimits } from './database.ts'
import { whyNotOurs } from './going-back.ts'
import { lockForConnection } from './locks.ts'
import { appliedMigrations, applyMigration, isKnown, knownMigrations, type Migration } from './migration-journal.ts'

const sayEveryMs = 10_000

interface MigrateOptions {
  /** Those of this version, unless a test has others. */
  migrations?: Migration[]
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
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<void> {
  const { migrations = knownMigrations(), say = () => undefined, upTo = Infinity, before } = options
  const client = await connectWithoutLimits(pool)
  const tellProgress = progress(say)
  try {
    await client.query('set client_min_messages = warning')
    tellProgress.on('Waiting for another node, which brings the database up to date')
    await lockForConnection(client, 'migrate')
    const applied = await appliedMigrations(client)
    if (!isKnown(applied, migrations)) throw new ConfigError(await whyNotOurs(client, siteVersion()))
    const pending = migrations.filter(({ time }) => time <= upTo && !applied.includes(time))
    if (pending.length > 0 && applied.length > 0) await before?.()
    for (const [n, migration] of pending.entries()) {
      if (applied.length > 0) say(`Bringing the database up to date: step ${n + 1} of ${pending.length}.`)
      tellProgress.on('The database is still being brought up to date; another program may be using one of its tables')
      await client.query('begin')
      await applyMigration(client, migration)
      await client.query('commit')
    }
  } finally {
    tellProgress.off()
    // The lock goes with the connection, and so does what is half done.
    await client.end().catch(() => undefined)
  }
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
