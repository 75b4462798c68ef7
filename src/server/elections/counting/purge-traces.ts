import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { electionTables, rewriteTables } from './rewrite-tables.ts'

/**
 * The close of the count left the rows as they were on the disk, unseen. Here they go; nothing is certified before. Does
 * nothing before the count is closed, nor once it is done.
 */
export async function purgeTraces(
  { db, pool, clock, log }: Pick<Deps, 'db' | 'pool' | 'clock' | 'log'>,
  electionId: string,
  patienceMs?: number,
): Promise<boolean> {
  const due = 'id = $1 and count_closed_at is not null and traces_purged_at is null'
  const { rowCount } = await pool.query(`select from elections where ${due}`, [electionId])
  if (rowCount === 0) return false
  if (!(await rewriteTables(db, electionTables, patienceMs))) {
    log.warn({ election: electionId }, 'the count is not cleared from the disk yet: an older transaction is still open')
    return false
  }
  await pool.query(`update elections set traces_purged_at = $2 where ${due}`, [electionId, toTimestamp(clock.now())])
  return true
}
