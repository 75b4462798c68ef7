import { and, type SQL, desc, eq, inArray, like } from 'drizzle-orm'
import { appendAudits } from '#server/audit/audit.ts'
import { inTransaction, retryOn, violated, type Queryable } from '#server/db/database.ts'
import { assignedNumbers, idNumbering } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { countPeople, countReturned } from '#server/members/listing/queries.ts'
import { AppError } from '#shared/errors.ts'
import { approvalBatch, type ShownApplicant } from '#shared/members/approval/approval.ts'
import { nextIdNumber } from '#shared/members/id-number.ts'
import { foldSerial } from '#shared/members/serial-number.ts'
import type { Instant } from '#shared/time.ts'
import {
  type LockedApplicant,
  appliedBy,
  stillAsShown,
  countApplicants,
  findFoldedSerial,
  lockApplicants,
  markApproved,
  hasUniqueSerial,
  whyNotDecidedOn,
  countConcerned,
  hasNoConcerns,
} from './queries.ts'
import { welcomeEmail, queueApprovalEmails } from './text.ts'

type ApprovalDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'log' | 'siteKey'>

/** The next applicant's number, how many wait, how many have concerns, and until when "all" reaches. */
export async function readApprovals(deps: Pick<Deps, 'db' | 'settings' | 'siteKey'>) {
  const { idPrefix } = await deps.settings()
  const { pending } = await countPeople(deps.db)
  const returnedCount = await countReturned(deps.db)
  const { concerned, newest } = await countConcerned(deps.db, deps.siteKey)
  return {
    nextIdNumber: await previewIdNumber(deps.db, idPrefix),
    pendingCount: pending - returnedCount,
    returnedCount,
    concerned,
    appliedUntil: newest,
  }
}

/**
 * Approves those named, in the order in which they applied. Somebody decided on meanwhile is `gone`; somebody sent back or
 * corrected meanwhile is `changed`: the administrator has not seen their present state.
 */
export async function approveMembers(deps: ApprovalDeps, admin: Person, shown: ShownApplicant[]) {
  const approved = await approve(deps, admin, stillAsShown(shown), 'refuse')
  const done = approved.map(({ id }) => id)
  return { approved, ...(await whyNotDecidedOn(deps.db, shown, done)) }
}

/** The next batch of those who had applied by then. Called again until nobody remains, and may be resumed at any point. */
export async function approveNext(
  deps: ApprovalDeps,
  admin: Person,
  { appliedUntil, withoutConcerns }: { appliedUntil: Instant; withoutConcerns: boolean },
) {
  const those = and(appliedBy(appliedUntil), hasUniqueSerial)
  const which = withoutConcerns ? and(those, hasNoConcerns(deps.siteKey)) : those
  const approved = await approve(deps, admin, which, 'leave out')
  return { approved: approved.length, remaining: await countApplicants(deps.db, which) }
}

/** A number that an administrator types into a profile at the same moment shows up only on conflict: then try again. */
const approve = (deps: ApprovalDeps, admin: Person, which: SQL | undefined, twins: Twins) =>
  retryOn(
    (error) => violated(error) === 'users_id_number_unique',
    () => approveOnce(deps, admin, which, twins),
  )

/** What happens to an applicant whose serial number looks like a member's, or like another's in the batch. */
type Twins = 'refuse' | 'leave out'

/** All in one transaction. The numbering is locked first, so that approvals run one at a time and never deadlock. */
async function approveOnce(deps: ApprovalDeps, admin: Person, which: SQL | undefined, twins: Twins) {
  const { idPrefix, shortName } = await deps.settings()
  return inTransaction(deps, async (tx) => {
    const last = await lockNumbering(tx, idPrefix)
    const found = await lockApplicants(tx, which, approvalBatch)
    const [applicants, second] = withoutTwins(found)
    if (applicants.length === 0) return []
    const serial = twins === 'refuse' ? (second?.serial ?? (await findFoldedSerial(tx, applicants))) : null
    if (serial !== null) throw new AppError('serial-folds', { values: { serial } })
    const numbers = await assignIdNumbers(tx, idPrefix, last, applicants.length)
    const numbered = applicants.map((applicant, n) => ({ ...applicant, idNumber: numbers[n] ?? '' }))
    const ids = numbered.map(({ id }) => id)
    await changeAccounts(deps, tx, ids, () => markApproved(tx, numbered, deps.clock.now()))
    const site = deps.config.publicUrl
    await queueApprovalEmails(tx, deps.log, numbered, (member) => welcomeEmail({ shortName, site, ...member }))
    const entries = numbered.map(({ id, idNumber }) => ({
      actor: admin.id,
      action: 'member approved' as const,
      subject: id,
      detail: { idNumber },
    }))
    await appendAudits(tx, deps.clock, entries)
    return numbered.map(({ id, idNumber }) => ({ id, idNumber }))
  })
}

