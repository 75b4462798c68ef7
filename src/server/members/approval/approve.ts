import { and, type SQL, desc, eq, inArray, like } from 'drizzle-orm'
import { appendAudits } from '#server/audit/audit.ts'
import { inTransaction, violated, type Queryable } from '#server/db/database.ts'
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
  asShown,
  countApplicants,
  findFoldedSerial,
  lockApplicants,
  markApproved,
  hasUniqueSerial,
  explainLeft,
  surveyApplicants,
  hasNoConcerns,
} from './queries.ts'
import { welcomeEmail, queueApprovalEmails } from './text.ts'

type ApprovalDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'config' | 'log' | 'siteKey'>

/** The number the next applicant would get, how many wait, how many of them to look at twice, and how far "all" reaches. */
export async function readApprovals(deps: Pick<Deps, 'db' | 'settings' | 'siteKey'>) {
  const { idPrefix } = await deps.settings()
  const { pending } = await countPeople(deps.db)
  const returnedCount = await countReturned(deps.db)
  const { concerned, newest } = await surveyApplicants(deps.db, deps.siteKey)
  return {
    nextIdNumber: await previewIdNumber(deps.db, idPrefix),
    pendingCount: pending - returnedCount,
    returnedCount,
    concerned,
    appliedUntil: newest,
  }
}

/**
 * Those named, in the order in which they applied. Who was decided on meanwhile is `gone`; who was sent back to the applicant
 * meanwhile, or has sent a correction, is `changed`: the administrator has not seen them as they are now.
 */
export async function approveMembers(deps: ApprovalDeps, admin: Person, shown: ShownApplicant[]) {
  const approved = await approve(deps, admin, asShown(shown), 'refuse')
  const done = approved.map(({ id }) => id)
  return { approved, ...(await explainLeft(deps.db, shown, done)) }
}

/** The next batch of those who had applied by then. Asked again until nobody remains, from wherever it was left. */
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

/** A number that an administrator types into a profile at the same moment is met only when it is there: then once more. */
async function approve(deps: ApprovalDeps, admin: Person, which: SQL | undefined, twins: Twins) {
  for (let triesLeft = 3; ; triesLeft--)
    try {
      return await approveOnce(deps, admin, which, twins)
    } catch (error) {
      if (triesLeft === 1 || violated(error) !== 'users_id_number_unique') throw error
    }
}

/** What becomes of an applicant whose serial number reads like a member's, or like another's among them. */
type Twins = 'refuse' | 'leave out'

/** All of it in one transaction. The numbering is held first, so that approvals wait for one another and never in a circle. */
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

/** The first of each serial number as it is read, and the first who came second. */
function withoutTwins(applicants: LockedApplicant[]): [LockedApplicant[], LockedApplicant | undefined] {
  const folded = applicants.map(({ id, serial }) => foldSerial(serial ?? '') || id)
  const isFirst = applicants.map((_applicant, n) => folded.indexOf(folded[n] ?? '') === n)
  return [applicants.filter((_applicant, n) => isFirst[n]), applicants[isFirst.indexOf(false)]]
}

/**
 * The last number given under a prefix, held until the transaction ends: numbers are given by one approval at a time.
 * The first time it is the highest in use.
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
    // Somebody else began meanwhile: theirs counts.
    .onConflictDoUpdate({ target: idNumbering.prefix, set: { prefix } })
    .returning({ last: idNumbering.last })
  return begun?.last ?? last
}

/** Gives out so many numbers after `last`, as `lockNumbering` returned it. */
export async function assignIdNumbers(tx: Queryable, prefix: string, last: string, count: number): Promise<string[]> {
  const numbers = await freeAfter(tx, prefix, last, count)
  await tx
    .update(idNumbering)
    .set({ last: numbers.at(-1) ?? last })
    .where(eq(idNumbering.prefix, prefix))
  return numbers
}

/** The number that the next approval would give, null when there are no more. */
export async function previewIdNumber(db: Queryable, prefix: string): Promise<string | null> {
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

/** Numbers that somebody was ever given, by hand or by an import, are passed over. */
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
