import { asc, eq } from 'drizzle-orm'
import { duesPayments } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { mustExist } from '#shared/errors.ts'
import { whyUnusual } from '#shared/members/dues/dues.ts'
import { dayInManila } from '#shared/time.ts'
import { countWaitingDues, entryColumns, findPayers, readEntries, seenBeforeSql } from './queries.ts'
import { duesPlan } from './standing.ts'

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

const today = ({ clock }: ReadDeps) => dayInManila(clock.now())

/** A member's standing today, what they would pay and where, and what they have paid. */
export async function readOwnDues(deps: ReadDeps, member: Person) {
  const plan = await duesPlan(deps)
  const { name, idNumber, standing, paidUntil, credit, due } = await readPayer(deps, member.id)
  const entries = await readEntries(deps.db, member.id)
  return { today: today(deps), name, idNumber, standing, paidUntil, credit, due, accounts: plan.accounts, entries }
}

const readPayers = async (deps: ReadDeps, ids: string[]) => findPayers(deps.db, await duesPlan(deps), today(deps), ids)

const readPayer = async (deps: ReadDeps, id: string) => mustExist((await readPayers(deps, [id]))[0], 'user-not-found')

export const readMemberDues = async (deps: ReadDeps, id: string) => ({
  ...(await readPayer(deps, id)),
  entries: await readEntries(deps.db, id),
})

/** How many payments the desk loads in one request. */
const deskLength = 50

/** For the desk: the waiting payments, oldest first, each with what is known about its member. */
export async function readWaiting(deps: ReadDeps) {
  const rows = await deps.db
    .select({
      ...entryColumns,
      memberId: duesPayments.memberId,
      seenBefore: seenBeforeSql,
    })
    .from(duesPayments)
    .where(eq(duesPayments.state, 'waiting'))
    .orderBy(asc(duesPayments.createdAt), asc(duesPayments.id))
    .limit(deskLength)
  const ids = rows.map(({ memberId }) => memberId)
  const members = new Map((await readPayers(deps, ids)).map((payer) => [payer.id, payer]))
  const payments = rows.map(({ memberId, ...row }) => {
    const member = mustExist(members.get(memberId))
    /** Why the desk asks for confirmation before accepting it. */
    const unusual = whyUnusual(member, row, today(deps))
    return { ...row, member, unusual }
  })
  return { total: await countWaitingDues(deps.db), payments }
}
