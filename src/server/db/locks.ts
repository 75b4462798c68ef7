import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queryable } from './database.ts'

/** All advisory locks of the installation, in one place so that no two uses collide. */
export const lockKeys = {
  /** Held by a starting node while it migrates the database. */
  migrate: 7_340_001,
  /** Held by a starting node while it creates what a new installation needs. */
  firstStart: 7_340_002,
  /**
   * Held while ballots are counted or rewritten, or their election is changed, certified or wiped, so that nothing is
   * wiped or reopened during a count. Acquire it before locking the election's row.
   */
  counting: 7_340_003,
  /** Held while appending to the audit log; the trigger `chain_audit_entry` takes this number, certifying before it. */
  auditLog: 7_340_004,
  /** Held while the leaders or their order change. */
  leaders: 7_340_005,
  /** Held while the videos or their order change. */
  videos: 7_340_006,
  /** Held while an announcement is added, because it takes an address. */
  announcements: 7_340_020,
  /** Held by a starting node while it checks whether it matches the others. */
  nodes: 7_340_007,
  /** Held by a backup: one runs at a time, so that leftovers of a killed one are recognised. */
  backup: 7_340_008,
  /** Held by a restore. */
  restore: 7_340_009,
  /** Held while administrators or their jobs change, so that somebody with every job remains. */
  administrators: 7_340_010,
  /** Held by the site that owns a data folder as long as it runs, in the database `postgres`. */
  dataFolder: 735_964_012,
  /** Held by a background job, by its name. */
  jobs: 7_341_000,
  /** Held for a member who nominates, by their id. */
  nominator: 7_341_001,
} as const

/** Locks with one instance per name. PostgreSQL separates pairs of keys from single keys. */
type Named = 'jobs' | 'nominator'
export type Lock = Exclude<keyof typeof lockKeys, Named> | readonly [Named, name: string]

/** Waits for the lock and holds it until the transaction ends. */
export async function lockForTransaction(tx: Queryable | pg.ClientBase, lock: Lock): Promise<void> {
  if (!('execute' in tx)) await ask(tx, 'pg_advisory_xact_lock', lock)
  else if (typeof lock === 'string') await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys[lock]})`)
  else await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys[lock[0]]}, hashtext(${lock[1]}))`)
}

/** Waits for the lock and holds it until it is released or the connection ends. */
export async function lockForConnection(client: pg.ClientBase, lock: Lock): Promise<void> {
  await ask(client, 'pg_advisory_lock', lock)
}

/** Like `lockForConnection`, but returns false instead of waiting. */
export async function tryLockForConnection(client: pg.ClientBase, lock: Lock): Promise<boolean> {
  return (await ask(client, 'pg_try_advisory_lock', lock)) === true
}

export async function unlockConnection(client: pg.ClientBase, lock: Lock): Promise<void> {
  await ask(client, 'pg_advisory_unlock', lock)
}

async function ask(client: pg.ClientBase, call: string, lock: Lock): Promise<unknown> {
  const { rows } =
    typeof lock === 'string'
      ? await client.query(`select ${call}($1) as taken`, [lockKeys[lock]])
      : await client.query(`select ${call}($1, hashtext($2)) as taken`, [lockKeys[lock[0]], lock[1]])
  return rows[0].taken
}
