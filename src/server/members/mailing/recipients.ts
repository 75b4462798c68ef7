import { sql, type SQL } from 'drizzle-orm'
import { users, wholeName } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { memberConditions } from '#server/members/listing/member-conditions.ts'
import type { MemberFilter } from '#shared/members/listing/member-filter.ts'
import type { Who } from '#shared/permissions.ts'
import { asGreeted } from './text.ts'

/**
 * Who may be sent emails that are not about their own account: checked when the email is sent, and again for each recipient in
 * turn. `row` is the alias of `users` in the statement.
 */
export const mayBeMailed = (row: string): SQL =>
  sql.raw(
    ['approved', 'military_serial is not null']
      .concat(['withdrawn_at', 'erased_at', 'unsubscribed_at', 'email_refused_at'].map((column) => `${column} is null`))
      .concat('email is not null')
      .map((condition) => `${row}.${condition}`)
      .join(' and '),
  )

const namedAtMost = 5

/** How many members of a filter would get an email, the first of them by name, and why the others would not. */
export async function countRecipients(
  { db, settings, clock, config }: Pick<Deps, 'db' | 'settings' | 'clock' | 'config'>,
  reader: Who,
  filter: MemberFilter,
) {
  const which = await memberConditions(db, filter, { reader, settings: await settings(), now: clock.now() })
  const { rows } = await db.execute<{ reached: number; without: Record<Reason, number> }>(sql`
    select count(*) filter (where reason is null)::int as reached, json_build_object(
      'withdrawn', count(*) filter (where reason = 'withdrawn'), 'withoutEmail', count(*) filter (where reason = 'withoutEmail'),
      'unsubscribed', count(*) filter (where reason = 'unsubscribed'), 'refused', count(*) filter (where reason = 'refused')) as without
    from (select ${reason} as reason from users where ${which}) chosen`)
  const [counted] = rows
  if (!counted) throw new Error('a count returned no row')
  const named = await db
    .select({ name: wholeName, rank: users.rank, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(sql`${which} and ${reason} is null`)
    .orderBy(users.idNumber)
    .limit(namedAtMost)
  const [first] = named.map(({ name: _name, rank, ...names }) => asGreeted({ rank: rank ?? '', ...names }))
  return { ...counted, names: named.map(({ name }) => name), first, perHour: config.mailPerHour ?? null }
}

type Reason = 'withdrawn' | 'withoutEmail' | 'unsubscribed' | 'refused'
const reason = sql`case when withdrawn_at is not null then 'withdrawn' when email is null then 'withoutEmail'
  when unsubscribed_at is not null then 'unsubscribed' when email_refused_at is not null then 'refused' end`
