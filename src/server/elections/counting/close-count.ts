import type pg from 'pg'
import type { Instant } from '#shared/time.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { longestMs } from './rewrite-tables.ts'

/**
 * Once every ballot is counted, votes and ballots are written anew in one transaction. Until then the database still shows
 * which ballots were counted together; afterwards everybody's votes hide among everybody's. `rewriteTables` then sorts them
 * and takes the rows as they were off the disk. Does nothing while a ballot is uncounted, or when the hours of voting were
 * moved meanwhile.
 */
export function closeCount(
  db: Database,
  electionId: string,
  { now, closedBefore }: { now: Instant; closedBefore: Instant },
): Promise<boolean> {
  return inTransaction(
    { db, lock: 'counting' },
    async (_tx, client) =>
      (await isDue(client, electionId, closedBefore)) && (await writeAnew(client, electionId, now)),
  )
}

/** Holds the election: a ballot on its way into the box is waited for, and the next one finds the box shut. */
async function isDue(client: pg.PoolClient, electionId: string, closedBefore: Instant): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from elections where id = $1 and count_closed_at is null and voting_closes <= $2 for update',
    [electionId, new Date(closedBefore)],
  )
  return rowCount === 1
}

/** Equal values, but new rows: every row of the election is of this one transaction, whichever it was counted in. */
async function writeAnew(client: pg.PoolClient, electionId: string, now: Instant): Promise<boolean> {
  const which = 'election_id = $1 and not rehearsal'
  const uncounted = await client.query(`select from ballots where ${which} and not counted limit 1`, [electionId])
  if (uncounted.rowCount !== 0) return false
  await client.query('set local statement_timeout = 0')
  const rewrite = (text: string) =>
    client.query({ text, values: [electionId], query_timeout: longestMs } as pg.QueryConfig)
  await rewrite(`update votes set contest = contest where ${which}`)
  await rewrite(`update ballots set counted = counted where ${which}`)
  // They went out soon after each ballot, so their order is nearly that of voting.
  await rewrite('update voter_emails set kind = kind where election_id = $1')
  await client.query('update elections set count_closed_at = $2 where id = $1', [electionId, new Date(now)])
  return true
}
