import { AppError } from '#shared/errors.ts'
import { hasReached, stageOf } from '#shared/elections/lifecycle.ts'
import type { Deps } from '#server/deps.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { countUnopenedWith } from './count-batch.ts'

/**
 * How many of the ballots that wait to be counted cannot be opened. Looked up when somebody asks, not noted when it is found:
 * so it is true at once when a ballot is mended. Few wait, for counting follows voting within seconds.
 */
export async function countUnopened(
  { pool, vault, clock }: Pick<Deps, 'pool' | 'vault' | 'clock'>,
  election: Election,
): Promise<number> {
  if (hasReached(stageOf(election, clock.now()), 'counted') || election.cancelledAt !== null) return 0
  const which = 'election_id = $1 and not counted'
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from ballots where ${which}`,
    [election.id],
  )
  const waiting = rows[0]?.waiting ?? 0
  if (waiting === 0) return 0
  try {
    const key = await vault.keyOf(election.id)
    return await countUnopenedWith(pool, key, { election, all: true })
  } catch (error) {
    // Without the right key none of them opens.
    if (error instanceof AppError) return waiting
    throw error
  }
}
