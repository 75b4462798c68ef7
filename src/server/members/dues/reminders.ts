import { and, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { emails, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { isOneAddress } from '#server/email/address.ts'
import { countUnsent, mostUnsent, paragraphs } from '#server/email/queue.ts'
import { givenName } from '#server/members/record-columns.ts'
import { whatIsDue } from '#shared/members/dues/dues.ts'
import { showPesos, type Day, type DuesPlan } from '#shared/members/dues/plan.ts'
import {
  defaultReminders,
  fillReminder,
  reminderDay,
  reminderDays,
  reminderSubjects,
  type ReminderKind,
} from '#shared/members/dues/reminders.ts'
import { dayInManila, hourMs, showPlainDate, startOfDay } from '#shared/time.ts'
import { duesPlan } from './record.ts'
import { creditSql, exemptSql, paidUntilSql, reminderSql } from './standing.ts'

type ReminderDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'log'>

const batchSize = 250
/** Nobody is woken by it. */
const firstHour = 8

/**
 * The job that writes to members before their dues are due, when they are and when the grace is over. A batch is one transaction of
 * emails and of the rows that say who has theirs, so whatever is interrupted, and on however many nodes, each gets one.
 */
export async function queueReminders(deps: ReminderDeps, signal: AbortSignal): Promise<void> {
  let written = 0
  while (!signal.aborted) {
    // Asked again for each batch: the plan may have changed meanwhile.
    const { dues: plan, shortName } = await deps.settings()
    const now = deps.clock.now()
    if (!plan || now < startOfDay(now) + firstHour * hourMs) break
    const room = mostUnsent - (await countUnsent(deps.db, mostUnsent))
    if (room <= 0) break
    const limit = Math.min(room, batchSize)
    const people = await writeBatch(deps, { plan, shortName, today: dayInManila(now), limit })
    written += people
    if (people < limit) break
  }
  if (written > 0) deps.log.info({ people: written }, 'reminders of dues were queued')
}

/** Members who have not left and are asked for dues, as SQL about a row of `users` by this name. */
const paying = (plan: DuesPlan, user: string): SQL =>
  sql.raw(
    `${user}.approved and ${user}.military_serial is not null and ${user}.withdrawn_at is null and ${user}.erased_at is null and not ${exemptSql(plan, user)}`,
  )

interface Batch {
  plan: DuesPlan
  shortName: string
  today: Day
  limit: number
}

/** They are put down in one order, so that two jobs at once wait for each other and never in a circle. Returns how many. */
async function writeBatch({ db, config }: ReminderDeps, { plan, shortName, today, limit }: Batch): Promise<number> {
  const kind = sql.raw(reminderSql(plan, 'u', today))
  const paidUntil = sql.raw(paidUntilSql(plan, 'u'))
  return inTransaction({ db }, async (tx) => {
    const { rows } = await tx.execute<{ id: string; kind: ReminderKind; paidUntil: Day }>(sql`
      insert into dues_reminders (member_id, paid_until, kind)
      select id, paid_until, kind from (
        select u.id, ${paidUntil} as paid_until, ${kind} as kind from users u
        where ${paying(plan, 'u')} and u.email is not null and u.email_refused_at is null and ${kind} is not null
          and (select count(*) from dues_reminders r
            where r.member_id = u.id and r.paid_until = ${paidUntil} and r.kind = ${kind}) = 0
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

/** In a statement after the one that holds them: who was erased a moment ago has no address any more. */
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
  { kind, paidUntil }: { kind: ReminderKind; paidUntil: Day },
  { firstName, credit }: { firstName: string; credit: number },
  { plan, shortName, today, site }: Omit<Batch, 'limit'> & { site: string },
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

/** As many as are read at once; the rest comes when they have an address. */
const mostListed = 200

/** Whom no reminder reaches although one is due, or was: without an address, or with one that mail servers refuse. By name. */
export async function readUnreached({ db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>) {
  const plan = await duesPlan({ settings })
  const paidUntil = sql.raw(paidUntilSql(plan, 'users'))
  const unreached = and(
    paying(plan, 'users'),
    or(isNull(users.email), isNotNull(users.emailRefusedAt)),
    sql`${paidUntil} - ${reminderDays}::int < ${dayInManila(clock.now())}::date`,
  )
  const members = await db
    .select({
      id: users.id,
      name: users.fullName,
      idNumber: users.idNumber,
      region: users.region,
      phone: users.cellphoneNumber,
      paidUntil: sql<Day>`${paidUntil}::text`,
      refused: sql<boolean>`${users.email} is not null`,
    })
    .from(users)
    .where(unreached)
    .orderBy(users.lastName, users.firstName, users.id)
    .limit(mostListed)
  return { total: await db.$count(users, unreached), members }
}
