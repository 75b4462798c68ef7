import { sql } from 'drizzle-orm'
import type { Queryable, PgClient } from '#server/db/database.ts'
import { notStated, type RollRegion } from '#shared/members/enums.ts'

/** Who is on the roll of election `$1` now, as SQL about a row of `roll` by this name. */
export const onRoll = (row: string) => `${row}.election_id = $1 and ${row}.struck is null`

export async function isOnRoll(db: PgClient, electionId: string, voterId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'on the roll',
    text: `select from roll r where ${onRoll('r')} and r.voter_id = $2`,
    values: [electionId, voterId],
  })
  return rowCount === 1
}

export async function countOnRoll(db: Queryable, electionId: string): Promise<ReadonlyMap<RollRegion, number>> {
  const { rows } = await db.execute<{ region: RollRegion; people: number }>(sql`
    select region, count(*)::int as people from roll where election_id = ${electionId} and struck is null group by 1`)
  return new Map(rows.map(({ region, people }) => [region, people]))
}

/** Those who would be on a roll that was drawn up now. */
export async function countWouldBe(db: PgClient): Promise<ReadonlyMap<RollRegion, number>> {
  const { rows } = await db.query<{ region: RollRegion; people: number }>(
    `select coalesce(u.region, $1) as region, count(*)::int as people from users u where ${inGoodStanding('u')} group by 1`,
    [notStated],
  )
  return new Map(rows.map(({ region, people }) => [region, people]))
}

/** A member who has not left, as SQL about a row of `users` by this name. */
export const inGoodStanding = (user: string) =>
  `(${user}.approved and not ${user}.is_admin and ${user}.withdrawn_at is null)`
