import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queryable } from './database.ts'

/** All advisory locks of the installation and who takes them, so that no two uses collide. */
export const lockKeys = {
  /** A starting node, while it migrates the database. */
  migrate: 7_340_001,
  /** A starting node, while it creates what a new installation needs. */
  firstStart: 7_340_002,
  /**
   * Counting or rewriting ballots, and changing, certifying or wiping their election: what is being counted must not be wiped or
   * reopened. Acquired before the election itself is locked.
   */
  counting: 7_340_003,
  /** Appending to the audit log: the trigger `chain_audit_entry` takes it by this number. Certifying takes it before. */
  auditLog: 7_340_004,
  /** Changing the leaders or their order. */
  leaders: 7_340_005,
  /** Changing the videos or their order. */
  videos: 7_340_006,
  /** Adding an announcement, which takes an address. */
  announcements: 7_340_020,
  /** A starting node, while it checks whether it fits the others. */
  nodes: 7_340_007,
  /** Making a backup: one at a time, so that leftovers of a killed one are recognised. */
  backup: 7_340_008,
  /** Restoring a backup. */
  restore: 7_340_009,
  /** Changing administrators or their jobs: one at a time, so that somebody with every job remains. */
  administrators: 7_340_010,
  /** The running site that owns a data folder, as long as it lives, on the database `postgres`. */
  dataFolder: 735_964_012,
  /** Running a background job, by the job's name. */
  jobs: 7_341_000,
  /** A member who nominates, by id. */
  nominator: 7_341_001,
} as const

/** Locks with one instance per name. PostgreSQL keeps pairs of keys apart from single ones. */
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
