import type { PgClient } from '#server/db/database.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { creditSql, hasStandingSql, paidUntilSql, readPlan } from '#server/members/dues/standing.ts'
import { rollFreezes } from '#shared/elections/lifecycle.ts'
import type { OffRoll } from '#shared/elections/roll/roll.ts'
import { amountToStayInStanding, type Coverage } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { notStated, type RollRegion } from '#shared/members/enums.ts'
import { dayInManila, type Instant, type PlainDate } from '#shared/time.ts'

/** Who is on the roll of election `$1` now, as SQL about a row of `roll` with this alias. */
export const onRoll = (row: string) => `${row}.election_id = $1 and ${row}.struck is null`

export async function isOnRoll(db: PgClient, electionId: string, voterId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'on the roll',
    text: `select from roll r where ${onRoll('r')} and r.voter_id = $2`,
    values: [electionId, voterId],
  })
  return rowCount === 1
}

/** By region: those on the frozen roll, or those who would be on it if it were drawn up now. */
export async function countEligible(
  db: PgClient,
  election: RollElection & { id: string; rollFrozenAt: Instant | null },
): Promise<ReadonlyMap<RollRegion, number>> {
  const { rows } = await (election.rollFrozenAt === null
    ? db.query<{ region: RollRegion; people: number }>(
        `select coalesce(u.region, $1) as region, count(*)::int as people from users u where ${(await voterSql(db, election))('u')} group by 1`,
        [notStated],
      )
    : db.query(`select region, count(*)::int as people from roll r where ${onRoll('r')} group by 1`, [election.id]))
  return new Map(rows.map(({ region, people }) => [region, people]))
}

/** A member who has not left, as SQL about a row of `users` with this alias. */
export const isPresentMember = (user: string) =>
  `(${user}.approved and not ${user}.is_admin and ${user}.withdrawn_at is null)`

type RollElection = Pick<Election, 'goodStandingOnly' | 'eligibilityDate' | 'votingOpens'>

/** The plan and day by which members are in good standing for an election; null where the roll takes every member. */
export async function standingFor(
  db: PgClient,
  election: RollElection,
): Promise<{ plan: DuesPlan; day: PlainDate } | null> {
  const plan = election.goodStandingOnly ? await readPlan(db) : null
  return plan && { plan, day: dayInManila(rollFreezes(election)) }
}

/** Who belongs on the roll of an election, as SQL about a row of `users`; whether they were approved in time is checked separately. */
export async function voterSql(db: PgClient, election: RollElection): Promise<(user: string) => string> {
  const standing = await standingFor(db, election)
  return (user) =>
    standing
      ? `(${isPresentMember(user)} and not ${hasStandingSql(standing.plan, user, standing.day, 'lapsed')})`
      : isPresentMember(user)
}

/** Why somebody is not on a roll of members in good standing, or would not be unless they pay; null for everybody else. */
export async function whyOffRoll(
  db: PgClient,
  election: RollElection & { rollFrozenAt: Instant | null },
  voterId: string,
  { onRoll, now }: { onRoll: boolean; now: Instant },
): Promise<OffRoll | null> {
  if (!election.goodStandingOnly) return null
  const on = rollFreezes(election)
  if (election.rollFrozenAt !== null) return onRoll ? null : { on, fixed: true, centavos: 0 }
  const standing = await standingFor(db, election)
  if (!standing) return null
  const { plan, day } = standing
  const { rows } = await db.query<Coverage>(
    `select (${paidUntilSql(plan, 'u')})::text as "paidUntil", ${creditSql('u')} as credit
     from users u where u.id = $1 and not ${(await voterSql(db, election))('u')}`,
    [voterId],
  )
  const [reached] = rows
  return reached ? { on, fixed: false, centavos: amountToStayInStanding(plan, reached, dayInManila(now), day) } : null
}
