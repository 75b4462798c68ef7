import { sql, type SQL } from 'drizzle-orm'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { emails } from '#server/db/schema.ts'
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

/** Members who have not left and are asked for dues, as SQL about `users` by the name `u`. */
const paying = (plan: DuesPlan): SQL =>
  sql.raw(
    `u.approved and u.military_serial is not null and u.withdrawn_at is null and u.erased_at is null and not ${exemptSql(plan, 'u')}`,
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
        where ${paying(plan)} and u.email is not null and u.email_refused_at is null and ${kind} is not null
          and (select count(*) from dues_reminders r
            where r.member_id = u.id and r.paid_until = ${paidUntil} and r.kind = ${kind}) = 0
        limit ${limit}) chosen order by id
      on conflict do nothing returning member_id as id, kind, paid_until::text as "paidUntil"`)
    const people = await readPeople(
      tx,
      rows.map(({ id }) => id),
    )
    const written = rows.flatMap(({ id, ...reminder }) => {
      const person = people.get(id)
      if (!person || !isOneAddress(person.email)) return []
      return {
        to: person.email,
        ...reminderEmail(reminder, person, { plan, shortName, today, site: config.publicUrl }),
      }
    })
    if (written.length > 0) await tx.insert(emails).values(written)
    return rows.length
  })
}

interface Reminded {
  firstName: string
  email: string
  credit: number
}

/** In a statement after the one that holds them: who was erased a moment ago has no address any more. */
async function readPeople(tx: Queryable, ids: string[]): Promise<Map<string, Reminded>> {
  const { rows } = await tx.execute<Record<string, unknown> & Reminded & { id: string }>(sql`
    select u.id, u.first_name as "firstName", u.email, ${sql.raw(creditSql('u'))} as credit
    from users u where u.id = any(${sql.param(ids)}::uuid[]) and u.email is not null`)
  return new Map(rows.map((row) => [row.id, row]))
}

function reminderEmail(
  { kind, paidUntil }: { kind: ReminderKind; paidUntil: Day },
  { firstName, credit }: Reminded,
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

interface Unreached extends Record<string, unknown> {
  id: string
  name: string
  idNumber: string | null
  region: string | null
  phone: string | null
  paidUntil: Day
  /** There is an address, and mail servers refuse it. */
  refused: boolean
}

/** Whom no reminder reaches although one is due, or was: without an address, or with one that is refused. By name. */
export async function readUnreached(deps: Pick<Deps, 'db' | 'clock' | 'settings'>) {
  const plan = await duesPlan(deps)
  const today = dayInManila(deps.clock.now())
  const paidUntil = sql.raw(paidUntilSql(plan, 'u'))
  const unreached = sql`from users u where ${paying(plan)} and (u.email is null or u.email_refused_at is not null)
    and ${paidUntil} - ${reminderDays}::int < ${today}::date`
  const { rows } = await deps.db.execute<{ total: number }>(sql`select count(*)::int as total ${unreached}`)
  const { rows: members } = await deps.db.execute<Unreached>(sql`
    select u.id, u.full_name as name, u.id_number as "idNumber", u.region, u.cellphone_number as phone,
      ${paidUntil}::text as "paidUntil", u.email is not null as refused
    ${unreached} order by u.last_name, u.first_name, u.id limit ${mostListed}`)
  return { total: rows[0]?.total ?? 0, members }
}
