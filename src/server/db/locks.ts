import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queryable } from './database.ts'

/** All advisory locks of the installation and who takes them, so that two uses never meet by accident. */
export const lockKeys = {
  /** A node that starts, while it brings the database up to date. */
  migrate: 7_340_001,
  /** A node that starts, while it makes what a new installation needs. */
  firstStart: 7_340_002,
  /**
   * Who counts or rewrites ballots, and who changes, certifies or wipes the election they are for: what is counted now must not
   * be wiped or reopened underneath. Taken before the election itself is held.
   */
  counting: 7_340_003,
  /** Who appends to the audit log: the trigger `chain_audit_entry` takes it by this number. Who certifies, before that. */
  auditLog: 7_340_004,
  /** Who changes which leaders there are, or their order. */
  leaders: 7_340_005,
  /** Who changes which videos there are, or their order. */
  videos: 7_340_006,
  /** Who adds an announcement, which takes an address of its own. */
  announcements: 7_340_020,
  /** A node that starts, while it looks whether it fits the others. */
  nodes: 7_340_007,
  /** Who makes a backup: one at a time, and what a killed one left is known as such. */
  backup: 7_340_008,
  /** Who restores one, to the end. */
  restore: 7_340_009,
  /** Who changes which administrators there are and what they may do: one at a time, so that one with every job stays. */
  administrators: 7_340_010,
  /** The running site that owns a data folder, for as long as it lives, on the database `postgres`. */
  dataFolder: 735_964_012,
  /** The node that runs a background job, by the job's name. */
  jobs: 7_341_000,
  /** A member who nominates, by their id. */
  nominator: 7_341_001,
} as const

/** Those of which there is one for each name. PostgreSQL keeps pairs of keys apart from single ones. */
type Named = 'jobs' | 'nominator'
export type Lock = Exclude<keyof typeof lockKeys, Named> | readonly [Named, name: string]

/** Waits for the lock and holds it until the transaction ends. */
export async function lockForTransaction(tx: Queryable | pg.ClientBase, lock: Lock): Promise<void> {
  if (!('execute' in tx)) await ask(tx, 'pg_advisory_xact_lock', lock)
  else if (typeof lock === 'string') await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys[lock]})`)
  else await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys[lock[0]]}, hashtext(${lock[1]}))`)
}

/** Waits for the lock and holds it until it is given back or the connection ends. */
export async function lockForConnection(client: pg.ClientBase, lock: Lock): Promise<void> {
  await ask(client, 'pg_advisory_lock', lock)
}

/** As `lockForConnection`, but returns false instead of waiting for another. */
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
