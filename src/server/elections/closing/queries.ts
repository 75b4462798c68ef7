import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'

/** Whether the running totals are what the single votes and ballots add up to. They are kept apart, so one proves the other. */
export async function totalsAgree(db: Queryable, electionId: string): Promise<boolean> {
  const { rows } = await db.execute<{ agree: boolean }>(sql`
    select not exists (
        select from (select nominee_id, count(*) as votes from votes where election_id = ${electionId} and not rehearsal and nominee_id is not null group by 1) v
        full join (select nominee_id, votes from tallies where election_id = ${electionId} and not rehearsal and votes > 0) t
          using (nominee_id)
        where v.votes is distinct from t.votes
      ) and not exists (
        select from (select voter_region as region, count(*) as cast from ballots where election_id = ${electionId} and not rehearsal group by 1) b
        full join (select region, "cast", counted from turnout where election_id = ${electionId} and not rehearsal and "cast" > 0) t
          using (region)
        where b.cast is distinct from t.cast or t.counted is distinct from t.cast
      ) as agree`)
  return rows[0]?.agree ?? false
}
