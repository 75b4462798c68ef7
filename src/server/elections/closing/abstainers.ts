import { sql } from 'drizzle-orm'
import type { Region } from '#shared/members/enums.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { couldVote } from '../roll.ts'

/** Members who could have voted and did not, by region: in good standing when voting closed. */
export async function countAbstainers(
  db: Queryable,
  { id, votingCloses }: Pick<Election, 'id' | 'votingCloses'>,
): Promise<ReadonlyMap<Region, number>> {
  const { rows } = await db.execute<{ region: Region; people: number }>(sql`
    select u.region, count(*)::int as people
    from users u, (select ${new Date(votingCloses).toISOString()}::timestamptz as at) closed
    where ${sql.raw(couldVote('u', 'closed.at'))}
      and not exists (
        select from ballots where voter_id = u.id and election_id = ${id} and not rehearsal)
    group by u.region`)
  return new Map(rows.map(({ region, people }) => [region, people]))
}
