import { sql } from 'drizzle-orm'
import type { ChecklistFacts, Dispensable } from '#shared/dashboard/checklist.ts'
import type { Queryable } from '#server/db/database.ts'

type Standing = Pick<ChecklistFacts, 'administrators' | 'leaders' | 'backedUp' | 'notNeeded'>

/** What the database alone knows of how far the site has come, in one statement. */
export async function readStanding(db: Queryable): Promise<Standing> {
  const { rows } = await db.execute<{
    accepted: number
    withoutTwoStep: number
    leaders: number
    backedUp: boolean
    notNeeded: Dispensable[]
  }>(sql`select
    a.accepted, a.without_two_step as "withoutTwoStep",
    (select count(*)::int from leaders) as leaders,
    exists (select from backups where state = 'done') as "backedUp",
    array(select item from checklist_answers order by item) as "notNeeded"
    from (
      select count(*)::int as accepted, count(*) filter (where not u.two_factor_enabled)::int as without_two_step
      from administrators one join users u on u.id = one.user_id
      where one.removed_at is null and u.is_admin and u.own_password
    ) a`)
  const [found] = rows
  if (!found) throw new Error('a statement without a table returned no row')
  const { accepted, withoutTwoStep, ...rest } = found
  return { ...rest, administrators: { accepted, withoutTwoStep } }
}
