import { and, asc, between, eq, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { duesPayments, memberLines, statementLines, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { mustExist } from '#shared/errors.ts'
import type { DuesStanding } from '#shared/members/dues/dues.ts'
import type { receiptsQuerySchema } from '#shared/members/dues/ledger.ts'
import type { Day } from '#shared/members/dues/plan.ts'
import { standingKinds } from '#shared/members/dues/text.ts'
import { notStated } from '#shared/members/enums.ts'
import { recordOf } from '#shared/objects.ts'
import { dayInManila, dayMs, manila, months, showMoment, type Instant } from '#shared/time.ts'
import { decider, paymentColumns } from './queries.ts'
import { duesPlan, hasStandingSql } from './standing.ts'

type OverviewDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

/** What the treasurer tells the board. */
export async function readOverview(deps: OverviewDeps, year: number) {
  const { db } = deps
  const plan = await duesPlan(deps)
  const has = (kind: DuesStanding['kind']) => hasStandingSql(plan, 'member_lines', dayInManila(deps.clock.now()), kind)
  const [members] = await db
    .select(recordOf(standingKinds, (kind) => sql<number>`(count(*) filter (where ${sql.raw(has(kind))}))::int`))
    .from(memberLines)
    .where(eq(memberLines.state, 'member'))
  const count = (state: 'waiting' | 'asked again') => db.$count(duesPayments, eq(duesPayments.state, state))
  return {
    year,
    /** By the day of the receipt, voids taken off. */
    received: await receivedIn(deps, year),
    /** Who have not left, today. */
    members: mustExist(members),
    waiting: await count('waiting'),
    askedAgain: await count('asked again'),
    openLines: await db.$count(statementLines, sql`${statementLines.paymentId} is null`),
  }
}

/** By the day of the receipt and the region of today. */
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

const pesos = (centavos: number) => centavos / 100

export async function* overviewCsv(deps: Pick<Deps, 'db'>, year: number): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['Month', 'Region', 'Payments', 'Received in pesos'])
  for (const { month, region, payments, centavos } of await receivedIn(deps, year))
    yield csvLine([`${months[month - 1]} ${year}`, region ?? notStated, payments, pesos(centavos)])
}

/** In the order of their numbers, voids among them. */
export const readReceipts = ({ db }: Pick<Deps, 'db'>, { day }: z.output<typeof receiptsQuerySchema>) =>
  db
    .select({
      ...paymentColumns,
      at: sql<Instant>`${duesPayments.decidedAt}`.mapWith(duesPayments.decidedAt),
      centavos: duesPayments.centavos,
      /** Taken back by another. */
      voided: duesPayments.voided,
      paidUntil: sql<Day>`${duesPayments.paidUntil}`,
      by: decider.fullName,
    })
    .from(duesPayments)
    .innerJoin(users, eq(users.id, duesPayments.memberId))
    .innerJoin(decider, eq(decider.id, duesPayments.decidedBy))
    .where(
      and(isNotNull(duesPayments.receiptNumber), between(duesPayments.decidedAt, manila(day), manila(day) + dayMs - 1)),
    )
    .orderBy(asc(duesPayments.receiptYear), asc(duesPayments.receiptNumber))

export async function* receiptsCsv(deps: Pick<Deps, 'db'>, day: Day): AsyncGenerator<string> {
  const head = [
    'Receipt',
    'Accepted',
    'Member',
    'ID number',
    'Pesos',
    'Paid by',
    'Reference',
    'Paid until',
    'Accepted by',
  ]
  yield byteOrderMark + csvLine(head)
  for (const { receipt, at, name, idNumber, centavos, way, reference, paidUntil, by } of await readReceipts(deps, {
    day,
  }))
    yield csvLine([receipt, showMoment(at), name, idNumber, pesos(centavos), way, reference, paidUntil, by])
}
