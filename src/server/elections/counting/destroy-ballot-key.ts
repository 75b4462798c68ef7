import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { databaseRefusal } from '#server/db/refusals.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { longestMs, rewriteTables } from './rewrite-tables.ts'

/**
 * After certification the key to the ballots is destroyed and the sealed ballots are emptied, in the table and on the disk:
 * either alone would do. That somebody voted stays. Each step may be interrupted; the counting job comes back until
 * `key_destroyed_at` says that all is done. The key goes first, for that takes a moment and cannot be undone.
 */
export async function destroyBallotKey(
  { db, pool, vault, clock, log }: Pick<Deps, 'db' | 'pool' | 'vault' | 'clock' | 'log'>,
  electionId: string,
): Promise<void> {
  const due = 'id = $1 and certified_at is not null and key_destroyed_at is null'
  const { rowCount } = await pool.query(`select from elections where ${due}`, [electionId])
  if (rowCount === 0) return
  await vault.destroy(electionId)
  await emptyBallots(db, electionId)
  if (!(await rewriteTables(db, ['ballots']))) {
    log.warn({ election: electionId }, 'ballots are not cleared from the disk yet: an older transaction is still open')
    return
  }
  await leaveJournal(pool)
  await pool.query(`update elections set key_destroyed_at = $2 where ${due}`, [electionId, new Date(clock.now())])
}

/**
 * The journal on this machine still holds the ballots as they were cast and emptied. No piece that does is written to any
 * more, and none is needed after a crash, so the database may use them anew. On a managed database that is not for us to ask.
 */
async function leaveJournal(pool: pg.Pool): Promise<void> {
  for (const text of ['select pg_switch_wal()', 'checkpoint'])
    await pool.query({ text, query_timeout: longestMs } as pg.QueryConfig).catch((error: unknown) => {
      if (databaseRefusal(error)?.code !== notAllowed) throw error
    })
}
const notAllowed = '42501'

/** However many there are: the site's limits are made for statements that somebody waits for. */
async function emptyBallots(db: Database, electionId: string): Promise<void> {
  await inTransaction({ db }, async (_tx, client) => {
    await client.query('set local statement_timeout = 0')
    const text = `update ballots set sealed = '' where election_id = $1 and sealed <> ''`
    await client.query({ text, values: [electionId], query_timeout: longestMs } as pg.QueryConfig)
  })
}
