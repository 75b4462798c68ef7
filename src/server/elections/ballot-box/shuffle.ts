import type pg from 'pg'
import { lockKeys } from '#server/db/locks.ts'

/**
 * Once every ballot is counted, votes and ballots are written anew in one transaction, votes in the order of their
 * trackers. Until then the database still shows which ballots were counted together; afterwards everybody's votes hide
 * among everybody's. Does nothing while a ballot is uncounted.
 */
export async function shuffle(pool: pg.Pool, electionId: string, now: number): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKeys.mixer])
    const uncounted = await client.query(
      'select from ballots where election_id = $1 and not rehearsal and not mixed limit 1',
      [electionId],
    )
    if (uncounted.rowCount !== 0) {
      await client.query('rollback')
      return false
    }
    await client.query('set local statement_timeout = 0')
    const columns = 'election_id, rehearsal, tracker, contest, nominee_id, nominee_data, region'
    await client.query(
      `create temp table shuffled on commit drop as select ${columns} from votes where election_id = '${checkedId(electionId)}' and not rehearsal`,
    )
    await client.query('delete from votes where election_id = $1 and not rehearsal', [electionId])
    await client.query(`insert into votes (${columns}) select ${columns} from shuffled order by tracker, nominee_id`)
    await client.query('update ballots set mixed = true where election_id = $1 and not rehearsal', [electionId])
    await client.query('update elections set shuffled_at = $2 where id = $1', [electionId, new Date(now)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
  // The rows as they were are still on the disk until the tables are written afresh.
  await pool.query({ text: 'vacuum full ballots', query_timeout: 600_000 } as pg.QueryConfig)
  await pool.query({ text: 'vacuum full votes', query_timeout: 600_000 } as pg.QueryConfig)
  return true
}

/** A statement that makes a table takes no parameters. */
function checkedId(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('not an id')
  return id
}
