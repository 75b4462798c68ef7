import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { duesPayments, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { drawLetterhead, letterheadOf, newPdf } from '#server/elections/pdf-page.ts'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { wholeName } from '#server/members/record-columns.ts'
import { mustExist } from '#shared/errors.ts'
import { dayInManila, showDate, showPlainDate } from '#shared/time.ts'
import { countWaitingDues, decider, entryColumns, findPayer, readEntries, receiptOf } from './queries.ts'
import { duesPlan } from './record.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

const today = ({ clock }: ReadDeps) => dayInManila(clock.now())

/** How a member stands today, what they would pay and where, and what they paid. */
export async function readOwnDues(deps: ReadDeps, member: Person) {
  const plan = await duesPlan(deps)
  const { standing, paidUntil, credit, due } = await readPayer(deps, member.id)
  const entries = await readEntries(deps.db, member.id)
  return { today: today(deps), standing, paidUntil, credit, due, accounts: plan.accounts, entries }
}

const readPayer = async (deps: ReadDeps, id: string) =>
  mustExist(await findPayer(deps.db, await duesPlan(deps), today(deps), id), 'user-not-found')

export const readMemberDues = async (deps: ReadDeps, id: string) => ({
  ...(await readPayer(deps, id)),
  entries: await readEntries(deps.db, id),
})

/** As many as the desk looks at before it asks again. */
const deskLength = 50

/** For the desk: what was sent beside what is known, oldest first. */
export async function readWaiting(deps: ReadDeps) {
  const rows = await deps.db
    .select({
      ...entryColumns,
      memberId: duesPayments.memberId,
      /** This picture with another payment, or this reference with a registration. */
      seenBefore: {
        picture: sql<boolean>`exists (
          select from uploads mine join uploads same on same.sha256 = mine.sha256 and same.path <> mine.path and same.claimed_at is not null
          where mine.path = ${duesPayments.proofPath})`,
        registration: sql<boolean>`exists (select from users other where other.payment_reference = ${duesPayments.reference})`,
      },
    })
    .from(duesPayments)
    .where(eq(duesPayments.state, 'waiting'))
    .orderBy(asc(duesPayments.createdAt), asc(duesPayments.id))
    .limit(deskLength)
  const payments = []
  for (const { memberId, ...row } of rows) payments.push({ ...row, member: await readPayer(deps, memberId) })
  return { total: await countWaitingDues(deps.db), payments }
}

const other = alias(duesPayments, 'other')

/** To print: one's own, or any for the treasury. */
export async function drawReceipt(
  deps: ReadDeps & Pick<Deps, 'storage' | 'log'>,
  person: Person,
  id: string,
): Promise<{ bytes: Buffer; name: string }> {
  const [row] = await deps.db
    .select({
      ...entryColumns,
      memberId: duesPayments.memberId,
      member: wholeName,
      idNumber: users.idNumber,
      by: decider.fullName,
      counterpart: receiptOf(other),
    })
    .from(duesPayments)
    .innerJoin(users, eq(users.id, duesPayments.memberId))
    .innerJoin(decider, eq(decider.id, duesPayments.decidedBy))
    // Of a void: what it took back. Of what was voided: by which.
    .leftJoin(other, sql`${other.id} = ${duesPayments.voids} or ${other.voids} = ${duesPayments.id}`)
    .where(and(eq(duesPayments.id, id), isNotNull(duesPayments.receiptNumber)))
  const found = mustExist(row)
  if (found.memberId !== person.id) refuseUnlessMay(person, 'handle dues')
  const { receipt, kind, counterpart, ...entry } = found
  const pdf = await newPdf(`Receipt ${receipt}`)
  drawLetterhead(pdf, await letterheadOf(deps))
  pdf.text(`Receipt ${receipt}`, { centred: true, size: 24, strong: true })
  pdf.gap(0.6)
  if (kind === 'void') pdf.text(`This takes back receipt ${counterpart}. ${entry.reason}`, { strong: true })
  if (entry.voided) pdf.text(`This receipt is void: it was taken back by ${counterpart}.`, { strong: true })
  pdf.table(
    [
      { title: 'Membership dues', share: 2 },
      { title: '', share: 5 },
    ],
    [
      [kind === 'void' ? 'Member' : 'Received from', `${found.member}, ${found.idNumber ?? ''}`],
      // The typeface has no sign for pesos.
      ['Amount', `PHP ${(entry.centavos / 100).toFixed(2)}`],
      ['Paid on', showPlainDate(entry.paidOn)],
      ['Paid by', entry.reference ? `${entry.way}, reference ${entry.reference}` : entry.way],
      ['Dues paid until', showPlainDate(entry.paidUntil ?? '')],
      ['Accepted', `${showDate(entry.decidedAt ?? 0)}, by ${found.by}`],
    ].map((cells) => ({ cells })),
  )
  return { bytes: await pdf.finish(`Receipt ${receipt}`), name: `receipt-${receipt}.pdf` }
}
