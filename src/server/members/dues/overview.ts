import { eq, sql } from 'drizzle-orm'
import { duesPayments, memberLines, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { mustExist } from '#shared/errors.ts'
import { standingKinds } from '#shared/members/dues/text.ts'
import { notStated } from '#shared/members/enums.ts'
import { recordOf } from '#shared/objects.ts'
import { dayInManila, months } from '#shared/time.ts'
import { isUnstated } from './receipts.ts'
import { findLastReminders } from './reminders.ts'
import { duesPlan, hasStandingSql, unreachedSql } from './standing.ts'
import { countStatementLines } from './statements.ts'

type OverviewDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** The figures that the treasurer reports to the board. */
export async function readDuesOverview(deps: OverviewDeps, year: number) {
  const { db } = deps
  const plan = await duesPlan(deps)
  const today = dayInManila(deps.clock.now())
  const count = (which: string) => sql<number>`(count(*) filter (where ${sql.raw(which)}))::int`
  const [members] = await db
    .select({
      ...recordOf(standingKinds, (kind) => count(hasStandingSql(plan, 'member_lines', today, kind))),
      unreached: count(unreachedSql(plan, 'member_lines', today)),
    })
    .from(memberLines)
    .where(eq(memberLines.state, 'member'))
  const countPayments = (state: 'waiting' | 'asked again') => db.$count(duesPayments, eq(duesPayments.state, state))
  return {
    year,
    /** By the day of the receipt, with voids subtracted. */
    received: await receivedIn(deps, year),
    /** Counts members who have not left, as of today. */
    members: mustExist(members),
    waiting: await countPayments('waiting'),
    askedAgain: await countPayments('asked again'),
    lines: await countStatementLines(db),
    unstated: await db.$count(duesPayments, isUnstated),
    lastReminders: await findLastReminders(db),
  }
}

/** Grouped by the month of the receipt and the region that the member has today. */
const receivedIn = ({ db }: Pick<Deps, 'db'>, year: number) =>
  db
    .select({
      month: sql<number>`extract(month from ${duesPayments.decidedAt} at time zone 'Asia/Manila')::int as month`,
      region: users.region,
      centavos: sql<number>`sum(${duesPayments.centavos})::float8`,
      payments: sql<number>`(count(*) filter (where ${duesPayments.kind} = 'payment' and not ${duesPayments.voided}))::int`,
    })
    .from(duesPayments)
    .innerJoin(users, eq(users.id, duesPayments.memberId))
    .where(eq(duesPayments.receiptYear, year))
    .groupBy(sql`month`, users.region)
    .orderBy(sql`month`, users.region)

export async function* overviewCsv(deps: Pick<Deps, 'db'>, year: number): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['Month', 'Region', 'Payments', 'Received in pesos'])
  for (const { month, region, payments, centavos } of await receivedIn(deps, year))
    yield csvLine([`${months[month - 1]} ${year}`, region ?? notStated, payments, centavos / 100])
}
