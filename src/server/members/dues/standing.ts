import { sql } from 'drizzle-orm'
import type { PgClient } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { mustExist } from '#shared/errors.ts'
import { duesBegin, joinedToCover, reminderDays, standingOf, type DuesStanding } from '#shared/members/dues/dues.ts'
import { duesPlanSchema, type DuesPlan } from '#shared/members/dues/plan.ts'
import { type PlainDate, addDays } from '#shared/time.ts'

/** Throws `not-found` while there are no dues. */
export async function duesPlan({ settings }: Pick<Deps, 'settings'>): Promise<DuesPlan> {
  return mustExist((await settings()).dues)
}

/** The stored plan, for decisions inside a transaction; null without dues, and while they are off. */
export async function readPlan(db: PgClient): Promise<DuesPlan | null> {
  const { rows } = await db.query<{ dues: unknown }>(`select value->'dues' as dues from settings`)
  const plan = duesPlanSchema.nullable().parse(rows[0]?.dues ?? null)
  return plan?.off ? null : plan
}

/**
 * The rules of `src/shared/members/dues/dues.ts` as SQL about a row of `users` with the alias `user`, so that a hundred
 * thousand members can be filtered and counted. Days and statuses come from the validated plan.
 */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const date = (day: PlainDate) => `date ${quoted(day)}`

export const joinedSql = (user: string) =>
  user === 'member_lines'
    ? 'member_lines.joined_on'
    : `(coalesce(${user}.approved_at, ${user}.created_at) at time zone 'Asia/Manila')::date`

/** `coveredFromStart` in SQL. */
function startSql(plan: DuesPlan, user: string): string {
  const joined = joinedSql(user)
  const before = `greatest(${joined}, ${date(duesBegin(plan))}) - 1`
  if (!plan.firstPeriodCovered) return `(${before})`
  const { yearStarts } = plan
  const nextYear =
    yearStarts === null
      ? // A year after 29 February is 1 March.
        `(${joined} + interval '1 year')::date + (to_char(${joined}, 'MM-DD') = '02-29')::int`
      : `make_date(extract(year from ${joined})::int + (to_char(${joined}, 'MM-DD') >= ${quoted(yearStarts)})::int, ${Number(yearStarts.slice(0, 2))}, ${Number(yearStarts.slice(3))})`
  return `greatest(${before}, ${nextYear} - 1)`
}

/** The day that the ledger reaches; without a ledger, the start. */
export const paidUntilSql = (plan: DuesPlan, user: string) =>
  `coalesce(${user}.dues_paid_until, ${startSql(plan, user)})`

const statusesSql = ({ exemptStatuses }: DuesPlan) => `array[${exemptStatuses.map(quoted).join(', ')}]::text[]`

export const exemptSql = (plan: DuesPlan, user: string) =>
  `(coalesce(${user}.military_status = any(${statusesSql(plan)}), false)
    or exists (select from dues_exemptions named where named.member_id = ${user}.id))`

/** `reminderFor` in SQL, for a member who is not exempt. */
export function reminderSql(plan: DuesPlan, user: string, today: PlainDate): string {
  const paid = paidUntilSql(plan, user)
  return `(case when ${paid} >= ${date(today)} then case when ${paid} - ${reminderDays} < ${date(today)} then 'before' end
    when ${paid} + ${plan.graceDays} >= ${date(today)} then 'due'
    when ${paid} + ${plan.graceDays + reminderDays} >= ${date(today)} then 'grace over' end)`
}

/** Members with no address, or a refused one, when a reminder is or was due. For `users` and `member_lines`. */
export const unreachedSql = (plan: DuesPlan, user: string, today: PlainDate) =>
  `((${user}.email is null or ${user}.${user === 'member_lines' ? 'email_refused' : 'email_refused_at is not null'}) and not ${exemptSql(plan, user)}
    and ${paidUntilSql(plan, user)} - ${reminderDays} < ${date(today)})`

/** The part of a member's payments that has not paid for a period yet. */
export const creditSql = (user: string) =>
  `coalesce((select p.credit from dues_payments p where p.member_id = ${user}.id and p.state = 'accepted'
    order by p.decided_at desc, p.receipt_year desc nulls last, p.receipt_number desc nulls last limit 1), 0)`

/**
 * `standingOf` as a condition on a row of `users` or `member_lines`. It compares days and joins ranges of them with
 * `or`, so that the indexes of `member_lines` can answer it when few members have this standing.
 */
export function hasStandingSql(plan: DuesPlan, user: string, today: PlainDate, kind: DuesStanding['kind']): string {
  // Worded so that the indexes of both tables are used; `exists` would not use them.
  if (kind === 'exempt')
    return `(${user}.military_status = any(${statusesSql(plan)}) or ${user}.id = any(array(select member_id from dues_exemptions)))`
  const paid = `${user}.dues_paid_until`
  const joined = joinedSql(user)
  // Never null, because a negated condition would lose those rows.
  const within = (...bounds: ['>=' | '<', PlainDate][]) => {
    const ofPaid = bounds.map(([operator, day]) => `${paid} ${operator} ${date(day)}`)
    const ofJoined = bounds.map(([operator, day]) => `${joined} ${operator} ${date(joinedToCover(plan, day))}`)
    return `(${paid} is not null and ${ofPaid.join(' and ')} or ${paid} is null and ${ofJoined.join(' and ')})`
  }
  const graceFrom = addDays(today, -plan.graceDays)
  const standing = {
    good: within(['>=', today]),
    grace: within(['<', today], ['>=', graceFrom]),
    lapsed: within(['<', graceFrom]),
  }
  return `(${standing[kind]} and not ${exemptSql(plan, user)})`
}

/** The columns that `standingOf` needs. Without dues nothing is read. */
export const standingColumns = (plan: DuesPlan | null) => ({
  paidUntil: sql<PlainDate | null>`${sql.raw(plan ? `${paidUntilSql(plan, 'users')}::text` : 'null::text')}`,
  exempt: sql<boolean>`${sql.raw(plan ? exemptSql(plan, 'users') : 'false')}`,
})

export const standingFrom = (
  plan: DuesPlan | null,
  { paidUntil, exempt }: { paidUntil: PlainDate | null; exempt: boolean },
  today: PlainDate,
): DuesStanding | null => (plan && paidUntil ? standingOf({ paidUntil, exempt }, plan, today) : null)
