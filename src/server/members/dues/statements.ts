import { createHash } from 'node:crypto'
import { and, asc, eq, getTableColumns, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { duesPayments, statementLines, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { cash } from '#shared/members/dues/plan.ts'
import {
  lineShows,
  linesPerPage,
  type LineDecision,
  type LineShow,
  type BankStatement,
  type statementQuerySchema,
} from '#shared/members/dues/schemas.ts'
import { daysApart, lineState, plainWords, referencesIn, sumOf } from '#shared/members/dues/statement-line.ts'
import { recordOf } from '#shared/objects.ts'
import { showPesos } from '#shared/pesos.ts'
import { isReceipt, matchLines, paymentColumns, receiptOf } from './queries.ts'

/** Adds the new lines of a statement, and matches those with the reference and amount of a payment. */
export async function addStatement(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  { account, lines }: BankStatement,
): Promise<{ added: number; matched: number }> {
  const rows = lines.map(({ copy, ...line }) => {
    const content = JSON.stringify([account, line.day, line.centavos, line.reference, line.text, copy])
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { ...line, mentions: referencesIn(line.reference, line.text), sha256 }
  })
  return inTransaction(deps, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      insert into statement_lines (account, day, centavos, reference, text, mentions, sha256)
      select ${account}, day, centavos, nullif(reference, ''), text, mentions, sha256
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as line(day date, centavos int, reference text, text text, mentions text[], sha256 text)
      on conflict do nothing`)
    const hashes = sql.param(rows.map(({ sha256 }) => sha256))
    const matched = await matchLines(tx, sql`${statementLines.sha256} = any(${hashes}::text[])`)
    const added = rowCount ?? 0
    const detail = { account, lines: added, matched }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'statement added', detail })
    return { added, matched }
  })
}

/** The treasurer decides by hand what a line is. */
export async function decideOnLine(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  id: string,
  decision: LineDecision,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const which = eq(statementLines.id, id)
    // Locked, so that two treasurers at once cannot match receipts for more than its amount.
    const [row] = await tx.select().from(statementLines).where(which).for('no key update')
    const line = mustExist(row)
    const { account, day, setAside } = line
    const own = await tx
      .select({ centavos: duesPayments.centavos, memberId: duesPayments.memberId, receipt: receiptOf(duesPayments) })
      .from(duesPayments)
      .where(eq(duesPayments.lineId, id))
    const isFull = sumOf(own) >= line.centavos
    const log = (action: 'matched' | 'unmatched' | 'set aside', of?: { memberId: string; receipt: string }) =>
      appendAudit(tx, deps.clock, {
        actor: admin.id,
        action: `statement line ${action}`,
        ...(of && { subject: of.memberId }),
        detail: { account, day, amount: showPesos(line.centavos), ...(of && { receipt: of.receipt }) },
      })
    if (decision.is === 'open') {
      // A line that was set aside may have receipts for a part of it: these stay.
      if (setAside === null) await tx.update(duesPayments).set({ lineId: null }).where(eq(duesPayments.lineId, id))
      else await tx.update(statementLines).set({ setAside: null }).where(which)
      if (setAside !== null || own.length > 0) await log('unmatched', own[0])
    } else if (decision.is === 'set aside') {
      if (isFull) throw new AppError('dues-line-matched')
      await tx.update(statementLines).set({ setAside: decision.reason }).where(which)
      await log('set aside')
    } else {
      const ofPayment = and(eq(duesPayments.id, decision.paymentId), isReceipt)
      const [payment] = await tx
        .select({ lineId: duesPayments.lineId, memberId: duesPayments.memberId, receipt: receiptOf(duesPayments) })
        .from(duesPayments)
        .where(ofPayment)
        .for('no key update')
      const { lineId, ...matched } = mustExist(payment)
      if (lineId === id) return
      if (lineId !== null || setAside !== null || isFull) throw new AppError('dues-line-matched')
      await tx.update(duesPayments).set({ lineId: id }).where(ofPayment)
      await log('matched', matched)
    }
  })
}

/** The sum of the receipts of each line. */
const receipted = (db: Queryable) =>
  db
    .select({
      lineId: duesPayments.lineId,
      centavos: sql<number>`sum(${duesPayments.centavos})`.as('receipted_centavos'),
    })
    .from(duesPayments)
    .where(isNotNull(duesPayments.lineId))
    .groupBy(duesPayments.lineId)
    .as('receipted')

const covered = sql`coalesce(receipted_centavos, 0)`
const isLine: Record<LineShow, SQL> = {
  open: sql`${statementLines.setAside} is null and ${covered} < ${statementLines.centavos}`,
  matched: sql`${statementLines.setAside} is null and ${covered} >= ${statementLines.centavos}`,
  aside: sql`${statementLines.setAside} is not null`,
}

/** How many lines are in each state, how much of them has receipts, and how much was set aside. */
export async function countStatementLines(db: Queryable) {
  const ofReceipts = receipted(db)
  const [row] = await db
    .select({
      ...recordOf(lineShows, (show) => sql<number>`(count(*) filter (where ${isLine[show]}))::int`),
      receipted: sql<number>`coalesce(sum(least(${covered}, ${statementLines.centavos})), 0)::float8`,
      setAside: sql<number>`coalesce(sum(${statementLines.centavos} - ${covered}) filter (where ${isLine.aside}), 0)::float8`,
    })
    .from(statementLines)
    .leftJoin(ofReceipts, eq(ofReceipts.lineId, statementLines.id))
  return mustExist(row)
}

export async function readStatement({ db }: Pick<Deps, 'db'>, { show, page }: z.output<typeof statementQuerySchema>) {
  const ofReceipts = receipted(db)
  const { createdAt: _createdAt, sha256: _sha256, ...columns } = getTableColumns(statementLines)
  const rows = await db
    .select(columns)
    .from(statementLines)
    .leftJoin(ofReceipts, eq(ofReceipts.lineId, statementLines.id))
    .where(isLine[show])
    .orderBy(asc(statementLines.day), asc(statementLines.id))
    .limit(linesPerPage)
    .offset((page - 1) * linesPerPage)
  const known = await paymentsOf(db, rows)
  const lines = rows.map(({ mentions, ...line }) => {
    const { state, payments } = lineState({ ...line, mentions }, known)
    return {
      ...line,
      state,
      payments: payments.map(({ firstName: _firstName, lastName: _lastName, lineId: _lineId, ...payment }) => payment),
    }
  })
  return { counts: await countStatementLines(db), lines }
}

/** How many receipts of its amount to read per line: enough to see there are too many. Those with its name go first. */
const mostFitting = 20

/** What these lines may be: their receipts, payments with their reference, and unmatched receipts of their amount. */
async function paymentsOf(
  db: Queryable,
  lines: readonly Omit<typeof statementLines.$inferSelect, 'createdAt' | 'sha256'>[],
) {
  const searched = lines.map(({ account, day, centavos, text }) => ({
    account,
    day,
    centavos,
    words: plainWords(text),
  }))
  const { rows: fitting } = await db.execute<{ id: string }>(sql`
    select distinct fits.id from jsonb_to_recordset(${JSON.stringify(searched)}::jsonb)
      as line(account text, day date, centavos int, words text)
    cross join lateral (
      select dues_payments.id from dues_payments join users on users.id = dues_payments.member_id
      where ${isReceipt} and line_id is null and dues_payments.centavos = line.centavos
        and paid_on between line.day - ${daysApart}::int and line.day + ${daysApart}::int
      order by strpos(line.words, ' ' || fold_text(last_name) || ' ') > 0 desc, way = line.account desc, way = ${cash}, id
      limit ${mostFitting}) fits`)
  return db
    .select({
      ...paymentColumns,
      state: duesPayments.state,
      firstName: users.firstName,
      lastName: users.lastName,
      lineId: duesPayments.lineId,
    })
    .from(duesPayments)
    .innerJoin(users, eq(users.id, duesPayments.memberId))
    .where(
      and(
        eq(duesPayments.voided, false),
        or(
          inArray(
            duesPayments.id,
            fitting.map(({ id }) => id),
          ),
          inArray(
            duesPayments.reference,
            lines.flatMap(({ mentions }) => mentions),
          ),
          inArray(
            duesPayments.lineId,
            lines.map(({ id }) => id),
          ),
        ),
      ),
    )
    .orderBy(asc(duesPayments.paidOn), asc(duesPayments.id))
}
