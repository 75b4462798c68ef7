import { inArray, sql, type SQL } from 'drizzle-orm'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { emails, users } from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import { isListedSql } from '#server/db/schema/members.ts'
import type { Deps } from '#server/deps.ts'
import { isOneAddress } from '#server/email/address.ts'
import { countUnsent, mostUnsent, paragraphs } from '#server/email/queue.ts'
import { givenName } from '#server/members/record-columns.ts'
import { whatIsDue } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import {
  defaultReminders,
  fillReminder,
  reminderDay,
  reminderHour,
  reminderSubjects,
  type ReminderKind,
} from '#shared/members/dues/reminders.ts'
import { showPesos } from '#shared/pesos.ts'
import { dayInManila, hourMs, showPlainDate, startOfDay, type Instant, type PlainDate } from '#shared/time.ts'
import { creditSql, exemptSql, paidUntilSql, reminderSql } from './standing.ts'

type ReminderDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'log'>

const batchSize = 250

/** Reminders are sent only from a fixed hour on, and not while there is no account to pay to. */
const sendsReminders = (plan: DuesPlan | null): plan is DuesPlan => !!plan && !plan.off && plan.accounts.length > 0
export const remindersBegin = (now: Instant) => startOfDay(now) + reminderHour * hourMs

/**
 * The job that emails members before their dues are due, when they are due, and when the grace is over. A batch is one
 * transaction of emails and of rows that record them, so each member gets one, despite crashes and several nodes.
 */
export async function queueReminders(deps: ReminderDeps, signal: AbortSignal): Promise<void> {
  let written = 0
  while (!signal.aborted) {
    // Read again for each batch, because the plan may have changed.
    const { dues: plan, shortName } = await deps.settings()
    const now = deps.clock.now()
    if (!sendsReminders(plan) || now < remindersBegin(now)) break
    const room = mostUnsent - (await countUnsent(deps.db, mostUnsent))
    if (room <= 0) break
    const limit = Math.min(room, batchSize)
    const people = await writeBatch(deps, { plan, shortName, now, limit })
    written += people
    if (people < limit) break
  }
  if (written > 0) deps.log.info({ people: written }, 'reminders of dues were queued')
}

/** How many members this plan would remind next. */
export async function countDuesReminders(tx: Queryable, plan: DuesPlan | null, today: PlainDate): Promise<number> {
  if (!sendsReminders(plan)) return 0
  const { rows } = await tx.execute<{ people: number }>(sql`select count(*)::int as people ${toRemind(plan, today)}`)
  return rows[0]?.people ?? 0
}

/** The last day on which reminders were queued, and for how many members; null before the first. */
export async function findLastReminders(db: Queryable): Promise<{ day: PlainDate; people: number } | null> {
  const { rows } = await db.execute<{ day: PlainDate; people: number }>(sql`
    select (queued_at at time zone 'Asia/Manila')::date::text as day, count(*)::int as people
    from dues_reminders group by 1 order by 1 desc limit 1`)
  return rows[0] ?? null
}

/** SQL for members who have not left and pay dues. `user` is the alias of `users` in the statement. */
const paying = (plan: DuesPlan, user: string): SQL =>
  sql.raw(`${isListedSql(`${user}.`)} and ${user}.withdrawn_at is null and not ${exemptSql(plan, user)}`)

/** Members with an address, not yet reminded. A member whose payment waits must not read that none has arrived. */
const toRemind = (plan: DuesPlan, today: PlainDate): SQL => {
  const kind = sql.raw(reminderSql(plan, 'u', today))
  return sql`from users u where ${paying(plan, 'u')} and u.email is not null and u.email_refused_at is null and ${kind} is not null
    and not exists (select from dues_payments sent where sent.member_id = u.id and sent.state = 'waiting')
    and (select count(*) from dues_reminders r
      where r.member_id = u.id and r.paid_until = ${sql.raw(paidUntilSql(plan, 'u'))} and r.kind = ${kind}) = 0`
}

interface Batch {
  plan: DuesPlan
  shortName: string
  now: Instant
  limit: number
}

/** Inserts the rows in id order, so that two jobs at once cannot deadlock. Returns how many rows. */
async function writeBatch({ db, config }: ReminderDeps, { plan, shortName, now, limit }: Batch): Promise<number> {
  const today = dayInManila(now)
  const kind = sql.raw(reminderSql(plan, 'u', today))
  const paidUntil = sql.raw(paidUntilSql(plan, 'u'))
  return inTransaction({ db }, async (tx) => {
    const { rows } = await tx.execute<{ id: string; kind: ReminderKind; paidUntil: PlainDate }>(sql`
      insert into dues_reminders (member_id, paid_until, kind, queued_at)
      select id, paid_until, kind, ${timestamptz(now)} from (
        select u.id, ${paidUntil} as paid_until, ${kind} as kind ${toRemind(plan, today)}
        limit ${limit}) chosen order by id
      on conflict do nothing returning member_id as id, kind, paid_until::text as "paidUntil"`)
    const reminders = new Map(rows.map((row) => [row.id, row]))
    const written = (await readPeople(tx, [...reminders.keys()])).flatMap(({ id, email: to, ...person }) => {
      const reminder = reminders.get(id)
      if (!reminder || to === null || !isOneAddress(to)) return []
      return { to, ...reminderEmail(reminder, person, { plan, shortName, today, site: config.publicUrl }) }
    })
    if (written.length > 0) await tx.insert(emails).values(written)
    return rows.length
  })
}

/** Reads after the insert, which locks the members: one who was erased just before has no address any more. */
const readPeople = (tx: Queryable, ids: string[]) =>
  tx
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      credit: sql<number>`${sql.raw(creditSql('users'))}`,
    })
    .from(users)
    .where(inArray(users.id, ids))

function reminderEmail(
  { kind, paidUntil }: { kind: ReminderKind; paidUntil: PlainDate },
  { firstName, credit }: { firstName: string; credit: number },
  { plan, shortName, today, site }: Pick<Batch, 'plan' | 'shortName'> & { today: PlainDate; site: string },
) {
  const text = fillReminder(plan.reminders?.[kind] || defaultReminders[kind], {
    name: givenName(firstName),
    amount: showPesos(whatIsDue(plan, { paidUntil, credit }, today).centavos),
    day: showPlainDate(reminderDay(kind, paidUntil, plan)),
    link: `${site}/dues`,
  })
  return {
    kind: 'dues reminder' as const,
    subject: `${shortName}: ${reminderSubjects[kind]}`,
    body: paragraphs(text, shortName),
  }
}
