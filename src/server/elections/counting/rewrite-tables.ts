import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction, type Database } from '#server/db/database.ts'

/** The tables of an election, each with the index in whose order it is written afresh: by random ids and by places on the board. */
const orders = {
  ballots: 'ballots_voter_id_election_id_pk',
  votes: 'votes_election_id_position_pk',
  tallies: 'tallies_election_id_nominee_id_pk',
  turnout: 'turnout_election_id_region_pk',
  pending_proxies: 'pending_proxies_election_id_voter_id_pk',
  voter_emails: 'voter_emails_voter_id_election_id_kind_pk',
} as const
type ElectionTable = keyof typeof orders
export const electionTables = Object.keys(orders) as ElectionTable[]

const lookAgainMs = 100
/** Of a hundred thousand ballots it takes a minute on a small machine; nobody waits for it. */
export const longestMs = 30 * 60_000

/**
 * Writes tables afresh, so that no file of the database holds a row as it was, nor the order in which rows came or were
 * counted. Returns false, with nothing done, while a transaction still runs that may look at the rows as they were: for its
 * sake they would be copied too. Try again later. May be called any number of times.
 */
export async function rewriteTables(
  db: Database,
  tables: readonly ElectionTable[],
  patienceMs = 10_000,
): Promise<boolean> {
  if (!(await untilUnseen(db.$client, patienceMs))) return false
  for (const table of tables) await rewrite(db, table)
  return true
}

/** A transaction for each: who reads one table does not wait for the others. */
async function rewrite(db: Database, table: ElectionTable): Promise<void> {
  await inTransaction({ db }, async (_tx, client) => {
    // Everybody else waits behind who waits for the whole table, so that must not take long.
    await client.query(`set local lock_timeout = '5s'; set local statement_timeout = 0`)
    const text = `cluster ${table} using ${orders[table]}`
    await client.query({ text, query_timeout: longestMs } as pg.QueryConfig)
  })
}

/**
 * Waits a moment for the transactions that began before this one: for readers of this database, and for writers of any. As
 * long as a writer is under way anywhere on the server, what a new reader here may see reaches back to it, and old rows are kept.
 */
async function untilUnseen(pool: pg.Pool, patienceMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ now: string }>('select pg_current_xact_id()::text as now')
  for (let waited = 0; waited < patienceMs; waited += lookAgainMs) {
    const looking = await pool.query(
      `select from pg_stat_activity
       where pid <> pg_backend_pid() and (age(backend_xid) >= age($1::xid8::xid)
         or (datname = current_database() or datname is null) and age(backend_xmin) >= age($1::xid8::xid))
       limit 1`,
      [rows[0]?.now],
    )
    if (looking.rowCount === 0) return true
    await pause(lookAgainMs)
  }
  return false
}
