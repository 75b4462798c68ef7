import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
import { duesPayments, statementLines, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import type { LinePayment, StatementLine, StatementPart, statementQuerySchema } from '#shared/members/dues/ledger.ts'
import { matchLines, paymentColumns } from './queries.ts'

/** Adds what is new of a statement, and matches what has the reference and the amount of a payment. */
export async function addStatementPart(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  { account, lines }: StatementPart,
): Promise<{ added: number; matched: number }> {
  const rows = lines.map(({ copy, ...line }) => ({
    ...line,
    account,
    reference: line.reference || null,
    createdAt: deps.clock.now(),
    sha256: createHash('sha256')
      .update(JSON.stringify([account, line.day, line.centavos, line.reference, line.text, copy]))
      .digest('hex'),
  }))
  return inTransaction(deps, async (tx) => {
    const added = await tx
      .insert(statementLines)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: statementLines.id })
    const matched = await matchLines(
      tx,
      inArray(
        statementLines.sha256,
        rows.map(({ sha256 }) => sha256),
      ),
    )
    const detail = { account, lines: added.length, matched }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'statement added', detail })
    return { added: added.length, matched }
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

export async function readStatement(
  { db }: Pick<Deps, 'db'>,
  { show, page }: z.output<typeof statementQuerySchema>,
): Promise<{ total: number; lines: StatementLine[] }> {
  const which = show === 'open' ? isNull(statementLines.paymentId) : isNotNull(statementLines.paymentId)
  const rows = await db
    .select({
      id: statementLines.id,
      account: statementLines.account,
      day: statementLines.day,
      centavos: statementLines.centavos,
      reference: statementLines.reference,
      text: statementLines.text,
      paymentId: statementLines.paymentId,
      likely: sql<string[]>`case when payment_id is null then array(
        select p.id::text from dues_payments p
        where p.state = 'accepted' and p.kind = 'payment' and not p.voided and p.centavos = statement_lines.centavos
          and p.paid_on between statement_lines.day - ${daysApart}::int and statement_lines.day + ${daysApart}::int
          and not exists (select from statement_lines taken where taken.payment_id = p.id)
        order by abs(p.paid_on - statement_lines.day), p.id limit ${mostLikely}) else '{}' end`,
    })
    .from(statementLines)
    .where(which)
    .orderBy(asc(statementLines.day), asc(statementLines.id))
    .limit(pageLength)
    .offset((page - 1) * pageLength)
  const ids = rows.flatMap(({ paymentId, likely }) => (paymentId === null ? likely : [paymentId]))
  const payments = new Map((await linePayments(db, ids)).map(({ memberId: _memberId, ...one }) => [one.id, one]))
  return {
    total: await db.$count(statementLines, which),
    lines: rows.map(({ paymentId, likely, ...line }) => ({
      ...line,
      payment: paymentId === null ? null : (payments.get(paymentId) ?? null),
      likely: likely.flatMap((id) => payments.get(id) ?? []),
    })),
  }
}

async function linePayments(db: Queryable, ids: readonly string[]): Promise<(LinePayment & { memberId: string })[]> {
  const isOne = and(
    eq(duesPayments.kind, 'payment'),
    eq(duesPayments.state, 'accepted'),
    eq(duesPayments.voided, false),
  )
  return db
    .select({ ...paymentColumns, memberId: duesPayments.memberId })
    .from(duesPayments)
    .innerJoin(users, eq(users.id, duesPayments.memberId))
    .where(and(inArray(duesPayments.id, [...ids]), isOne))
}
