import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { saltsKeptMs } from '#shared/elections/roll/roll.ts'

const perStatement = 10_000

/**
 * A while after certification, or after it was cancelled, nobody needs to find a person's line any more: what leads from one to the other goes, the lines
 * stay. In pieces; whatever is interrupted goes on the next time.
 */
export async function removeSalts(
  { pool, clock, log }: Pick<Deps, 'pool' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const certifiedBefore = toTimestamp(clock.now() - saltsKeptMs)
  let removed = 0
  while (!signal?.aborted) {
    const { rowCount } = await pool.query(
      `update roll set salt = null, serial = null where (election_id, voter_id) in (
         select r.election_id, r.voter_id from roll r join elections e on e.id = r.election_id
         where coalesce(e.certified_at, e.cancelled_at) <= $1 and r.salt is not null limit $2)`,
      [certifiedBefore, perStatement],
    )
    if (!rowCount) break
    removed += rowCount
  }
  if (removed > 0) log.info({ lines: removed }, 'salts were removed from the roll')
}
