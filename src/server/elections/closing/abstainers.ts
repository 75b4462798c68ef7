import { sql } from 'drizzle-orm'
import type { Region } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Election } from '../at-hand.ts'

/**
 * Members who could have voted and did not, by region: in good standing when voting closed. Who was approved since then
 * could not have voted; who left since then could have.
 */
export async function countAbstainers(
  db: Queryable,
  { id, votingCloses }: Pick<Election, 'id' | 'votingCloses'>,
  now: Instant,
): Promise<ReadonlyMap<Region, number>> {
  const closed = new Date(votingCloses).toISOString()
  const { rows } = await db.execute<{ region: Region; people: number }>(sql`
    select region, count(*)::int as people from users
    where approved and not is_admin and region is not null
      and (approved_at is null or approved_at not between ${closed}::timestamptz and ${new Date(now).toISOString()}::timestamptz)
      and (withdrawn_at is null or withdrawn_at >= ${closed}::timestamptz)
      and not exists (
        select from ballots where voter_id = users.id and election_id = ${id} and not rehearsal)
    group by region`)
  return new Map(rows.map(({ region, people }) => [region, people]))
}
