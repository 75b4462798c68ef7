import type pg from 'pg'
import { hourMs } from '#shared/elections/monitor/by-hour.ts'
import type { Instant } from '#shared/time.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'

/**
 * How many have voted by now, put down for this hour. Ballots carry no time, and the box is not slowed down for it: the job that
 * counts comes by every few seconds. Written only when somebody voted since.
 */
export async function noteHour(pool: Pick<pg.Pool, 'query'>, electionId: string, now: Instant): Promise<void> {
  await pool.query(
    `insert into turnout_hours as before (election_id, hour, "cast")
     select $1, $2, coalesce(sum("cast"), 0) from turnout where election_id = $1
     on conflict (election_id, hour) do update set "cast" = excluded."cast" where before."cast" <> excluded."cast"`,
    [electionId, toTimestamp(now - (now % hourMs))],
  )
}
