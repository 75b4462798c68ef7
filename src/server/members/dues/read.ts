import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { duesPayments, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { drawLetterhead, letterheadOf, newPdf } from '#server/elections/pdf-page.ts'
import { refuseUnlessMay } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import { wholeName } from '#server/members/record-columns.ts'
import { mustExist } from '#shared/errors.ts'
import { whyUnusual } from '#shared/members/dues/dues.ts'
import { showPesos } from '#shared/members/dues/plan.ts'
import { dayInManila, showDate, showPlainDate } from '#shared/time.ts'
import {
  countWaitingDues,
  decider,
  entryColumns,
  findPayer,
  other,
  readEntries,
  receiptOf,
  seenBefore,
} from './queries.ts'
import { duesPlan } from './standing.ts'

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
      seenBefore,
    })
    .from(duesPayments)
    .where(eq(duesPayments.state, 'waiting'))
    .orderBy(asc(duesPayments.createdAt), asc(duesPayments.id))
    .limit(deskLength)
  const payments = []
  for (const { memberId, ...row } of rows) {
    const member = await readPayer(deps, memberId)
    /** Why accepting it is asked about once more. */
    const unusual = whyUnusual(member, row, today(deps))
    payments.push({ ...row, member, unusual })
  }
  return { total: await countWaitingDues(deps.db), payments }
}

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
      ['Amount', showPesos(entry.centavos).replace('₱', 'PHP ')],
      ['Paid on', showPlainDate(entry.paidOn)],
      ['Paid by', entry.reference ? `${entry.way}, reference ${entry.reference}` : entry.way],
      ['Dues paid until', showPlainDate(entry.paidUntil ?? '')],
      ['Accepted', `${showDate(entry.decidedAt ?? 0)}, by ${found.by}`],
    ].map((cells) => ({ cells })),
  )
  return { bytes: await pdf.finish(`Receipt ${receipt}`), name: `receipt-${receipt}.pdf` }
}