/** The first applicant for each folded serial number, and the first duplicate. */
function withoutTwins(applicants: LockedApplicant[]): [LockedApplicant[], LockedApplicant | undefined] {
  const folded = applicants.map(({ id, serial }) => foldSerial(serial ?? '') || id)
  const isFirst = applicants.map((_applicant, n) => folded.indexOf(folded[n] ?? '') === n)
  return [applicants.filter((_applicant, n) => isFirst[n]), applicants[isFirst.indexOf(false)]]
}

/**
 * The last number assigned under a prefix, locked until the transaction ends: one approval assigns numbers at a time. Initially
 * it is the highest in use.
 */
export async function lockNumbering(tx: Queryable, prefix: string): Promise<string> {
  const [held] = await tx
    .select({ last: idNumbering.last })
    .from(idNumbering)
    .where(eq(idNumbering.prefix, prefix))
    .for('update')
  if (held) return held.last
  const last = (await highestInUse(tx, prefix)) ?? `${prefix}-000-000`
  const [begun] = await tx
    .insert(idNumbering)
    .values({ prefix, last })
    // Somebody else started meanwhile: theirs counts.
    .onConflictDoUpdate({ target: idNumbering.prefix, set: { prefix } })
    .returning({ last: idNumbering.last })
  return begun?.last ?? last
}

/** Assigns the numbers after `last`, as returned by `lockNumbering`. */
export async function assignIdNumbers(tx: Queryable, prefix: string, last: string, count: number): Promise<string[]> {
  const numbers = await freeAfter(tx, prefix, last, count)
  await tx
    .update(idNumbering)
    .set({ last: numbers.at(-1) ?? last })
    .where(eq(idNumbering.prefix, prefix))
  return numbers
}

/** The number the next approval would assign, null if there are no more. */
async function previewIdNumber(db: Queryable, prefix: string): Promise<string | null> {
  const [known] = await db.select({ last: idNumbering.last }).from(idNumbering).where(eq(idNumbering.prefix, prefix))
  const last = known?.last ?? (await highestInUse(db, prefix)) ?? `${prefix}-000-000`
  try {
    return (await freeAfter(db, prefix, last, 1))[0] ?? null
  } catch (error) {
    if (error instanceof AppError && error.code === 'id-numbers-exhausted') return null
    throw error
  }
}

async function highestInUse(db: Queryable, prefix: string): Promise<string | null> {
  const [highest] = await db
    .select({ idNumber: assignedNumbers.idNumber })
    .from(assignedNumbers)
    .where(like(assignedNumbers.idNumber, `${prefix}-%`))
    .orderBy(desc(assignedNumbers.idNumber))
    .limit(1)
  return highest?.idNumber ?? null
}

/** Skips numbers ever assigned by hand or by an import. */
async function freeAfter(db: Queryable, prefix: string, last: string, count: number): Promise<string[]> {
  const free: string[] = []
  let after = last
  for (let atOnce = count; free.length < count; atOnce = Math.min(atOnce * 2, 5000)) {
    const next = numbersAfter(prefix, after, atOnce, count - free.length)
    const taken = new Set((await findTaken(db, next)).map(({ idNumber }) => idNumber))
    free.push(...next.filter((number) => !taken.has(number)))
    after = next.at(-1) ?? after
  }
  return free.slice(0, count)
}

/** As many as there are, if at least `needed`. */
function numbersAfter(prefix: string, last: string, count: number, needed: number): string[] {
  const numbers: string[] = []
  for (let number = last; numbers.length < count; numbers.push(number))
    try {
      number = nextIdNumber(prefix, number)
    } catch (error) {
      if (numbers.length >= needed) break
      throw error
    }
  return numbers
}

const findTaken = (db: Queryable, numbers: string[]) =>
  db
    .select({ idNumber: assignedNumbers.idNumber })
    .from(assignedNumbers)
    .where(inArray(assignedNumbers.idNumber, numbers))
