import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { duesPayments, statementLines, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { statementQuerySchema, Statement } from '#shared/members/dues/ledger.ts'
import { matchLines, paymentColumns } from './queries.ts'

/** Adds what is new of a statement, and matches what has the reference and the amount of a payment. */
export async function addStatement(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  { account, lines }: Statement,
): Promise<{ added: number; matched: number }> {
  const rows = lines.map(({ copy, ...line }) => {
    const whole = JSON.stringify([account, line.day, line.centavos, line.reference, line.text, copy])
    return { ...line, sha256: createHash('sha256').update(whole).digest('hex') }
  })
  return inTransaction(deps, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into statement_lines (account, day, centavos, reference, text, sha256)
      select ${account}, day, centavos, nullif(reference, ''), text, sha256
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as line(day date, centavos int, reference text, text text, sha256 text)
      on conflict do nothing`)
    const shas = sql.param(rows.map(({ sha256 }) => sha256))
    const matched = await matchLines(tx, sql`${statementLines.sha256} = any(${shas}::text[])`)
    const added = rowCount ?? 0
    const detail = { account, lines: added, matched }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'statement added', detail })
    return { added, matched }
  })
}

/** By hand: whatever a treasurer knows it to be. Null takes it away again. */
export async function matchLine(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  id: string,
  paymentId: string | null,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [line] = await tx
      .select({ paymentId: statementLines.paymentId })
      .from(statementLines)
      .where(eq(statementLines.id, id))
      .for('update')
    const before = mustExist(line).paymentId
    if (before === paymentId) return
    if (before !== null && paymentId !== null) throw new AppError('dues-line-matched')
    const [payment] = await linePayments(tx, [paymentId ?? before ?? ''])
    if (!payment) throw new AppError('not-found')
    await tx.update(statementLines).set({ paymentId }).where(eq(statementLines.id, id))
    const action = paymentId === null ? 'statement line unmatched' : 'statement line matched'
    const detail = { receipt: payment.receipt }
    await appendAudit(tx, deps.clock, { actor: admin.id, action, subject: payment.memberId, detail })
  }).catch((error: unknown) => {
    throw violated(error) === 'statement_lines_payment_once' ? new AppError('dues-line-matched') : error
  })
}

const pageLength = 50
/** How far a statement's day may be from the one a member said. */
const daysApart = 10
const mostLikely = 3

/** Each with the payment that it is; an open one with those it may be: of the same amount, and named by no line yet. */
export async function readStatement({ db }: Pick<Deps, 'db'>, { show, page }: z.output<typeof statementQuerySchema>) {
  const which = show === 'open' ? isNull(statementLines.paymentId) : isNotNull(statementLines.paymentId)
  const rows = await db
    .select({
      id: statementLines.id,
      account: statementLines.account,
      day: statementLines.day,
      centavos: statementLines.centavos,
      reference: statementLines.reference,
      text: statementLines.text,
      payments: sql<string[]>`case when payment_id is null then array(
        select p.id::text from dues_payments p
        where p.state = 'accepted' and p.kind = 'payment' and not p.voided and p.centavos = statement_lines.centavos
          and p.paid_on between statement_lines.day - ${daysApart}::int and statement_lines.day + ${daysApart}::int
          and not exists (select from statement_lines taken where taken.payment_id = p.id)
        order by abs(p.paid_on - statement_lines.day), p.id limit ${mostLikely}) else array[payment_id::text] end`,
    })
    .from(statementLines)
    .where(which)
    .orderBy(asc(statementLines.day), asc(statementLines.id))
    .limit(pageLength)
    .offset((page - 1) * pageLength)
  const ids = rows.flatMap(({ payments }) => payments)
  const known = new Map((await linePayments(db, ids)).map(({ memberId: _memberId, ...one }) => [one.id, one]))
  const lines = rows.map((line) => ({ ...line, payments: line.payments.flatMap((id) => known.get(id) ?? []) }))
  return { total: await db.$count(statementLines, which), lines }
}

const linePayments = (db: Queryable, ids: readonly string[]) =>
  db
    .select({ ...paymentColumns, memberId: duesPayments.memberId })
    .from(duesPayments)
    .innerJoin(users, eq(users.id, duesPayments.memberId))
    .where(
      and(
        inArray(duesPayments.id, [...ids]),
        eq(duesPayments.kind, 'payment'),
        eq(duesPayments.state, 'accepted'),
        eq(duesPayments.voided, false),
      ),
    )
