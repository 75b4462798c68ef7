import { and, asc, between, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { likePattern, type Queryable } from '#server/db/database.ts'
import { duesPayments, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { drawLetterhead, letterheadOf, newPdf } from '#server/pdf-page.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { mustExist } from '#shared/errors.ts'
import { receiptsPerPage, type ReceiptsQuery } from '#shared/members/dues/schemas.ts'
import { receiptNote } from '#shared/members/dues/text.ts'
import { paymentReference } from '#shared/members/fields.ts'
import { readPesos, showPesos } from '#shared/pesos.ts'
import { dayMs, manila, showDate, showPlainDate, sortableTime, type Instant } from '#shared/time.ts'
import { decidingAdmin, isReceipt, counterpart, paymentColumns, receiptOf } from './queries.ts'

const receipts = (db: Queryable, which: SQL | undefined) =>
  db
    .select({
      ...paymentColumns,
      kind: duesPayments.kind,
      at: sql<Instant>`${duesPayments.decidedAt}`.mapWith(duesPayments.decidedAt),
      /** Whether its counterpart voided it. */
      voided: duesPayments.voided,
      /** For a void, the receipt it took back; for a voided receipt, the void. */
      counterpart: sql<string | null>`${receiptOf(counterpart)}`,
      reason: duesPayments.reason,
      /** Null for a voided receipt, because it no longer counts. */
      paidUntil: sql<string | null>`case when not ${duesPayments.voided} then ${duesPayments.paidUntil} end`,
      by: decidingAdmin.fullName,
    })
    .from(duesPayments)
    .innerJoin(users, eq(users.id, duesPayments.memberId))
    .innerJoin(decidingAdmin, eq(decidingAdmin.id, duesPayments.decidedBy))
    .leftJoin(counterpart, or(eq(counterpart.id, duesPayments.voids), eq(counterpart.voids, duesPayments.id)))
    .where(and(isNotNull(duesPayments.receiptNumber), which))

/** A receipt that no statement line is matched with, although statements of its account cover its day. */
export const isUnstated = and(
  isReceipt,
  isNull(duesPayments.lineId),
  sql`exists (
    select from (select account, min(day) as first, max(day) as last from statement_lines group by account) covered
    where account = ${duesPayments.way} and ${duesPayments.paidOn} between first and last)`,
)

/** Above every amount that can be entered. An integer column cannot be compared with it, so it is left out. */
const tooLarge = 2 ** 31

function isFound(q: string): SQL | undefined {
  const [, year, number] = /^(?:(\d{4})-)?(\d{1,9})$/.exec(q) ?? []
  const centavos = readPesos(q) || tooLarge
  const parts = q.split(/[\s,]+/).map(likePattern)
  return or(
    sql`${duesPayments.memberId} in (select id from member_lines where ${and(...parts.map((part) => sql`line like fold_text(${part})`))})`,
    eq(duesPayments.reference, paymentReference().safeParse(q).data || q),
    centavos < tooLarge ? sql`abs(${duesPayments.centavos}) = ${centavos}` : undefined,
    number
      ? and(
          eq(duesPayments.receiptNumber, Number(number)),
          year ? eq(duesPayments.receiptYear, Number(year)) : undefined,
        )
      : undefined,
  )
}

const isWanted = ({ day, q, show }: ReceiptsQuery): SQL | undefined =>
  and(
    day ? between(duesPayments.decidedAt, manila(day), manila(day) + dayMs - 1) : undefined,
    q ? isFound(q) : undefined,
    show && isUnstated,
  )

const byNumber = [duesPayments.receiptYear, duesPayments.receiptNumber]
const inOrder = byNumber.map((column) => asc(column))
const newestFirst = byNumber.map((column) => desc(column))

/** Includes voids. For a day it returns all receipts, without pages, for the bank. */
export async function readReceipts({ db }: Pick<Deps, 'db'>, query: ReceiptsQuery) {
  const wanted = receipts(db, isWanted(query))
  if (query.day) {
    const ofDay = await wanted.orderBy(...inOrder)
    return { total: ofDay.length, receipts: ofDay }
  }
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(wanted.as('wanted'))
  const page = wanted
    .orderBy(...newestFirst)
    .limit(receiptsPerPage)
    .offset((query.page - 1) * receiptsPerPage)
  return { total: counted?.total ?? 0, receipts: await page }
}

export async function* receiptsCsv({ db }: Pick<Deps, 'db'>, query: ReceiptsQuery): AsyncGenerator<string> {
  const head = [
    'Receipt',
    'Accepted',
    'Paid on',
    'Member',
    'ID number',
    'Pesos',
    'Paid by',
    'Reference',
    'Paid until',
    'Accepted by',
    'Note',
  ]
  yield byteOrderMark + csvLine(head)
  for (const row of await receipts(db, isWanted(query)).orderBy(...inOrder)) {
    const { receipt, at, paidOn, name, idNumber, centavos, way, reference, paidUntil, by } = row
    yield csvLine([
      receipt,
      sortableTime(at),
      paidOn,
      name,
      idNumber,
      centavos / 100,
      way,
      reference,
      paidUntil,
      by,
      receiptNote(row),
    ])
  }
}

/** A receipt to print: members may draw their own, the treasury any. */
export async function drawReceipt(
  deps: Pick<Deps, 'db' | 'storage' | 'log' | 'settings'>,
  person: Person,
  id: string,
): Promise<{ bytes: Buffer; name: string }> {
  const [row] = await receipts(deps.db, eq(duesPayments.id, id))
  const { receipt, kind, memberId, name, idNumber, voided, counterpart, ...entry } = mustExist(row)
  if (memberId !== person.id) refuseUnlessMay(person, 'handle dues')
  const pdf = await newPdf(`Receipt ${receipt}`)
  drawLetterhead(pdf, await letterheadOf(deps))
  pdf.text(`Receipt ${receipt}`, { centred: true, size: 24, strong: true })
  pdf.gap(0.6)
  if (kind === 'void') pdf.text(`This takes back receipt ${counterpart}. ${entry.reason}`, { strong: true })
  if (voided) pdf.text(`This receipt is void. It was voided by ${counterpart}.`, { strong: true })
  const lines = [
    [kind === 'void' ? 'Member' : 'Received from', `${name}, ${idNumber ?? ''}`],
    // The PDF typeface has no peso sign.
    ['Amount', showPesos(entry.centavos).replace('₱', 'PHP ')],
    ['Paid on', showPlainDate(entry.paidOn)],
    ['Paid by', entry.reference ? `${entry.way}, reference ${entry.reference}` : entry.way],
    ...(entry.paidUntil ? [['Dues paid until', showPlainDate(entry.paidUntil)]] : []),
    ['Accepted', `${showDate(entry.at)}, by ${entry.by}`],
  ]
  pdf.table(
    [
      { title: 'Membership dues', share: 2 },
      { title: '', share: 5 },
    ],
    lines.map((cells) => ({ cells })),
  )
  return { bytes: await pdf.finish(`Receipt ${receipt}`), name: `receipt-${receipt}.pdf` }
}
