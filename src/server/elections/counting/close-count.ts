import type pg from 'pg'
import { lastBallotsMs } from '#shared/elections/lifecycle.ts'
import type { Instant } from '#shared/time.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { checkLastHead } from '#server/elections/board/check-head.ts'
import { makeHead } from '#server/elections/board/heads.ts'
import { longestMs } from './rewrite-tables.ts'

/**
 * Once every ballot is counted, votes and ballots are written anew in one transaction. Until then the database still shows
 * which ballots were counted together; afterwards everybody's votes hide among everybody's. `rewriteTables` then sorts them
 * and takes the rows as they were off the disk. No ballot is taken any more, for good: so the database itself must say that
 * the time has come. Does nothing while a ballot is uncounted, or when the hours of voting were moved meanwhile.
 */
export async function closeCount(
  { db, clock, log, boardKey }: Pick<Deps, 'db' | 'clock' | 'log' | 'boardKey'>,
  electionId: string,
): Promise<boolean> {
  const closed = await inTransaction({ db, lock: 'counting' }, async (tx, client) => {
    const now = await clock.confirmedNow(client)
    if (!(await isDue(client, electionId, now - lastBallotsMs)) || (await anyUncounted(client, electionId)))
      return false
    log.info({ election: electionId, now: toTimestamp(now) }, 'closing the count: from here on no ballot is taken')
    const of = { electionId }
    const voted = await anybodyVoted(client, electionId)
    if (voted) await checkLastHead(client, boardKey, of)
    await writeAnew(client, electionId, now)
    if (voted) await makeHead(client, boardKey, { ...of, now, closed: true })
    await appendAudit(tx, { now: () => now }, { actor: 'system', action: 'count closed', subject: electionId })
    return true
  })
  if (closed) log.info({ election: electionId }, 'the count is closed')
  return closed
}

/** Holds the election: a ballot on its way into the box is waited for, and the next one finds the box shut. */
async function isDue(client: pg.PoolClient, electionId: string, closedBefore: Instant): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from elections where id = $1 and count_closed_at is null and voting_closes <= $2 for update',
    [electionId, toTimestamp(closedBefore)],
  )
  return rowCount === 1
}

async function anyUncounted(client: pg.PoolClient, electionId: string): Promise<boolean> {
  const uncounted = `select from ballots where ${ballotsOf} and not counted limit 1`
  return (await client.query(uncounted, [electionId])).rowCount !== 0
}

/** An election that nobody voted in may be begun anew: its board is not closed. */
async function anybodyVoted(client: pg.PoolClient, electionId: string): Promise<boolean> {
  return (await client.query(`select from ballots where ${ballotsOf} limit 1`, [electionId])).rowCount === 1
}

const ballotsOf = 'election_id = $1'

/** Equal values, but new rows: every row of the election is of this one transaction, whichever it was counted in. */
async function writeAnew(client: pg.PoolClient, electionId: string, now: Instant): Promise<void> {
  await client.query('set local statement_timeout = 0')
  const rewrite = (text: string) =>
    client.query({ text, values: [electionId], query_timeout: longestMs } as pg.QueryConfig)
  await rewrite(`update votes set service = service where ${ballotsOf}`)
  await rewrite(`update ballots set receipt_mark = null where ${ballotsOf}`)
  // They went out soon after each ballot, so their order is nearly that of voting.
  await rewrite('update voter_emails set kind = kind where election_id = $1')
  await client.query('update elections set count_closed_at = $2 where id = $1', [electionId, toTimestamp(now)])
}
