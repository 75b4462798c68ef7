import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { memberLines } from '#server/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { showCount } from '#shared/figures.ts'
import { accountsWithOldQr, type DuesPlan } from '#shared/members/dues/plan.ts'
import { dayInManila, showTimeOfDay, type Instant, type PlainDate } from '#shared/time.ts'
import { countDuesReminders, remindersBegin } from './reminders.ts'
import { hasStandingSql } from './standing.ts'

type Plans = Record<'before' | 'after', DuesPlan | null>

/** Refuses a plan until its consequences are confirmed. It lists them all, so that one confirmation is enough. */
export async function refuseUnconfirmedPlan(
  tx: Queryable,
  { before, after, now }: Plans & { now: Instant },
): Promise<void> {
  const today = dayInManila(now)
  const reminded = await countDuesReminders(tx, after, today)
  const lapsing = await countLapsing(tx, { before, after }, today)
  const consequences: string[] = []
  if (reminded > (await countDuesReminders(tx, before, today))) {
    const when = now < remindersBegin(now) ? `today at ${showTimeOfDay(remindersBegin(now))}` : 'within minutes'
    consequences.push(
      `Reminders go out automatically. With these settings, ${showCount(reminded, 'member')} would get one ${when}.`,
    )
  }
  if (lapsing > 0)
    consequences.push(`${showCount(lapsing, 'member')} would no longer be in good standing, from today on.`)
  for (const name of accountsWithOldQr(before, after))
    consequences.push(
      `The number of ${name} is new, but its QR picture is the old one: members who scan it may pay into the old account.`,
    )
  if (consequences.length > 0)
    throw new AppError('dues-plan-unconfirmed', { values: { consequences: consequences.join(' ') } })
}

/** Counts the members who lapse only because this change alters the grace, the exemptions or the start of dues. */
async function countLapsing(tx: Queryable, { before, after }: Plans, today: PlainDate): Promise<number> {
  const isLapsed = (plan: DuesPlan | null) =>
    plan && !plan.off ? sql.raw(hasStandingSql(plan, 'member_lines', today, 'lapsed')) : sql`false`
  return tx.$count(
    memberLines,
    sql`${eq(memberLines.state, 'member')} and ${isLapsed(after)} and not ${isLapsed(before)}`,
  )
}
