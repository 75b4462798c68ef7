import type { PgClient } from '#server/db/database.ts'
import { notStated, type RollRegion } from '#shared/members/enums.ts'
import type { Instant } from '#shared/time.ts'

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

/** By region: once the roll is frozen, those on it; before, those who would be on one that was drawn up now. */
export async function countEligible(
  db: PgClient,
  { id, rollFrozenAt }: { id: string; rollFrozenAt: Instant | null },
): Promise<ReadonlyMap<RollRegion, number>> {
  const { rows } = await (rollFrozenAt === null
    ? db.query<{ region: RollRegion; people: number }>(
        `select coalesce(u.region, $1) as region, count(*)::int as people from users u where ${isPresentMember('u')} group by 1`,
        [notStated],
      )
    : db.query(`select region, count(*)::int as people from roll r where ${onRoll('r')} group by 1`, [id]))
  return new Map(rows.map(({ region, people }) => [region, people]))
}

/** A member who has not left, as SQL about a row of `users` by this name. */
export const isPresentMember = (user: string) =>
  `(${user}.approved and not ${user}.is_admin and ${user}.withdrawn_at is null)`
